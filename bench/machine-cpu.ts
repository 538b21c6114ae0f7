import { readFileSync } from "node:fs";

const CLOCK_TICKS_PER_SEC = 100;

/**
 * Returns the CPU seconds of all processes and of the kernel so far: from `/proc/stat`, all but idle, iowait and stolen time.
 * Bubblewrap hides the CPU time of its children from the parent, and some kernel work is charged to no process, so a bench
 * measures the whole machine, on which nothing else may run.
 */
export function readMachineCpuSec(): number {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / CLOCK_TICKS_PER_SEC;
}
