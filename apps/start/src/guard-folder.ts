import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The folders that processes expect in the data folder. */
const DATA_FOLDERS = ["media", "work", "beacons", "mails", "clickhouse"];
/** Matches the names of files with passwords, tokens and records of users' actions. */
const PRIVATE_FILE = /^(secrets\.json|postgres\.secret|endpoints\.json|processes\.json|[\w-]+\.log(\.\d+)?)$/;
/**
 * The permissions of the folder: full access for the owner, and traversal for the group. PostgreSQL's user needs the latter if this
 * process is root.
 */
const FOLDER_MODE = 0o710;
const FILE_MODE = 0o600;

/**
 * Creates the folders of an installation. Removes read permissions for other users, which an earlier version or an unpacked archive
 * may have left behind.
 */
export async function guardFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await removePermissions(dataDir, FOLDER_MODE);
  for (const name of DATA_FOLDERS) {
    await mkdir(join(dataDir, name), { recursive: true, mode: 0o700 });
    await removePermissions(join(dataDir, name), 0o700);
  }
  for (const name of await readdir(dataDir))
    if (PRIVATE_FILE.test(name)) await removePermissions(join(dataDir, name), FILE_MODE);
}

/** Removes permissions. Does not touch files that are restrictive enough, so that their change time stays the same. */
async function removePermissions(path: string, allowed: number): Promise<void> {
  const mode = (await stat(path)).mode & 0o7777;
  if ((mode & ~allowed) !== 0) await chmod(path, mode & allowed);
}
