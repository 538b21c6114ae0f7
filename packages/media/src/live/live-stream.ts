import type { LiveNews } from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/storage";
import type { LiveWindow } from "./live-window.ts";

/** A live as seen by its server: its published window and bytes. */
export interface LiveStream {
  readonly window: LiveWindow;
  /** It goes on as another run, of another generation: nothing more comes of this one. Absent where that cannot be. */
  readonly isReplaced?: boolean;
  /**
   * The bytes of a range that the window named and has not forgotten, at once where they are here. Rejects when they cannot be
   * read.
   */
  read(range: ByteRange): Uint8Array | Promise<Uint8Array>;
  /** Calls after each change of the window. @returns what ends it. */
  onChange(listener: () => void): () => void;
}

/** A live as the process that makes it hands it on. */
export interface LiveFeed extends LiveStream {
  /** Calls with each thing that is new of the window. @returns what ends it. */
  onNews(reader: (news: LiveNews) => void): () => void;
}

/** Time as those live by it who must be in time. */
export interface LiveClock {
  nowMs(): number;
  /** Resolves at that time, at once when it is past. Rejects with the signal's reason. */
  waitUntil(timeMs: number, signal: AbortSignal): Promise<void>;
}

/** The time of day. */
export const wallClock: LiveClock = clockOf(() => Date.now());

/**
 * Starts at the time of day and then advances independently: for measuring time while the machine's clock may be changed.
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
          // Timers count whole milliseconds: one of 1 ms ends up to a millisecond before that.
          Math.max(0, timeMs + 1 - nowMs()),
        );
        signal.addEventListener("abort", handleAbort, { once: true });
      }),
  };
}
