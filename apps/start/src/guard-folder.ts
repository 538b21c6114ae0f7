import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The folders that processes expect in the data folder. */
const FOLDERS = ["media", "work", "beacons", "mails", "clickhouse"];
/** Matches the names of files with passwords, tokens and records of users' actions. */
const PRIVATE_FILE = /^(secrets\.json|postgres\.secret|endpoints\.json|processes\.json|[\w-]+\.log(\.\d+)?)$/;
/**
 * The permissions of the folder: all for the owner, and traversal for the group, which PostgreSQL's user needs if this process is
 * root.
 */
const FOLDER_BITS = 0o710;
const FILE_BITS = 0o600;

/**
 * Creates the folders of an installation, and removes read permissions for other users that an earlier version or an unpacked
 * archive left behind.
 */
export async function guardFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await clearBits(dataDir, FOLDER_BITS);
  for (const name of FOLDERS) {
    await mkdir(join(dataDir, name), { recursive: true, mode: 0o700 });
    await clearBits(join(dataDir, name), 0o700);
  }
  for (const name of await readdir(dataDir))
    if (PRIVATE_FILE.test(name)) await clearBits(join(dataDir, name), FILE_BITS);
}

/** Removes permissions. Files that are restrictive enough are not changed, so that their change time stays the same. */
async function clearBits(path: string, allowed: number): Promise<void> {
  const mode = (await stat(path)).mode & 0o7777;
  if ((mode & ~allowed) !== 0) await chmod(path, mode & allowed);
}
