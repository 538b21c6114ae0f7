import { createHash } from "node:crypto";
import { AppError } from "@shoal/contract";
import type { SharedRedis } from "@shoal/limits";
import { sql } from "kysely";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Tx } from "./database.ts";

export interface RateLimit {
  attempts: number;
  windowSec: number;
}

/** Thrown for a caller with too many attempts; states when to retry. */
export class TooManyRequestsError extends AppError {
  /** Whether this is the first rejection in its window; only the first is logged. */
  readonly isFirst: boolean;
  constructor(retryAfterSec: number, isFirst = false) {
    super("too_many_requests", `Too many attempts: try again in ${retryAfterSec} seconds`);
    this.retryAfterSec = retryAfterSec;
    this.isFirst = isFirst;
  }
}

/** The key by which attempts are counted: one value, or a pair. */
export type AttemptKey = string | readonly [first: string, second: string];

/** Counts attempts by key; all replicas count together. */
export interface AttemptCounter {
  /**
   * Counts one or more attempts. Called before the attempt is judged, so that concurrent attempts cannot slip through.
   * @throws TooManyRequestsError if the attempts of this window are used up.
   */
  consume(key: AttemptKey, count?: number): Promise<void>;
  /** Takes back a counted attempt that was not a failure. */
  giveBack(key: AttemptKey): Promise<void>;
  /** Resets the count of a key. */
  clear(key: AttemptKey): Promise<void>;
  /** Resets the counts of all keys with this first part. */
  clearAll(first: string): Promise<void>;
}

/** Where attempts are counted: in Redis if it is configured, otherwise, and during its outages, in PostgreSQL. */
export interface LimitStore {
  pool: pg.Pool;
  redis?: Pick<SharedRedis, "client" | "prefix"> | undefined;
}

/** @example await createAttemptCounter({ pool }, "codes", { attempts: 10, windowSec: 900 }).consume(userUuid); */
export function createAttemptCounter(store: LimitStore, name: string, limit: RateLimit): AttemptCounter {
  const { pool, redis } = store;
  const settings = { keyPrefix: name, points: limit.attempts, duration: limit.windowSec };
  const inDatabase = new RateLimiterPostgres({
    ...settings,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    // The migration creates the table, and the hourly cleanup empties it.
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
  const limiter = redis
    ? new RateLimiterRedis({
        ...settings,
        keyPrefix: `${redis.prefix}:attempts:${name}`,
        storeClient: redis.client,
        rejectIfRedisNotReady: true,
        insuranceLimiter: inDatabase,
      })
    : inDatabase;
  return {
    async consume(key, count = 1) {
      await limiter.consume(computeHash(key), count).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const isFirst =
          refusal.consumedPoints > limit.attempts && refusal.consumedPoints - count <= limit.attempts;
        throw new TooManyRequestsError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)), isFirst);
      });
    },
    async giveBack(key) {
      await limiter.reward(computeHash(key));
    },
    async clear(key) {
      await limiter.delete(computeHash(key));
      // Removes attempts that were counted during a Redis outage.
      if (redis) await inDatabase.delete(computeHash(key));
    },
    async clearAll(first) {
      const start = `${name}:${computeHash(first)}${KEY_SEPARATOR}`;
      await pool.query("DELETE FROM rate_limits WHERE starts_with(key, $1)", [start]);
      if (redis) await deleteKeys(redis, `${redis.prefix}:attempts:${start}*`);
    },
  };
}

/** Deletes matching keys in Redis; while it is unavailable there is nothing to delete. */
async function deleteKeys({ client }: Pick<SharedRedis, "client">, pattern: string): Promise<void> {
  if (client.status !== "ready") return;
  for await (const keys of client.scanStream({ match: pattern, count: SCAN_BATCH_SIZE }))
    if (keys.length > 0) await client.del(...(keys as string[]));
}
const SCAN_BATCH_SIZE = 1_000;

/** Hashes a key, since users may type a password as their name. */
const computeHash = (key: AttemptKey): string =>
  (typeof key === "string" ? [key] : key)
    .map((part) => createHash("sha256").update(part).digest("base64url"))
    .join(KEY_SEPARATOR);
/** A character that hashes do not contain. */
const KEY_SEPARATOR = "+";

/** Deletes windows that expired a while ago, because they end by the clocks of the replicas and buckets by the database's. */
export async function pruneRateLimits(db: Tx): Promise<void> {
  await sql`DELETE FROM rate_limits
    WHERE expire < extract(epoch FROM now() - interval '1 minute') * 1000`.execute(db);
}
