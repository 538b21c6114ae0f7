import { createHash } from "node:crypto";
import { AppError } from "@shoal/contract";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Tx } from "./database.ts";

export interface RateLimit {
  attempts: number;
  windowSec: number;
}

/** Refuses a caller with too many attempts, and says when to retry. */
export class TooManyRequestsError extends AppError {
  /** Whether it is the first refusal in its window: later ones add nothing for the log. */
  readonly isFirst: boolean;
  constructor(retryAfterSec: number, isFirst = false) {
    super("too_many_requests", `Too many attempts: try again in ${retryAfterSec} seconds`);
    this.retryAfterSec = retryAfterSec;
    this.isFirst = isFirst;
  }
}

/** What attempts are counted by: one value, or a pair. */
export type AttemptKey = string | readonly [first: string, second: string];

/** Counts attempts by key; all replicas count together. */
export interface AttemptCounter {
  /**
   * Counts one or more attempts. Called before the attempt is judged, so that concurrent ones cannot slip through.
   * @throws TooManyRequestsError if the attempts of this window are used up.
   */
  take(key: AttemptKey, count?: number): Promise<void>;
  /** The attempt was a good one after all. */
  giveBack(key: AttemptKey): Promise<void>;
  /** Starts again. */
  clear(key: AttemptKey): Promise<void>;
  /** Starts again for all keys whose first part this is. */
  clearAll(first: string): Promise<void>;
}

/** @example await createAttemptCounter(pool, "codes", { attempts: 10, windowSec: 900 }).take(userUuid); */
export function createAttemptCounter(pool: pg.Pool, name: string, limit: RateLimit): AttemptCounter {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    // The migration makes it, and the hourly cleaning empties it.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: limit.attempts,
    duration: limit.windowSec,
  });
  return {
    async take(key, count = 1) {
      await limiter.consume(hashOf(key), count).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const isFirst =
          refusal.consumedPoints > limit.attempts && refusal.consumedPoints - count <= limit.attempts;
        throw new TooManyRequestsError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)), isFirst);
      });
    },
    async giveBack(key) {
      await limiter.reward(hashOf(key));
    },
    async clear(key) {
      await limiter.delete(hashOf(key));
    },
    async clearAll(first) {
      const start = `${name}:${hashOf(first)}${SEPARATOR}`;
      await pool.query("DELETE FROM rate_limits WHERE starts_with(key, $1)", [start]);
    },
  };
}

/** What a user types as a name may be a password, so keys are stored only as hashes. */
const hashOf = (key: AttemptKey): string =>
  (typeof key === "string" ? [key] : key)
    .map((part) => createHash("sha256").update(part).digest("base64url"))
    .join(SEPARATOR);
/** No letter of a hash. */
const SEPARATOR = "+";

/** Forgets windows that are over. */
export async function pruneRateLimits(db: Tx): Promise<void> {
  await db.deleteFrom("rate_limits").where("expire", "<", Date.now()).execute();
}
