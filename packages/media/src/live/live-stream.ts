import type { LiveUpdate } from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";
import type { LiveWindow } from "./live-window.ts";

/** A live as seen by its server: its published window and bytes. */
export interface LiveStream {
  readonly window: LiveWindow;
  /**
   * Whether another generation of the live has replaced this one, which receives nothing more. Absent if that cannot happen.
   */
  readonly isReplaced?: boolean;
  /** The bytes of a range in the window, synchronously if they are in memory. Rejects when they cannot be read. */
  read(range: ByteRange): Uint8Array | Promise<Uint8Array>;
  /** Called after each change of the window. @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** A live as provided by the process that makes it. */
export interface LiveFeed extends LiveStream {
  /** Called with each addition to the window. @returns a function that unsubscribes. */
  onNews(reader: (news: LiveUpdate) => void): () => void;
}

/** A clock for code with deadlines. */
export interface LiveClock {
  nowMs(): number;
  /** Resolves at that time, immediately if it has passed. Rejects with the signal's reason. */
  waitUntil(timeMs: number, signal: AbortSignal): Promise<void>;
}

/** The time of day. */
export const wallClock: LiveClock = clockOf(() => Date.now());

/**
 * Creates a clock that starts at the time of day and advances independently, for measuring time while the machine's clock may
 * be changed.
 * @example const clock = steadyClock(); // one per live, created at its start
 */
export function steadyClock(): LiveClock {
  const originMs = Date.now() - performance.now();
  return clockOf(() => Math.floor(originMs + performance.now()));
}

function clockOf(nowMs: () => number): LiveClock {
  return {
    nowMs,
    waitUntil: (timeMs, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const handleAbort = () => {
          clearTimeout(timer);
          reject(signal.reason);
        };
        const timer = setTimeout(
          () => {
            signal.removeEventListener("abort", handleAbort);
            resolve();
          },
          // Timers have whole milliseconds and can fire up to a millisecond early, so one is added.
          Math.max(0, timeMs + 1 - nowMs()),
        );
        signal.addEventListener("abort", handleAbort, { once: true });
      }),
  };
}
