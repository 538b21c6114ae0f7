import type { BeaconCounters, BeaconMinute } from "@shoal/contract/player";
import { rememberLatest } from "@shoal/p2p";

export const MINUTE_MS = 60_000;
/** The maximum number of minutes in one batch. Older unsent minutes are dropped. */
export const MAX_BATCH_MINUTES = 30;

/** The counters of all viewers. For viewers without delay, data from the publishing page is counted separately. */
export type Counter = Exclude<keyof BeaconCounters, "minute" | "secDirect" | "bytesDirect">;

const emptyMinute = (minute: number): BeaconMinute => ({
  minute,
  secServer: 0,
  secPeer: 0,
  secRebufServer: 0,
  secRebufPeer: 0,
  bytesServer: 0,
  bytesPeer: 0,
  bytesUp: 0,
  kbpsSeconds: 0,
  secBestQuality: 0,
  views: 0,
  attempts: 0,
  startupMs: 0,
  peers: 0,
  errors: 0,
});

interface MinutePage {
  counters: BeaconMinute;
  /** A number that increases with every change. A change made while a batch is being sent is therefore sent later. */
  changeCount: number;
  sentCount: number;
}

/** The cumulative counters of one session, by minute. */
export class MinuteCounters {
  readonly #pages = new Map<number, MinutePage>();

  add(counter: Counter, amount: number, nowMs = Date.now()): void {
    if (!(amount > 0)) return;
    const page = this.#pageOf(nowMs);
    page.counters[counter] += amount;
    page.changeCount += 1;
  }

  /** Keeps the largest value that the counter had in the minute. */
  raise(counter: Counter, value: number, nowMs = Date.now()): void {
    const page = this.#pageOf(nowMs);
    if (value <= page.counters[counter]) return;
    page.counters[counter] = value;
    page.changeCount += 1;
  }

  /** Returns the minutes with unsent changes, oldest first, and a function to call once they have been delivered. */
  collect(): { minutes: BeaconMinute[]; markSent(): void } {
    const pages = [...this.#pages.values()].filter((page) => page.changeCount > page.sentCount);
    const sent = pages.map((page) => ({ page, changeCount: page.changeCount }));
    return {
      minutes: pages.map((page) => ({ ...page.counters })),
      markSent: () => {
        for (const { page, changeCount } of sent) page.sentCount = Math.max(page.sentCount, changeCount);
        this.#pruneSent();
      },
    };
  }

  #pageOf(nowMs: number): MinutePage {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const known = this.#pages.get(minute);
    if (known) return known;
    const page: MinutePage = { counters: emptyMinute(minute), changeCount: 0, sentCount: 0 };
    rememberLatest(this.#pages, minute, page, MAX_BATCH_MINUTES);
    return page;
  }

  /** Removes minutes that were sent, except for the latest two, which may still change. */
  #pruneSent(): void {
    const minutes = [...this.#pages.keys()].slice(0, -2);
    for (const minute of minutes) {
      const page = this.#pages.get(minute);
      if (page && page.sentCount >= page.changeCount) this.#pages.delete(minute);
    }
  }
}
