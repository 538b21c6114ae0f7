import type { PlaySession } from "@shoal/contract/player";

/** When the answers that brought sessions began to come, in ms of `performance.now()`. */
const arrivals = new WeakMap<PlaySession, number>();

export interface Call {
  url: string;
  /** In ms of `performance.now()`, as all times here. */
  askedAtMs: number;
  /** When the page heard of the answer: late, where it was busy with something else. */
  receivedAtMs: number;
}

/** Remembers when a session came: as the browser noted it, for which a busy page makes no difference, where it did. */
export function recordResponse(session: PlaySession, { url, askedAtMs, receivedAtMs }: Call): void {
  const noted = performance.getEntriesByName(url, "resource") as PerformanceResourceTiming[];
  const recordedAtMs = noted.at(-1)?.responseStart ?? 0;
  arrivals.set(session, recordedAtMs >= askedAtMs ? recordedAtMs : receivedAtMs);
}

/**
 * The edge's time, as its sessions tell it: the viewer's own clock may be wrong, or be set meanwhile. What is started with a
 * session, as with a part of the player that had to be fetched first, may be started seconds after it came, at each viewer
 * others: they would see different seconds of a live that goes by this clock.
 */
export class EdgeClock {
  #aheadMs = Number.NEGATIVE_INFINITY;

  constructor(session: PlaySession) {
    this.take(session);
  }

  /** Another session. What it tells is late by the way that it came, never early: the least late one holds. */
  take(session: PlaySession): void {
    const cameAtMs = arrivals.get(session) ?? performance.now();
    this.#aheadMs = Math.max(this.#aheadMs, Date.parse(session.serverTime) - cameAtMs);
  }

  /** In ms since 1970. */
  nowMs(): number {
    return performance.now() + this.#aheadMs;
  }
}
