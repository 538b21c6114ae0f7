import type { PlaySession } from "@shoal/contract/player";

/** When the responses with sessions started to arrive, in ms of `performance.now()`. */
const arrivalTimes = new WeakMap<PlaySession, number>();

export interface SessionCall {
  url: string;
  /** When the session was requested, in ms of `performance.now()`. */
  askedAtMs: number;
  /** When the page received the response, which is late if the page was busy. */
  receivedAtMs: number;
}

/** Records when a session arrived. If available, the browser's own timing is used, which a busy page does not affect. */
export function recordResponse(session: PlaySession, { url, askedAtMs, receivedAtMs }: SessionCall): void {
  const entries = performance.getEntriesByName(url, "resource") as PerformanceResourceTiming[];
  const recordedAtMs = entries.at(-1)?.responseStart ?? 0;
  arrivalTimes.set(session, recordedAtMs >= askedAtMs ? recordedAtMs : receivedAtMs);
}

/**
 * The edge's time, derived from its sessions, because the viewer's own clock may be wrong or be changed. Playback may start seconds
 * after a session arrived, and the delay differs between viewers. Without this clock, viewers would see different seconds of a
 * simulated live.
 */
export class EdgeClock {
  #aheadMs = Number.NEGATIVE_INFINITY;

  constructor(session: PlaySession) {
    this.synchronise(session);
  }

  /** Applies another session. The response's transit makes its time late but never early, so the least delayed session counts. */
  synchronise(session: PlaySession): void {
    const cameAtMs = arrivalTimes.get(session) ?? performance.now();
    this.#aheadMs = Math.max(this.#aheadMs, Date.parse(session.serverTime) - cameAtMs);
  }

  /** Returns the edge's time in ms since 1970. */
  nowMs(): number {
    return performance.now() + this.#aheadMs;
  }
}
