/** Counts that several processes share in PostgreSQL or Redis. Callers pass hashed keys. */
export interface SharedCounts {
  /**
   * Adds to counters.
   * @returns their totals by key.
   */
  add(counts: readonly CounterUse[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Adds to leaky buckets.
   * @returns their current levels by key, in units.
   */
  pour(poured: readonly BucketUse[]): Promise<ReadonlyMap<string, number>>;
}

/**
 * The error for a store of counts that is unavailable, which is logged elsewhere. Until the store is back, each process counts on
 * its own.
 */
export class CountsUnavailableError extends Error {}

export interface CounterUse {
  key: string;
  points: number;
  /** When the counter expires. */
  untilMs: number;
}

export interface BucketUse {
  key: string;
  units: number;
  /** The number of units that leak out each second. */
  perSec: number;
}
