import { readdir, readFile } from "node:fs/promises";

/** A process as observed at one time. The start time in clock ticks distinguishes the process from a later one with the same pid. */
export interface ObservedProcess {
  pid: number;
  name: string;
  parent: number;
  startedAt: string;
}

/** Returns a process and all its current descendants. */
export async function readProcessTree(rootPid: number): Promise<ObservedProcess[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const all = (await Promise.all(pids.map(readProcess))).filter((each) => each !== undefined);
  const tree = all.filter(({ pid }) => pid === rootPid);
  for (const parent of tree) tree.push(...all.filter((each) => each.parent === parent.pid));
  return tree;
}

/** Returns the observed processes that are still running, excluding zombies. */
export async function filterRunning(seen: readonly ObservedProcess[]): Promise<ObservedProcess[]> {
  const now = await Promise.all(seen.map(({ pid }) => readProcess(pid)));
  return seen.filter(({ startedAt }, n) => now[n]?.startedAt === startedAt);
}

/** Kills exactly these processes in the given order, without giving them a chance to clean up. */
export async function killAll(seen: readonly ObservedProcess[]): Promise<void> {
  for (const each of seen)
    if ((await filterRunning([each])).length > 0)
      try {
        process.kill(each.pid, "SIGKILL");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
}

/** Reads fields 2, 4 and 22 of /proc/PID/stat. Returns undefined if no process has this pid, or if the process is dead. */
async function readProcess(pid: number): Promise<ObservedProcess | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [state, parent, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (!stat || state === "Z" || state === "X") return undefined;
  const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
  return { pid, name, parent: Number(parent), startedAt: fields[17] ?? "" };
}

/** Returns the resident bytes of a process, either the current or the peak number. */
export async function readResidentBytes(pid: number, which: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${which}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
}
