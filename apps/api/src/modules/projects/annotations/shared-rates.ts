import { TokenBucket } from "../../../platform/rate.ts";

/** Milliseconds between removals of unused rates. */
const SWEEP_INTERVAL_MS = 60_000;
/** A rate that was not used for this long is full again. */
const FULL_AFTER_MS = 5_000;

/** A rate per kind of event. */
export type RatesPerSec<Kind extends string> = Readonly<Record<Kind, number>>;

interface SharedRateEntry<Kind extends string> {
  rates: Map<Kind, TokenBucket>;
  usedAtMs: number;
}

/** Rates shared by several sockets, such as those of one person or one room. */
export class SharedRates<Kind extends string> {
  readonly #perSec: RatesPerSec<Kind>;
  readonly #byKey = new Map<string, SharedRateEntry<Kind>>();
  #sweptAtMs = 0;

  constructor(perSec: RatesPerSec<Kind>) {
    this.#perSec = perSec;
  }

  /** Whether another event may pass now; rejected events are not counted. */
  tryConsume(key: string, kind: Kind, nowMs = Date.now()): boolean {
    this.#sweep(nowMs);
    const shared = this.#byKey.get(key) ?? { rates: new Map<Kind, TokenBucket>(), usedAtMs: nowMs };
    this.#byKey.set(key, shared);
    shared.usedAtMs = nowMs;
    const rate = shared.rates.get(kind) ?? new TokenBucket(this.#perSec[kind], nowMs);
    shared.rates.set(kind, rate);
    return rate.tryConsume(1, nowMs);
  }

  /** The number of rates in memory. */
  get size(): number {
    return this.#byKey.size;
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < SWEEP_INTERVAL_MS) return;
    this.#sweptAtMs = nowMs;
    for (const [key, { usedAtMs }] of this.#byKey)
      if (nowMs - usedAtMs >= FULL_AFTER_MS) this.#byKey.delete(key);
  }
}
