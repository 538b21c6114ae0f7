import { AppError } from "@shoal/contract";
import { networkOf } from "@shoal/domain";
import type { JointRates } from "@shoal/limits";
import { LRUCache } from "lru-cache";

const MAX_KEYS = 100_000;
/** The shortest retry delay, however fast a caller's bucket refills, since other callers were rejected at the same moment. */
const MIN_RETRY_AFTER_SEC = 5;

interface RateLimiterOptions {
  perMinute: number;
  nowMs?: () => number;
  joint?: JointLimit;
}

interface JointLimit {
  /** The rates that all edges count together; undefined if each edge counts on its own. */
  rates: Pick<JointRates, "tryConsume"> | undefined;
  /** The name of the limit, equal at all edges. */
  name: string;
}

/**
 * Holds token buckets by key, with IPv6 addresses by /64, which belongs to one subscriber. Only the 100,000 most recent keys are
 * kept, to bound the memory. If edges share rates, a caller has one allowance at all of them.
 * @example const limiter = new RateLimiter({ perMinute: 600 }); if (!limiter.tryConsume(address)) …
 */
export class RateLimiter {
  readonly #buckets = new LRUCache<string, { tokens: number; atMs: number }>({ max: MAX_KEYS });
  readonly #perMinute: number;
  readonly #nowMs: () => number;
  readonly #joint: JointLimit | undefined;
  constructor({ perMinute, nowMs = () => performance.now(), joint }: RateLimiterOptions) {
    this.#perMinute = perMinute;
    this.#nowMs = nowMs;
    this.#joint = joint;
  }

  /** The error to respond with, including when to retry. */
  refusal(message: string): AppError {
    const error = new AppError("too_many_requests", message);
    error.retryAfterSec = Math.max(MIN_RETRY_AFTER_SEC, Math.ceil(60 / this.#perMinute));
    return error;
  }

  /** Uses one unit. @returns false if the address or other key has no units left in this minute. */
  tryConsume(counted: string): boolean {
    const key = networkOf(counted);
    const rate = { perSec: this.#perMinute / 60, atOnce: this.#perMinute };
    if (this.#joint?.rates) return this.#joint.rates.tryConsume(`${this.#joint.name} ${key}`, rate);
    const nowMs = this.#nowMs();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#perMinute, atMs: nowMs };
    const passedMs = Math.max(0, nowMs - bucket.atMs);
    const refilled = bucket.tokens + (passedMs * this.#perMinute) / 60_000;
    const tokens = Math.min(this.#perMinute, refilled);
    this.#buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, atMs: nowMs });
    return tokens >= 1;
  }
}
