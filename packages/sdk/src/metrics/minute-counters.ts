import type { BeaconCounters, BeaconMinute } from "@shoal/contract/player";
import { rememberLatest } from "@shoal/p2p";

export const MINUTE_MS = 60_000;
/** The maximum of one batch; older minutes that could not be sent are dropped. */
export const MINUTES_MAX = 30;

/** Viewers without delay count what the publishing page sends. */
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

interface Page {
  counters: BeaconMinute;
  /** Raised by every change, so that one made while a batch is on its way is sent again. */
  changeCount: number;
  sentCount: number;
}

/** The counters of one session, a page a minute, each cumulative. */
export class MinuteCounters {
  readonly #pages = new Map<number, Page>();

  add(counter: Counter, amount: number, nowMs = Date.now()): void {
    if (!(amount > 0)) return;
    const page = this.#pageOf(nowMs);
    page.counters[counter] += amount;
    page.changeCount += 1;
  }

  /** Keeps the largest value of the minute. */
  raise(counter: Counter, value: number, nowMs = Date.now()): void {
    const page = this.#pageOf(nowMs);
    if (value <= page.counters[counter]) return;
    page.counters[counter] = value;
    page.changeCount += 1;
  }

  /** Minutes with news, oldest first, and what to call once they have arrived. */
  collect(): { minutes: BeaconMinute[]; markSent(): void } {
    const pages = [...this.#pages.values()].filter((page) => page.changeCount > page.sentCount);
    const sent = pages.map((page) => ({ page, changeCount: page.changeCount }));
    return {
      minutes: pages.map((page) => ({ ...page.counters })),
      markSent: () => {
        for (const { page, changeCount } of sent) page.sentCount = Math.max(page.sentCount, changeCount);
        this.#forgetSent();
      },
    };
  }

  #pageOf(nowMs: number): Page {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const known = this.#pages.get(minute);
    if (known) return known;
    const page: Page = { counters: emptyMinute(minute), changeCount: 0, sentCount: 0 };
    rememberLatest(this.#pages, minute, page, MINUTES_MAX);
    return page;
  }

  /** A minute that is over and sent is not needed any more; the latest two may still change. */
  #forgetSent(): void {
    const minutes = [...this.#pages.keys()].slice(0, -2);
    for (const minute of minutes) {
      const page = this.#pages.get(minute);
      if (page && page.sentCount >= page.changeCount) this.#pages.delete(minute);
    }
  }
}
