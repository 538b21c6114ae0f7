/**
 * Keeps the most recently used values up to a total weight.
 * @example const cache = new BoundedCache<string, Buffer>(1_000_000, (bytes) => bytes.length);
 */
export class BoundedCache<K, V> {
  readonly #values = new Map<K, V>();
  readonly #maxWeight: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  /** Without `weigh` every value weighs 1, so that `maxWeight` is a count. */
  constructor(maxWeight: number, weigh: (value: V) => number = () => 1) {
    this.#maxWeight = maxWeight;
    this.#weigh = weigh;
  }

  get weight(): number {
    return this.#weight;
  }

  get(key: K): V | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** A value heavier than the whole cache is not kept. */
  set(key: K, value: V): void {
    this.delete(key);
    const weight = this.#weigh(value);
    if (weight > this.#maxWeight) return;
    this.#values.set(key, value);
    this.#weight += weight;
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#maxWeight) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#weight -= this.#weigh(value);
  }

  values(): IterableIterator<V> {
    return this.#values.values();
  }
}
