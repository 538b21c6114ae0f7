import { readFileSync } from "node:fs";

const CLOCK_TICKS_PER_SEC = 100;

/**
 * Returns the CPU seconds of all processes and of the kernel so far: all times in `/proc/stat` except idle, iowait and stolen time.
 * Benches measure the whole machine, because bubblewrap hides the CPU time of its children from the parent, and some kernel work is
 * charged to no process. Nothing else may run during a measurement.
 */
export function readMachineCpuSec(): number {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / CLOCK_TICKS_PER_SEC;
}
