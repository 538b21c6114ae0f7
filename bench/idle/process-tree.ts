import { readdirSync, readFileSync } from "node:fs";

const CLOCK_TICKS_PER_SEC = 100;
/**
 * Matches the fields of `/proc/PID/stat` after the name, which is in parentheses and may contain spaces: parent, user and system
 * time.
 */
const [PARENT, USER, SYSTEM] = [1, 11, 12] as const;

interface ProcessTime {
  pid: number;
  parent: number;
  name: string;
  sec: number;
}

/** Returns the CPU seconds of a process and its running descendants by pid, without those of children that have ended. */
export function readProcessTree(root: number): ProcessTime[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** Reads a process. Returns nothing if it ends in the meantime. */
function readProcess(pid: number): ProcessTime[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
    return [{ pid, parent: Number(fields[PARENT]), name: nameOf(pid), sec: ticks / CLOCK_TICKS_PER_SEC }];
  } catch {
    return [];
  }
}

/** Returns the command line without folders. */
function nameOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const script = words.find((word) => word.endsWith(".ts") || word.endsWith(".mjs") || word.endsWith(".py"));
  return (script ?? words[0] ?? "").split("/").slice(-4).join("/");
}
