import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { StartMessage } from "@shoal/lifecycle";
import { REPOSITORY_ROOT } from "./settings.ts";
import { type ProcessRun, type SupervisedProcess, supervise } from "./supervise.ts";

const STOP_TIMEOUT_MS = 20_000;
/** How many of a process's last characters of output are kept, for the error if it ends during its start. */
const MAX_OUTPUT_CHARS = 2_000;
/**
 * Node's options for a small heap. Upload chunks are short-lived. A small young generation collects them before the process grows
 * (89 MB → 62 MB with 300 MB of chunks). An old generation that grows in small steps collects those that were promoted (68 MB → 41
 * MB with 2 GB from a browser).
 */
const HEAP_OPTIONS = ["--max-semi-space-size=2", "--heap-growing-percent=25"];

/** The cache of compiled modules. It reduces the CPU time for importing the api from 2.0 s to 1.4 s. */
export const COMPILE_CACHE_FOLDER = join(REPOSITORY_ROOT, ".cache/node");

export interface ChildOptions {
  name: string;
  /** The path of the script, relative to the project's root. */
  script: string;
  env: Record<string, string>;
  isWatching: boolean;
  /** A command line that is put in front of the command, such as `ip netns exec NAME`. */
  through?: readonly string[];
  onLine: (name: string, line: string) => void;
  /** Called with another pid when the process was restarted. */
  onAgain?: (() => void) | undefined;
}

/**
 * Runs one process, and restarts it with increasing delays when it ends on its own. Resolves when the process first reports that it
 * is ready.
 * @throws Error if the process ends before it was ever ready, with the reason that it reports, or otherwise with its output.
 */
export const superviseChild = (options: ChildOptions): Promise<SupervisedProcess> =>
  supervise({ ...options, start: (signal) => startOnce(options, signal) });

async function startOnce(options: ChildOptions, signal: AbortSignal): Promise<ProcessRun> {
  const child = spawnOnce(options);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = () => stopProcess(child, options);
  try {
    await waitUntilReady(child, options.name, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid, ended, stop };
}

function spawnOnce({ name, script, env, isWatching, through = [], onLine }: ChildOptions): ChildProcess {
  const [execPath, ...before] = [...through, process.execPath];
  const child = fork(join(REPOSITORY_ROOT, script), {
    cwd: REPOSITORY_ROOT,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE_FOLDER, ...process.env, ...env },
    execPath,
    execArgv: [...before, ...HEAP_OPTIONS, ...(isWatching ? ["--watch", "--watch-preserve-output"] : [])],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child.on("error", (error) => onLine("start", `${name}: ${error.message}`));
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on("line", (line) => onLine(name, line));
  return child;
}

async function waitUntilReady(child: ChildProcess, name: string, givenUp: AbortSignal): Promise<void> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, givenUp]);
  let printed = "";
  const record = (text: Buffer) => {
    printed = (printed + text.toString()).slice(-MAX_OUTPUT_CHARS);
  };
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) stream?.on("data", record);
  const ended = once(child, "close", { signal }).then(() => {
    throw new Error(`${name} ended at its start:\n${printed}`);
  });
  try {
    const [message] = (await Promise.race([once(child, "message", { signal }), ended])) as [StartMessage];
    if ("fault" in message) throw new Error(`${name}: ${message.fault}`);
  } finally {
    settled.abort();
    for (const stream of streams) stream?.off("data", record);
    ended.catch(() => undefined);
  }
}

async function stopProcess(child: ChildProcess, { name, onLine }: ChildOptions): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  if (code !== 0 && signal !== "SIGTERM") onLine("start", `${name} did not end in order (${signal ?? code})`);
}
