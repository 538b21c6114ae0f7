import { createHash } from "node:crypto";
import { ExchangeLoop } from "./exchange-loop.ts";
import type { SharedCounts } from "./shared-counts.ts";

/** The maximum number of callers whose counts one statement exchanges. */
const COUNTS_PER_STATEMENT = 1_000;
/** The number of buckets above which the least recently used ones are dropped. */
const MAX_BUCKETS = 100_000;

/** A leaky bucket. It holds `atOnce` units, of which `perSec` leak out each second. */
export interface JointRate {
  perSec: number;
  atOnce: number;
}

interface Bucket {
  rate: JointRate;
  /** The number of units that this process and others have taken and that have not leaked yet. */
  level: number;
  atMs: number;
  /** The number of units taken by this process since the last exchange. */
  own: number;
}

/**
 * Rate limits that several processes share without a query for each request: once a second, each process reports the units it admitted and
 * receives the level of each bucket. A caller of three processes can exceed the rate by the units that these admit within a second, but no
 * more. While the shared counts are unavailable, each process counts on its own.
 * @example const rates = new JointRates({ name: "chat", counts, onError }); rates.start(); if (!rates.tryConsume(userUuid, RATE)) …
 */
export class JointRates {
  readonly #name: string;
  readonly #counts: SharedCounts;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #keptMax: number;
  readonly #loop: ExchangeLoop;

  constructor(options: {
    /** The name that distinguishes these limits from others in the same store. */
    name: string;
    counts: SharedCounts;
    onError(error: unknown): void;
    now?(): number;
    keptMax?: number;
  }) {
    this.#name = options.name;
    this.#counts = options.counts;
    this.#loop = new ExchangeLoop(() => this.exchange(), options.onError);
    this.#now = options.now ?? Date.now;
    this.#keptMax = options.keptMax ?? MAX_BUCKETS;
  }

  /** Takes a unit if the bucket has room. @returns false if it has none. A rejected unit is not counted. */
  tryConsume(key: string, rate: JointRate): boolean {
    const bucket = this.#find(key, rate);
    if (bucket.level + 1 > rate.atOnce) return false;
    bucket.level += 1;
    bucket.own += 1;
    return true;
  }

  /** Exchanges counts with the other processes. */
  async exchange(): Promise<void> {
    const pending = [...this.#buckets].filter(([, { own }]) => own > 0);
    for (let from = 0; from < pending.length; from += COUNTS_PER_STATEMENT)
      await this.#exchangeSome(pending.slice(from, from + COUNTS_PER_STATEMENT));
  }

  /** The number of buckets that are currently in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#loop.stop();
  }

  async #exchangeSome(pending: readonly [string, Bucket][]): Promise<void> {
    const byKey = new Map(pending.map(([key, bucket]) => [this.#sharedKeyOf(key), bucket]));
    const poured = [...byKey].map(([key, { own, rate }]) => ({ key, units: own, perSec: rate.perSec }));
    // Units that are taken during the exchange are reported by the next one.
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
        // These units are reported later, except for what has leaked until then.
        if (bucket) bucket.own = Math.min(bucket.own + units, Math.ceil(this.#leak(bucket)));
      }
      throw error;
    }
  }

  #find(key: string, rate: JointRate): Bucket {
    const bucket = this.#buckets.get(key) ?? { rate, level: 0, atMs: this.#now(), own: 0 };
    this.#leak(bucket);
    // A Map keeps its entries in the order of their last use, because each use inserts the entry again.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > this.#keptMax && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket;
  }

  /** Subtracts what has leaked since the last call. @returns the current level. */
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
