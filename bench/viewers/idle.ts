import { readFileSync } from "node:fs";

/** Reads the idle ticks and the total ticks of the machine's processors since boot. */
function readTicks(): { idle: number; all: number } {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), all: ticks.reduce((sum, value) => sum + value, 0) };
}

/** Starts watching the machine. @returns a function that returns the share of CPU time that was unused since. */
export function watchIdle(): () => number {
  const before = readTicks();
  return () => {
    const now = readTicks();
    return (now.idle - before.idle) / Math.max(1, now.all - before.all);
  };
}
