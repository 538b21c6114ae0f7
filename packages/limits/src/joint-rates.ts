import { createHash } from "node:crypto";
import { CountsAwayError, type SharedCounts } from "./shared-counts.ts";

/** How long a process counts by itself. */
const TELL_MS = 1_000;
/** Of one statement. */
const TOLD_AT_ONCE = 1_000;
/** When there are more, those who have done nothing for longest are forgotten. */
const KEPT_MAX = 100_000;

/** So many a second, and `atOnce` after a pause. */
export interface JointRate {
  perSec: number;
  atOnce: number;
}

interface Bucket {
  rate: JointRate;
  /** Taken, here and elsewhere, and not leaked yet. */
  level: number;
  atMs: number;
  /** Taken here since this was last told. */
  own: number;
}

/**
 * Rates that processes keep together, without asking for each: a process tells once a second what it let through, and learns how full
 * each bucket is. So a caller of three processes may get through what these take in a second beyond the rate, and no more. What
 * is kept together is away: each counts for itself until it is back.
 * @example const rates = new JointRates({ name: "chat", counts, onError }); rates.start(); if (!rates.take(userUuid, RATE)) …
 */
export class JointRates {
  readonly #name: string;
  readonly #counts: SharedCounts;
  readonly #onError: (error: unknown) => void;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #keptMax: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: {
    /** Of these rates among all. */
    name: string;
    counts: SharedCounts;
    onError(error: unknown): void;
    now?(): number;
    keptMax?: number;
  }) {
    this.#name = options.name;
    this.#counts = options.counts;
    this.#onError = options.onError;
    this.#now = options.now ?? Date.now;
    this.#keptMax = options.keptMax ?? KEPT_MAX;
  }

  /** Whether one more may pass now; what may not is not counted. */
  take(key: string, rate: JointRate): boolean {
    const bucket = this.#find(key, rate);
    if (bucket.level + 1 > rate.atOnce) return false;
    bucket.level += 1;
    bucket.own += 1;
    return true;
  }

  /** Tells the others, and learns of them. */
  async tell(): Promise<void> {
    const told = [...this.#buckets].filter(([, { own }]) => own > 0);
    for (let from = 0; from < told.length; from += TOLD_AT_ONCE)
      await this.#tellSome(told.slice(from, from + TOLD_AT_ONCE));
  }

  /** Those that are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      void this.tell()
        .catch((error: unknown) => {
          if (!(error instanceof CountsAwayError)) this.#onError(error);
        })
        .finally(() => {
          if (this.#timer) this.start();
        });
    }, TELL_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #tellSome(told: readonly [string, Bucket][]): Promise<void> {
    const byKey = new Map(told.map(([key, bucket]) => [this.#sharedKeyOf(key), bucket]));
    const poured = [...byKey].map(([key, { own, rate }]) => ({ key, units: own, perSec: rate.perSec }));
    // What is taken meanwhile is told the next time.
    for (const bucket of byKey.values()) bucket.own = 0;
    try {
      const levels = await this.#counts.pour(poured);
      for (const [key, bucket] of byKey) {
        const level = levels.get(key);
        if (level === undefined) continue;
        bucket.level = level + bucket.own;
        bucket.atMs = this.#now();
      }
    } catch (error) {
      for (const { key, units } of poured) {
        const bucket = byKey.get(key);
        // Levels go on by themselves; what was not told is told once it can be, and has leaked by then where it is long ago.
        if (bucket) bucket.own = Math.min(bucket.own + units, Math.ceil(this.#leak(bucket)));
      }
      throw error;
    }
  }

  #find(key: string, rate: JointRate): Bucket {
    const bucket = this.#buckets.get(key) ?? { rate, level: 0, atMs: this.#now(), own: 0 };
    this.#leak(bucket);
    // The last one is who did something last.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > this.#keptMax && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket;
  }

  /** @returns the level now. */
  #leak(bucket: Bucket): number {
    const now = this.#now();
    const leaked = (Math.max(0, now - bucket.atMs) / 1_000) * bucket.rate.perSec;
    bucket.level = Math.max(0, bucket.level - leaked);
    bucket.atMs = now;
    return bucket.level;
  }

  #sharedKeyOf(key: string): string {
    return `${this.#name}:${createHash("sha256").update(key).digest("base64url")}`;
  }
}
