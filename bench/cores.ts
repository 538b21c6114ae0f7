import { execFile } from "node:child_process";
import { availableParallelism, constants, setPriority } from "node:os";
import { promisify } from "node:util";

/** All cores, in the notation of `taskset`. */
const ALL_CORES = `0-${availableParallelism() - 1}`;
const OTHER_CORES = `1-${availableParallelism() - 1}`;

/**
 * Pins a process, with all its present and future threads, to the first core.
 * @returns false if this machine has no `taskset`. In that case the CPU time shows how much of a core the process used.
 */
export const pinToOneCore = (pid: number): Promise<boolean> => pinToCores("0", pid);

/**
 * Moves this process and its later children to the other cores, which leaves the first core to the processes pinned to it.
 * @returns false if there is no other core, or no `taskset`.
 */
export const pinToOtherCores = async (): Promise<boolean> =>
  availableParallelism() > 1 && pinToCores(OTHER_CORES, process.pid);

/** Undoes `pinToOtherCores` for this process. */
export const occupyAllCores = (): Promise<boolean> => pinToCores(ALL_CORES, process.pid);

/**
 * Gives a process priority over all others on its core.
 * @returns false if that is not permitted.
 */
export function raisePriority(pid: number): boolean {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGHEST);
    return true;
  } catch {
    return false;
  }
}

async function pinToCores(cores: string, pid: number): Promise<boolean> {
  try {
    await promisify(execFile)("taskset", ["--all-tasks", "--pid", "--cpu-list", cores, String(pid)]);
    return true;
  } catch {
    return false;
  }
}
