import { readFileSync } from "node:fs";

const CLOCK_TICKS_PER_SEC = 100;

/**
 * CPU seconds of all processes and of the kernel so far: of `/proc/stat` all but idle, waiting and stolen time. Bubblewrap
 * keeps the time of what runs inside from its parent, and what the kernel does for nobody is counted for no process; so a
 * bench counts the machine, on which nothing else may run.
 */
export function machineSec(): number {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / CLOCK_TICKS_PER_SEC;
}
