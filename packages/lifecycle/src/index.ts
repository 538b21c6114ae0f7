export { createSecretBox, type SecretBox } from "./secret-box.ts";
export { createSecretCheck } from "./secret-check.ts";

/** What a process starts and how it ends. */
export interface Running {
  /** Told to the supervisor with the message that says we are ready. */
  url?: string;
  close(): Promise<void>;
}

/** A process that cannot close is ended after this long; what it acknowledged is durable. */
const CLOSE_TIMEOUT_MS = 15_000;

/**
 * Runs a process from its start to its graceful end: on SIGTERM, on Ctrl-C when nobody supervises it, and when its
 * supervisor is gone. A start that fails prints why and exits with 1.
 * @example await runProcess(() => startApi(readConfig()));
 */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  let running: Running;
  try {
    running = await start();
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
  const stop = once(() => void close(running));
  process.on("SIGTERM", stop);
  process.on("disconnect", stop);
  // Ctrl-C reaches the whole group; a supervisor says himself when to stop.
  process.on("SIGINT", () => {
    if (!process.send) stop();
  });
  // The supervisor may have died while we started; then nobody would ever say `disconnect`.
  if (process.send && !process.connected) return stop();
  process.send?.({ url: running.url ?? null }, () => undefined);
}

async function close(running: Running): Promise<void> {
  setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
  try {
    await running.close();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

/** A wrong setting is told in one line; a bug with its stack. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.includes("\n") ? error.message : (error.stack ?? error.message);
}
