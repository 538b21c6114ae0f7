import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Folders that processes expect, and whether others of the machine could read what is in them without their parent. */
const FOLDERS = ["media", "work", "beacons", "mails", "clickhouse"];
/** Passwords, tokens and what users did. */
const PRIVATE_FILE = /^(secrets\.json|postgres\.secret|endpoints\.json|processes\.json|[\w-]+\.log(\.\d+)?)$/;
/** All that the owner may, and that the group may enter: PostgreSQL's user does, where this one is root. */
const FOLDER_BITS = 0o710;
const FILE_BITS = 0o600;

/**
 * Makes the folders of an installation, and takes from other users of the machine what an earlier version, or an archive
 * that was unpacked, let them read.
 */
export async function guardFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await takeBits(dataDir, FOLDER_BITS);
  for (const name of FOLDERS) {
    await mkdir(join(dataDir, name), { recursive: true, mode: 0o700 });
    await takeBits(join(dataDir, name), 0o700);
  }
  for (const name of await readdir(dataDir))
    if (PRIVATE_FILE.test(name)) await takeBits(join(dataDir, name), FILE_BITS);
}

/** Leaves what the owner took from themselves, and what is narrow enough: its time of change stays too. */
async function takeBits(path: string, allowed: number): Promise<void> {
  const mode = (await stat(path)).mode & 0o7777;
  if ((mode & ~allowed) !== 0) await chmod(path, mode & allowed);
}
