import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/** Matches a folder's name, `<host>.<pid>`, which names the process that owns the folder. */
const FOLDER_NAME = /^(.+)\.(\d+)$/;

/**
 * The age at which folders of another machine or an earlier container count as abandoned. Their processes cannot be looked up, but
 * a running worker marks its folder each hour.
 */
const ABANDONED_AGE_MS = 7 * 24 * 3_600_000;
const MARK_INTERVAL_MS = 3_600_000;

/** Creates this process's empty folder, and removes the folders of dead workers. */
export async function prepareWorkFolder(root: string): Promise<string> {
  await mkdir(root, { recursive: true });
  for (const name of await readdir(root)) {
    const [, host, pid] = FOLDER_NAME.exec(name) ?? [];
    const isLeft =
      host === hostname()
        ? !isAnotherAlive(Number(pid))
        : host !== undefined && (await isOld(join(root, name)));
    if (isLeft) await rm(join(root, name), { recursive: true, force: true });
  }
  const folder = join(root, `${hostname()}.${process.pid}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * Marks a folder each hour as used by a running worker.
 * @returns a function that stops this.
 */
export function keepWorkFolder(folder: string): () => void {
  const mark = () => utimes(folder, new Date(), new Date()).catch(() => undefined);
  const timer = setInterval(() => void mark(), MARK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

async function isOld(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AGE_MS;
}

/** Whether another process with this pid is alive. A folder with our own pid belonged to a process that is dead. */
function isAnotherAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
