import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Keeps a process, all its threads and those that come, on the first core.
 * @returns false where this machine has no `taskset`: the CPU that is counted tells then how much of a core it took.
 */
export async function keepOnOneCore(pid: number): Promise<boolean> {
  try {
    await promisify(execFile)("taskset", ["--all-tasks", "--pid", "--cpu-list", "0", String(pid)]);
    return true;
  } catch {
    return false;
  }
}
