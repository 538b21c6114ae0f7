import { readdirSync, readFileSync } from "node:fs";

const CLOCK_TICKS_PER_SEC = 100;
/**
 * Matches the parent, the user time and the system time in `/proc/PID/stat`. These fields follow the name, which is in parentheses
 * and may contain spaces.
 */
const [PARENT, USER, SYSTEM] = [1, 11, 12] as const;

interface ProcessTime {
  pid: number;
  parent: number;
  name: string;
  sec: number;
}

/**
 * Returns the CPU seconds of a process and its running descendants by pid. The CPU seconds of children that have ended are not
 * included.
 */
export function readProcessTree(root: number): ProcessTime[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** Reads a process's times. @returns an empty list if the process has already ended. */
function readProcess(pid: number): ProcessTime[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
    return [{ pid, parent: Number(fields[PARENT]), name: nameOf(pid), sec: ticks / CLOCK_TICKS_PER_SEC }];
  } catch {
    return [];
  }
}

/** Returns the path of a process's script, or else of its program, shortened to the last four parts. */
function nameOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const script = words.find((word) => word.endsWith(".ts") || word.endsWith(".mjs") || word.endsWith(".py"));
  return (script ?? words[0] ?? "").split("/").slice(-4).join("/");
}
