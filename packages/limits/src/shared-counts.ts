/** Counts that several processes share in PostgreSQL or Redis. Callers hash the keys. */
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

/** The store of the counts is unavailable, which is logged elsewhere; each process counts on its own until it is back. */
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
