import { setTimeout as delay } from "node:timers/promises";

const FIRST_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;
/** The maximum number of characters of the reason for a failed start. */
const MAX_REASON_CHARS = 500;

/** One run of a process, from when it is ready to its end. */
export interface ProcessRun {
  pid: number | undefined;
  /** Resolves when the run has ended, whatever the reason. */
  ended: Promise<unknown>;
  /** Ends the run. Resolves immediately if it has already ended. */
  stop(): Promise<void>;
}

export interface SuperviseOptions<R extends ProcessRun> {
  name: string;
  /** Starts a run, and resolves when it is ready. If the signal is aborted first, stops the run and throws. */
  start: (signal: AbortSignal) => Promise<R>;
  onLine: (name: string, line: string) => void;
  /** Called when a new run has started, with another pid. */
  onAgain?: (() => void) | undefined;
}

export interface SupervisedProcess<R extends ProcessRun = ProcessRun> {
  name: string;
  /** Returns the current run, or the last run if none is running. */
  run(): R;
  pid(): number | undefined;
  /** Stops restarting processes that end. Running processes continue. */
  letEnd(): void;
  stop(): Promise<void>;
}

/**
 * Starts a process, and restarts it when it ends on its own: first after 1 s, and after that with delays that grow up to 30 s until
 * the process is ready.
 * @throws the error of the first start, which is not retried.
 * @example const api = await supervise({ name: "api", start: startApi, onLine: console.log }); await api.stop();
 */
export async function supervise<R extends ProcessRun>(
  options: SuperviseOptions<R>,
): Promise<SupervisedProcess<R>> {
  const ending = new AbortController();
  const { signal } = ending;
  let current = await options.start(signal);
  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await current.ended;
      if (signal.aborted) return;
      current = await restartProcess(options, signal);
      options.onAgain?.();
    }
  }
  const watching = watch().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return {
    name: options.name,
    run: () => current,
    pid: () => current.pid,
    letEnd: () => ending.abort(),
    async stop() {
      ending.abort();
      await current.stop();
      await watching;
      // The run became ready at the moment of the abort, so it must be stopped here.
      await current.stop();
    },
  };
}

async function restartProcess<R extends ProcessRun>(
  { name, start, onLine }: SuperviseOptions<R>,
  signal: AbortSignal,
): Promise<R> {
  let fault = "ended";
  for (let waitMs = FIRST_RETRY_DELAY_MS; ; waitMs = Math.min(MAX_RETRY_DELAY_MS, waitMs * 2)) {
    onLine("start", `${name} ${fault}; starting it again in ${waitMs / 1000} s`);
    await delay(waitMs, undefined, { ref: false, signal });
    try {
      const run = await start(signal);
      onLine("start", `${name} runs again`);
      return run;
    } catch (error) {
      signal.throwIfAborted();
      fault = `did not start (${formatReason(error)})`;
    }
  }
}

const formatReason = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" | ")
    .slice(-MAX_REASON_CHARS);
