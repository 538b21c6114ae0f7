import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const PACKAGES_FOLDER = "/usr/lib/postgresql";

/** Returns the user `postgres` if this process runs as root, because PostgreSQL refuses to run as root. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Finds the folder of PostgreSQL's programs. @throws Error that states what to install. */
export async function findPostgresPrograms(): Promise<string> {
  const versions = (await readdir(PACKAGES_FOLDER).catch(() => [])).map(Number).filter(Number.isInteger);
  const newest = Math.max(...versions);
  if (newest < 15)
    throw new Error("Needs Debian's postgresql, 15 or later: apt-get install postgresql pgbouncer");
  return join(PACKAGES_FOLDER, String(newest), "bin");
}
