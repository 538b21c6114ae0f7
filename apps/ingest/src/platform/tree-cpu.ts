import { readFile } from "node:fs/promises";

/** The unit of CPU times in /proc: Linux reports hundredths of a second, whatever the kernel's own clock. */
const TICKS_PER_SEC = 100;
/** The maximum depth at which descendants are searched. A typical encoder is the grandchild of a shell. */
const MAX_DEPTH = 8;

/** Reads the CPU seconds used so far by a process and its running descendants; undefined if it has exited. */
export async function readTreeCpuSec(pid: number, depth = 0): Promise<number | undefined> {
  try {
    const [stat, children] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile(`/proc/${pid}/task/${pid}/children`, "utf8"),
    ]);
    // The process's name, in brackets, may contain any character. User and system time are the 12th and 13th field after the name.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const own = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SEC;
    const pids = depth < MAX_DEPTH ? children.trim().split(/\s+/).filter(Boolean).map(Number) : [];
    const below = await Promise.all(pids.map((child) => readTreeCpuSec(child, depth + 1)));
    return below.reduce<number>((sum, sec) => sum + (sec ?? 0), own);
  } catch {
    return undefined;
  }
}
