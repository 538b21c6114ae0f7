import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ROOT } from "./settings.ts";

const STOP_TIMEOUT_MS = 20_000;
const MAX_BACKOFF_MS = 30_000;
/** Of what a process printed before it ended at its start. */
const TOLD_CHARS = 2_000;
/**
 * Upload chunks are short-lived: a small young generation collects them before the process grows (89 MB → 62 MB in 300 MB
 * of them), and an old one that grows in small steps what came through it (68 MB → 41 MB in 2 GB from a browser).
 */
const HEAP = ["--max-semi-space-size=2", "--heap-growing-percent=25"];

/** Modules compiled by an earlier start: the api is imported with 1.4 s of CPU instead of 2.0. */
export const COMPILED = join(ROOT, ".cache/node");

export interface Child {
  name: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface ChildOptions {
  name: string;
  /** From the project's root. */
  script: string;
  env: Record<string, string>;
  isWatching: boolean;
  onLine: (name: string, line: string) => void;
}

/**
 * Runs one process and starts it again when it ends by itself, ever later. Resolves when it first says that it is ready.
 * @throws Error with what it printed, when it ends before it was ever ready.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  let isStopping = false;
  let current: ChildProcess | undefined;
  let failures = 0;

  async function run(): Promise<void> {
    const child = spawnOnce(options);
    current = child;
    child.once("exit", () => {
      if (isStopping) return;
      failures += 1;
      const waitMs = Math.min(MAX_BACKOFF_MS, 500 * 2 ** failures);
      options.onLine("start", `${options.name} ended; starting it again in ${waitMs / 1000} s`);
      void delay(waitMs, undefined, { ref: false }).then(() => {
        if (!isStopping) run().catch(() => undefined);
      });
    });
    await ready(child, options.name);
    failures = 0;
  }

  try {
    await run();
  } catch (error) {
    isStopping = true;
    throw error;
  }
  return {
    name: options.name,
    pid: () => current?.pid,
    async stop() {
      isStopping = true;
      if (current) await stopProcess(current);
    },
  };
}

function spawnOnce({ name, script, env, isWatching, onLine }: ChildOptions): ChildProcess {
  const child = fork(join(ROOT, script), {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...env },
    execArgv: [...HEAP, ...(isWatching ? ["--watch", "--watch-preserve-output"] : [])],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.on("data", (text: Buffer) => {
      const lines = (rest + text.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(name, line);
    });
  }
  return child;
}

async function ready(child: ChildProcess, name: string): Promise<void> {
  const said = new AbortController();
  let printed = "";
  const note = (text: Buffer) => {
    printed = (printed + text.toString()).slice(-TOLD_CHARS);
  };
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) stream?.on("data", note);
  const ended = once(child, "close", { signal: said.signal }).then(() => {
    throw new Error(`${name} ended at its start:\n${printed}`);
  });
  try {
    await Promise.race([once(child, "message", { signal: said.signal }), ended]);
  } finally {
    said.abort();
    for (const stream of streams) stream?.off("data", note);
    ended.catch(() => undefined);
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
