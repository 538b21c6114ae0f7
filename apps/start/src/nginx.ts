import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { mkdir, readdir, readFile, readlink, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { type ProcessRun, type SupervisedProcess, supervise } from "./supervise.ts";

const NGINX_COMMANDS = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"];
const SETPRIV_COMMAND = "/usr/bin/setpriv";
const READY_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 12_000;

export const MISSING_NGINX_MESSAGE =
  "nginx is not installed: CDN entries are not served, all else works. Install it and start again: sudo apt-get install nginx-light";

export interface NginxOptions {
  /** The edge's `CDN_DIR`, where the edge writes the configuration. */
  dir: string;
  /** The port on which nginx will listen. */
  port: number;
  host: string;
  /** Whether nginx starts immediately instead of with the first entry. */
  isWanted: boolean;
  onLine: (name: string, line: string) => void;
  /** Called when nginx runs, including after a restart. */
  onRun: (kept: SupervisedProcess) => void;
  commands?: readonly string[];
}

/**
 * Runs nginx next to the edge once there is a CDN entry, and restarts it when it ends.
 * @returns a function that stops nginx, or stops waiting for an entry.
 */
export function superviseNginx(options: NginxOptions): () => Promise<void> {
  const { dir, isWanted, onLine, onRun, commands = NGINX_COMMANDS } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let kept: SupervisedProcess | undefined;
  async function run(): Promise<void> {
    if (!isWanted) await awaitFile(dir, "wanted", signal);
    const command = commands.find((path) => existsSync(path));
    if (command === undefined) return onLine("start", MISSING_NGINX_MESSAGE);
    const start = (ending: AbortSignal) => startNginx(command, options, AbortSignal.any([signal, ending]));
    kept = await supervise({ name: "nginx", start, onLine, onAgain: () => kept && onRun(kept) });
    onRun(kept);
  }
  const running = run().catch((error: unknown) => {
    // The platform continues without nginx, since playback does not need CDN entries.
    if (!signal.aborted) onLine("start", `CDN entries are not served: ${String(error)}`);
  });
  return async () => {
    stopping.abort();
    await running;
    await kept?.stop();
  };
}

/** Resolves once a file with this name exists in the folder. */
async function awaitFile(dir: string, name: string, signal: AbortSignal): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const there = Promise.withResolvers<void>();
  const check = () => existsSync(join(dir, name)) && there.resolve();
  const watcher = watch(dir, { signal, persistent: false }, check);
  watcher.on("error", there.reject);
  signal.addEventListener("abort", () => there.reject(signal.reason as Error), { once: true });
  check();
  try {
    await there.promise;
  } finally {
    watcher.close();
  }
}

async function startNginx(command: string, options: NginxOptions, signal: AbortSignal): Promise<ProcessRun> {
  const { dir, host, port, onLine } = options;
  await endWorkersIn(dir);
  // The pid file of a killed nginx must not be mistaken for that of the new process.
  await rm(join(dir, "nginx.pid"), { force: true });
  const child = spawn(...withParentDeathSignal(command, ["-c", join(dir, "nginx.conf"), "-p", dir]), {
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => onLine("nginx", line));
  const ended = once(child, "exit").catch((error: unknown) => onLine("nginx", String(error)));
  const run: ProcessRun = {
    pid: child.pid,
    ended,
    async stop() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
  try {
    await Promise.race([
      waitUntilAnswering({ host, port }, signal),
      ended.then(() => {
        throw new Error("nginx ended at its start; its last lines in the log say why");
      }),
    ]);
    return run;
  } catch (error) {
    await run.stop();
    throw error;
  }
}

/** Wraps a command so that the kernel ends its process if the supervisor is killed. */
const withParentDeathSignal = (command: string, args: string[]): [string, string[]] =>
  existsSync(SETPRIV_COMMAND)
    ? [SETPRIV_COMMAND, ["--pdeathsig", "TERM", command, ...args]]
    : [command, args];

async function waitUntilAnswering(where: { host: string; port: number }, signal: AbortSignal): Promise<void> {
  for (
    const endsAtMs = Date.now() + READY_TIMEOUT_MS;
    Date.now() < endsAtMs;
    await delay(50, undefined, { signal })
  ) {
    const socket = connect(where);
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error(`nginx does not answer at ${where.host}:${where.port}`);
}

/**
 * Ends workers whose master was killed, since they would continue to serve and block the port. Workers are identified by their
 * working directory, which contains the configuration.
 */
export async function endWorkersIn(dir: string): Promise<void> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const pid of pids) {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    const name = folder === dir ? await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "") : "";
    if (name.trim() !== "nginx") continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended in the meantime.
    }
  }
}
