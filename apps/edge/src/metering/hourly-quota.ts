import { LRUCache } from "lru-cache";

const HOUR_MS = 3_600_000;
/** The maximum number of counted addresses and keys. A /64 of IPv6 counts as one address. */
const MAX_COUNTED = 20_000;

interface HourlyUse {
  hour: number;
  sessions: Set<string>;
  bytes: number;
}

export interface HourlyLimits {
  sessions: number;
  bytes: number;
}

/** Limits how many sessions of an address or key, and how many of their reported bytes, are billed per hour. */
export class HourlyQuota {
  readonly #limits: HourlyLimits;
  readonly #used = new LRUCache<string, HourlyUse>({ max: MAX_COUNTED });
  constructor(limits: HourlyLimits) {
    this.#limits = limits;
  }

  /**
   * Returns the number of bytes that a session may still claim; 0 if the address or key has too many sessions.
   * @param limitBytes overrides the general limit.
   */
  leftFor(counted: string, sessionId: string, nowMs: number, limitBytes = this.#limits.bytes): number {
    const { sessions, bytes } = this.#usedBy(counted, nowMs);
    if (!sessions.has(sessionId) && sessions.size >= this.#limits.sessions) return 0;
    return Math.max(0, limitBytes - bytes);
  }

  /** Returns the used share of the hour's bytes of an address or key, from 0 to 1. */
  shareUsed(counted: string, nowMs: number): number {
    return Math.min(1, this.#usedBy(counted, nowMs).bytes / this.#limits.bytes);
  }

  /**
   * Records billed bytes.
   * @returns true when they first reach half of the limit, at most once per hour.
   */
  record(counted: string, sessionId: string, bytes: number, nowMs: number): boolean {
    const used = this.#usedBy(counted, nowMs);
    const half = this.#limits.bytes / 2;
    const wasBelow = used.bytes < half;
    // Ids are kept only to limit sessions. Without that limit, a caller could fill the memory with invented ones.
    if (Number.isFinite(this.#limits.sessions)) used.sessions.add(sessionId);
    used.bytes += bytes;
    return wasBelow && used.bytes >= half;
  }

  #usedBy(counted: string, nowMs: number): HourlyUse {
    const hour = Math.floor(nowMs / HOUR_MS);
    const known = this.#used.get(counted);
    if (known?.hour === hour) return known;
    const used = { hour, sessions: new Set<string>(), bytes: 0 };
    this.#used.set(counted, used);
    return used;
  }
}
