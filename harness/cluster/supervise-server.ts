import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { eventually } from "@shoal/testkit";
import { type ProcessRun, type SupervisedProcess, supervise } from "../../apps/start/src/supervise.ts";

const SETPRIV_COMMAND = "/usr/bin/setpriv";
const STOP_TIMEOUT_MS = 20_000;

interface ServerOptions {
  name: string;
  command: string;
  /** The server's arguments, or a function that returns them and is called before each start. */
  args: readonly string[] | (() => Promise<readonly string[]>);
  /** The user as which the server runs, and its working folder. */
  spawn?: SpawnOptions;
  /** The signal that shuts the server down gracefully. */
  stopSignal?: NodeJS.Signals;
  /** Removes processes and files that a killed server has left behind. */
  clear?(): Promise<void>;
  isUp(): Promise<boolean>;
  onLine: (name: string, line: string) => void;
  onAgain?: () => void;
}

/** Runs an installed server, restarts it when it dies, and ends it together with this process. Resolves when the server is up. */
export const superviseServer = (options: ServerOptions): Promise<SupervisedProcess> =>
  supervise({ ...options, start: (signal) => startServer(options, signal) });

async function startServer(options: ServerOptions, signal: AbortSignal): Promise<ProcessRun> {
  const { name, command, stopSignal = "SIGTERM", isUp, onLine } = options;
  await options.clear?.();
  const args = typeof options.args === "function" ? await options.args() : options.args;
  const [first, rest] = existsSync(SETPRIV_COMMAND)
    ? [SETPRIV_COMMAND, ["--pdeathsig", "KILL", command, ...args]]
    : [command, [...args]];
  const child = spawn(first, rest, { ...options.spawn, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on("line", (line) => onLine(name, line));
  let hasEnded = false;
  const ended = once(child, "exit").then(
    () => {
      hasEnded = true;
    },
    (error: unknown) => {
      hasEnded = true;
      onLine(name, String(error));
    },
  );
  const run: ProcessRun = {
    pid: child.pid,
    ended,
    async stop() {
      if (hasEnded) return;
      child.kill(stopSignal);
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
  try {
    await eventually(
      async () => {
        signal.throwIfAborted();
        return hasEnded || (await isUp());
      },
      { what: `the answer of ${name}` },
    );
    if (hasEnded) throw new Error(`${name} ended at its start; its last lines say why`);
    return run;
  } catch (error) {
    await run.stop();
    throw error;
  }
}
