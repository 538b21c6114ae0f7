import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Makes this worker's folder, empty, and removes those of workers on this machine that are dead.
 * @param name `<host>-<pid>`; others of the same host are known by their pid.
 */
export async function prepareWorkFolder(root: string, name: string): Promise<string> {
  await mkdir(root, { recursive: true });
  const host = name.replace(/-\d+$/, "");
  for (const other of await readdir(root)) {
    const pid = other.startsWith(`${host}-`) ? Number(other.slice(host.length + 1)) : Number.NaN;
    if (other === name || (Number.isInteger(pid) && !isAlive(pid)))
      await rm(join(root, other), { recursive: true, force: true });
  }
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
