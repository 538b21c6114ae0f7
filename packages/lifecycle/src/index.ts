import { describeFault, startFailureReason } from "./fault-text.ts";

export { type ClientAddressOf, createClientAddress, inNetworks } from "./client-address.ts";
export { type Drain, drainOf } from "./drain.ts";
export { DUE_JOBS, type DueJobs, followDueJobs } from "./due-jobs.ts";
export { EVENT_LOOP_PRECISION_MS } from "./event-loop.ts";
export { CLAIM_FAIRLY, FAIR_QUEUE, type FairJob } from "./fair-queue.ts";
export { describeFault, startFailureReason } from "./fault-text.ts";
export { type HttpLimits, makeHttpServer } from "./http-server.ts";
export { isPipelined } from "./pipelining.ts";
export { type SlotOptions, Slots } from "./slots.ts";
export { ANSWERS_TO_UNREADABLE, answerNothingHere, refuseNoFiles } from "./unreadable.ts";
export { workerRoleOf } from "./worker-role.ts";

/** A running process, and how it ends. */
export interface RunningProcess {
  /** The process's URL. It is sent to the supervisor when the process is ready. */
  url?: string;
  close(): Promise<void>;
}

/** The message of a process to its supervisor, which states that the process is ready or why it failed. */
export type StartMessage = { url: string | null } | { fault: string };

/** The time after which a process that cannot close is ended, in ms. Everything that the process has acknowledged is durable. */
const CLOSE_TIMEOUT_MS = 15_000;

/**
 * Runs a process from start to graceful shutdown: on SIGTERM, on Ctrl-C if it is unsupervised, and when its supervisor is gone.
 * If starting fails, prints the reason and exits with 1.
 * @example await runProcess(() => startApi(readConfig()));
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  let running: RunningProcess;
  try {
    running = await start();
  } catch (error) {
    process.stderr.write(`${describeFault(error)}\n`);
    const fault = startFailureReason(error) ?? (error instanceof Error ? error.message : String(error));
    return notifySupervisor({ fault }, () => process.exit(1));
  }
  const stop = runOnce(() => void closeProcess(running));
  process.on("SIGTERM", stop);
  process.on("disconnect", stop);
  // Ctrl-C reaches the whole process group. A supervised process ignores it, because the supervisor decides when it stops.
  process.on("SIGINT", () => {
    if (!process.send) stop();
  });
  // The supervisor may have died while the process was starting. In that case, `disconnect` would never be emitted.
  if (process.send && !process.connected) return stop();
  notifySupervisor({ url: running.url ?? null }, () => undefined);
}

/** @param then is called in every case, even without a supervisor. */
function notifySupervisor(message: StartMessage, then: () => void): void {
  if (process.send && process.connected) process.send(message, then);
  else then();
}

async function closeProcess(running: RunningProcess): Promise<void> {
  setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
  try {
    await running.close();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${describeFault(error)}\n`);
    process.exit(1);
  }
}

function runOnce(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
