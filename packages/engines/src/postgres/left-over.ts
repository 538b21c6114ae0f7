import { readdir, readFile, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** How long a fast shutdown may take, in ms. */
export const STOP_TIMEOUT_MS = 30_000;
/** How long a backend may take to exit, in ms. It exits as soon as it receives the signal, even during a statement. */
const QUIT_TIMEOUT_MS = 5_000;

/**
 * Stops a PostgreSQL that still holds the data folder because its supervisor was killed. If the server itself was killed, ends its
 * backends. Without the pid file, nothing else would keep a new server from using the same files.
 * @throws Error if a backend cannot be ended.
 */
export async function stopLeftOver(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, "postmaster.pid");
  const pid = Number((await readFile(pidFile, "utf8").catch(() => "")).split("\n")[0]);
  if (!pid) return;
  if (await isPostgresOf(pid, dataDir)) await stopProcess(pid);
  await endBackends(dataDir);
  await rm(pidFile, { force: true });
}

/**
 * Ends the backends of a killed server. A backend notices the server's end only when its own statement is complete, which may never
 * happen. Uncommitted changes are lost with the server anyway.
 * @throws Error if a backend cannot be ended.
 */
export async function endBackends(dataDir: string): Promise<void> {
  const backends = await backendsOf(dataDir);
  for (const pid of backends) sendSignal(pid, "SIGQUIT");
  for (const pid of backends) {
    if (await hasEnded(pid, QUIT_TIMEOUT_MS)) continue;
    sendSignal(pid, "SIGKILL");
    if (!(await hasEnded(pid))) throw new Error(`PostgreSQL (pid ${pid}) does not stop`);
  }
}

/** Requests a fast shutdown, and an immediate one if the server does not end in time. WAL recovers both. */
async function stopProcess(pid: number): Promise<void> {
  sendSignal(pid, "SIGINT");
  if (await hasEnded(pid)) return;
  sendSignal(pid, "SIGQUIT");
  if (!(await hasEnded(pid))) throw new Error(`PostgreSQL (pid ${pid}) does not stop`);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Returns whether the pid still belongs to the server. Another program may have received it since. */
async function isPostgresOf(pid: number, dataDir: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command.includes("postgres") && command.includes(dataDir);
}

/** Lists the processes of a server. All of them have its data folder as their working directory. */
async function backendsOf(dataDir: string): Promise<number[]> {
  const found: number[] = [];
  const home = await realpath(dataDir).catch(() => dataDir);
  for (const pid of (await readdir("/proc")).map(Number).filter(Number.isInteger)) {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    if (folder === home && name.startsWith("postgres")) found.push(pid);
  }
  return found;
}

async function hasEnded(pid: number, withinMs = STOP_TIMEOUT_MS): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await delay(50)) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    if (state === undefined || / Z /.test(state)) return true;
  }
  return false;
}
