import { codeOf } from "../errors.ts";

const FIRST_RETRY_DELAY_MS = 1_000;
const MAX_WAIT_MS = 15_000;
/** Maximum number of retries after an error that may be temporary. */
const MAX_RETRIES_AFTER_FAULT = 4;
/** Codes of temporary errors: no response, too many calls, or a slow connection. */
const TEMPORARY_FAULTS: ReadonlySet<string> = new Set(["unavailable", "too_many_requests", "chunk_too_slow"]);

/** @example [0, 1, 2, 3, 4].map(backoffMs) // [1000, 2000, 4000, 8000, 15000] */
export function backoffMs(attempt: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_RETRY_DELAY_MS * 2 ** Math.min(attempt, 10));
}

/**
 * Returns whether a retry can succeed: always after a lost connection, a few times after a temporary error, never if the request was
 * rejected.
 */
export function canRetry(error: unknown, attempt: number): boolean {
  const code = codeOf(error);
  if (code === undefined) return false;
  if (TEMPORARY_FAULTS.has(code)) return true;
  const isFault = code === "internal_error" || code === "chunk_checksum_mismatch";
  return isFault && attempt < MAX_RETRIES_AFTER_FAULT;
}

/** Waits between attempts; `wake` ends all waits, for example when the network is back. */
export interface RetryTimers {
  /** Rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  wake(): void;
}

/** Repeats work until it succeeds, is rejected or is aborted. @throws the error of the last attempt. */
export async function repeatUntilDone<T>(
  work: () => Promise<T>,
  {
    patience,
    signal,
    onWait,
  }: { patience: RetryTimers; signal: AbortSignal; onWait?: (isWaiting: boolean) => void },
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !canRetry(error, attempt)) throw error;
    }
    onWait?.(true);
    try {
      await patience.wait(backoffMs(attempt), signal);
    } finally {
      onWait?.(false);
    }
  }
}

/** Creates retry timers that use the browser's timers. */
export function createPatience(): RetryTimers {
  const wakers = new Set<() => void>();
  return {
    wait(ms, signal) {
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          wakers.delete(end);
          signal.removeEventListener("abort", end);
          if (signal.aborted) reject(signal.reason as Error);
          else resolve();
        };
        const timer = setTimeout(end, ms);
        wakers.add(end);
        signal.addEventListener("abort", end);
        if (signal.aborted) end();
      });
    },
    wake() {
      for (const end of Array.from(wakers)) end();
    },
  };
}
