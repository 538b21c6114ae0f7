import { TooManyRequestsError } from "./rate-limit.ts";
import { Turns } from "./turns.ts";

const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_SEC = 2;
/** Milliseconds up to which work causes no noticeable delay, so that no rest follows. */
const SHORT_TASK_MS = 50;
/** The maximum rest: work that took longer was waiting for other work. */
const MAX_REST_MS = 2_000;

/** Runs a client's work in its turn. @throws TooManyRequestsError if too much work of the client is waiting, and after 10 s. */
export type RunLongTask = <T>(clientUuid: string, work: () => Promise<T>) => Promise<T>;

/**
 * Creates turns for work that blocks the single thread for a tenth of a second or more, or needs many times its response in
 * memory: one at a time per client, two in all. After a long turn the client rests for as long as it took, so that half of the
 * time is left for others.
 */
export function createLongTaskQueue(): RunLongTask {
  const turns = new Turns({ atOnce: 2, atOncePerClient: 1, waitingPerClient: 8, waitingAtMost: 100 });
  return async (clientUuid, work) => {
    const leave = await turns.acquire(clientUuid, AbortSignal.timeout(MAX_WAIT_MS)).catch(() => {
      throw new TooManyRequestsError(RETRY_AFTER_SEC);
    });
    const beganMs = performance.now();
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - beganMs;
      if (tookMs < SHORT_TASK_MS) leave();
      else setTimeout(leave, Math.min(tookMs, MAX_REST_MS)).unref();
    }
  };
}

/** The turns that all long tasks of this process share. */
export const runLongTask: RunLongTask = createLongTaskQueue();
