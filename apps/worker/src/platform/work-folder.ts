import { mkdir, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/** Matches the name of a folder: `<host>.<pid>` of the process that owns it. */
const FOLDER_NAME = /^(.+)\.(\d+)$/;

/** Creates this process's empty folder, and removes the folders of dead workers on this machine. */
export async function prepareWorkFolder(root: string): Promise<string> {
  await mkdir(root, { recursive: true });
  for (const name of await readdir(root)) {
    const [, host, pid] = FOLDER_NAME.exec(name) ?? [];
    if (host === hostname() && !isAnotherAlive(Number(pid)))
      await rm(join(root, name), { recursive: true, force: true });
  }
  const folder = join(root, `${hostname()}.${process.pid}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Whether another process with this pid is alive. A folder with our own pid belonged to a dead process. */
function isAnotherAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
