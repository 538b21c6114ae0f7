import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The URL of the embedded PostgreSQL that runs on this data folder now; undefined when none does. */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const pidFile = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => undefined);
  const [pid, , , , socketDir] = pidFile?.split("\n") ?? [];
  const isAlive = pid && (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined));
  if (!isAlive || !socketDir) return undefined;
  const password = (await readFile(join(dataDir, "postgres.secret"), "utf8")).trim();
  return `postgres://shoal:${password}@/shoal?host=${encodeURIComponent(socketDir)}`;
}
