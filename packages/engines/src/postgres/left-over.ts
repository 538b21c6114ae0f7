import { readdir, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const STOP_TIMEOUT_MS = 30_000;

/**
 * Stops a PostgreSQL that still holds the data folder because its supervisor was killed. When the server itself was
 * killed, waits for its backends: without the pid file nothing else would keep a new server from their files.
 */
export async function stopLeftOver(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, "postmaster.pid");
  const pid = Number((await readFile(pidFile, "utf8").catch(() => "")).split("\n")[0]);
  if (!pid) return;
  if (await isPostgresOf(pid, dataDir)) await stopProcess(pid);
  for (const backend of await backendsOf(dataDir))
    if (!(await hasEnded(backend))) throw new Error(`PostgreSQL (pid ${backend}) does not stop`);
  await rm(pidFile, { force: true });
}

/** Fast shutdown, then an immediate one when it does not end in time: WAL recovers both. */
async function stopProcess(pid: number): Promise<void> {
  process.kill(pid, "SIGINT");
  if (await hasEnded(pid)) return;
  process.kill(pid, "SIGQUIT");
  if (!(await hasEnded(pid))) throw new Error(`PostgreSQL (pid ${pid}) does not stop`);
}

/** The number may meanwhile belong to another program. */
async function isPostgresOf(pid: number, dataDir: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command.includes("postgres") && command.includes(dataDir);
}

/** Every process of a server works in its data folder. */
async function backendsOf(dataDir: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir("/proc")).map(Number).filter(Number.isInteger)) {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    if (folder === dataDir && name.startsWith("postgres")) found.push(pid);
  }
  return found;
}

async function hasEnded(pid: number): Promise<boolean> {
  for (const end = Date.now() + STOP_TIMEOUT_MS; Date.now() < end; await delay(50)) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    if (state === undefined || / Z /.test(state)) return true;
  }
  return false;
}
