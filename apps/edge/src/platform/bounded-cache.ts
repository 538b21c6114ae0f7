interface Entry<V> {
  value: V;
  weight: number;
  /** Read since it was last passed over. */
  isUsed: boolean;
}

/**
 * Keeps values up to a total weight. The oldest goes first, but one that was used since gets a second turn ("clock"):
 * to move it at each use, as strict order needs, took an eighth of the edge's own time for a hot segment.
 * @example const cache = new BoundedCache<string, Buffer>(1_000_000, (bytes) => bytes.length);
 */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #maxWeight: number;
  readonly #weigh: (value: V) => number;
  readonly #onDropped: ((value: V) => void) | undefined;
  #weight = 0;

  /**
   * Without `weigh` every value weighs 1, so that `maxWeight` is a count.
   * @param onDropped is called with values that had to go.
   */
  constructor(maxWeight: number, weigh: (value: V) => number = () => 1, onDropped?: (value: V) => void) {
    this.#maxWeight = maxWeight;
    this.#weigh = weigh;
    this.#onDropped = onDropped;
  }

  get weight(): number {
    return this.#weight;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  /** A value heavier than the whole cache is not kept. */
  set(key: K, value: V): void {
    this.delete(key);
    const weight = this.#weigh(value);
    if (weight > this.#maxWeight) return;
    this.#entries.set(key, { value, weight, isUsed: false });
    this.#weight += weight;
    this.#makeRoom(key);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  *values(): IterableIterator<V> {
    for (const { value } of this.#entries.values()) yield value;
  }

  /** Ends: each turn removes an entry or takes its mark away. */
  #makeRoom(newest: K): void {
    for (const [key, entry] of this.#entries) {
      if (this.#weight <= this.#maxWeight) return;
      this.#entries.delete(key);
      if (entry.isUsed || key === newest) this.#entries.set(key, { ...entry, isUsed: false });
      else {
        this.#weight -= entry.weight;
        this.#onDropped?.(entry.value);
      }
    }
  }
}
