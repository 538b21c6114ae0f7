import type { ChildProcess } from "node:child_process";

/** Kills a process group, which includes ffmpeg, its wrappers and the sandbox's own processes. The group may already have ended. */
export function killProcessGroup({ pid }: Pick<ChildProcess, "pid">): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
