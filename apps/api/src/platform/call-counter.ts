import { createHash } from "node:crypto";
import { ExchangeLoop, type SharedCounts } from "@shoal/limits";
import type { RateLimit } from "./rate-limit.ts";

/** A caller's remaining calls in this window. */
export interface CallsLeft {
  isAllowed: boolean;
  left: number;
  /** Seconds until the next window starts. */
  resetSec: number;
}

interface WindowCount {
  windowStart: number;
  /** The calls that this replica has counted since its last report. */
  own: number;
  /** The total over all replicas at the last exchange. */
  shared: number;
}

/** The number of callers' counts that one statement stores at most. */
const COUNTS_PER_STATEMENT = 1_000;

/**
 * Counts calls in fixed windows without a statement for each: once a second, replicas exchange their counts. A caller of three
 * replicas may therefore exceed the limit by as many calls as these admit within a second, but no more.
 */
export class CallCounter {
  readonly #name: string;
  readonly #limit: RateLimit;
  readonly #shared: SharedCounts;
  readonly #now: () => number;
  readonly #counts = new Map<string, WindowCount>();
  readonly #loop: ExchangeLoop;

  constructor(options: {
    /** Identifies these counts among those of other replicas. */
    name: string;
    limit: RateLimit;
    counts: SharedCounts;
    onError(error: unknown): void;
    now?(): number;
  }) {
    this.#name = options.name;
    this.#limit = options.limit;
    this.#shared = options.counts;
    this.#loop = new ExchangeLoop(() => this.exchange(), options.onError);
    this.#now = options.now ?? Date.now;
  }

  get limit(): RateLimit {
    return this.#limit;
  }

  /** Counts a call; rejected calls are not counted. */
  consume(caller: string): CallsLeft {
    const windowMs = this.#limit.windowSec * 1_000;
    const now = this.#now();
    const windowStart = now - (now % windowMs);
    let count = this.#counts.get(caller);
    if (count?.windowStart !== windowStart) {
      count = { windowStart, own: 0, shared: 0 };
      this.#counts.set(caller, count);
    }
    const isAllowed = count.own + count.shared < this.#limit.attempts;
    if (isAllowed) count.own += 1;
    return {
      isAllowed,
      left: Math.max(0, this.#limit.attempts - count.own - count.shared),
      resetSec: Math.max(1, Math.ceil((windowStart + windowMs - now) / 1_000)),
    };
  }

  /** Exchanges counts with the other replicas. */
  async exchange(): Promise<void> {
    const windowMs = this.#limit.windowSec * 1_000;
    for (const [caller, { windowStart }] of this.#counts)
      if (windowStart + windowMs <= this.#now()) this.#counts.delete(caller);
    const pending = [...this.#counts].filter(([, { own }]) => own > 0);
    for (let from = 0; from < pending.length; from += COUNTS_PER_STATEMENT)
      await this.#exchangeSome(pending.slice(from, from + COUNTS_PER_STATEMENT), windowMs);
  }

  async #exchangeSome(pending: [string, WindowCount][], windowMs: number): Promise<void> {
    const sums = new Map(pending.map(([caller, count]) => [this.#keyOf(caller, count), count]));
    const points = pending.map(([, count]) => count.own);
    // Calls that are counted while the statement runs are reported with the next exchange.
    pending.forEach(([, count], n) => {
      count.own -= points[n] ?? 0;
      count.shared += points[n] ?? 0;
    });
    try {
      const totals = await this.#shared.add(
        [...sums].map(([key, { windowStart }], n) => ({
          key,
          points: points[n] ?? 0,
          untilMs: windowStart + windowMs,
        })),
      );
      for (const [key, count] of sums) count.shared = totals.get(key) ?? count.shared;
    } catch (error) {
      pending.forEach(([, count], n) => {
        count.own += points[n] ?? 0;
        count.shared -= points[n] ?? 0;
      });
      throw error;
    }
  }

  /** Returns the key of a caller's window; callers are hashed. */
  #keyOf(caller: string, { windowStart }: WindowCount): string {
    return `${this.#name}:${createHash("sha256").update(caller).digest("base64url")}:${windowStart}`;
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#loop.stop();
  }
}
