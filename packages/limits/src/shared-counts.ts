/** What several processes count together, in PostgreSQL or Redis. No key is kept as it is: who counts hashes it. */
export interface SharedCounts {
  /**
   * Adds to counters.
   * @returns what each of them holds now, by key.
   */
  add(counts: readonly Counted[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Fills buckets that leak by themselves.
   * @returns how many units each of them holds now, by key.
   */
  pour(poured: readonly Poured[]): Promise<ReadonlyMap<string, number>>;
}

/** What keeps the counts is away, which is told elsewhere: each process counts for itself meanwhile. */
export class CountsAwayError extends Error {}

export interface Counted {
  key: string;
  points: number;
  /** When the counter is forgotten. */
  untilMs: number;
}

export interface Poured {
  key: string;
  units: number;
  /** How many units leak out a second. */
  perSec: number;
}
