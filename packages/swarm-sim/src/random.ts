/** A seeded random generator. The same seed gives the same run on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a uniform number in [0, 1) by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Returns a log-normal number around a median. `spread` is the standard deviation of the logarithm. */
  around(median: number, spread: number): number {
    const [a, b] = [Math.max(this.next(), 1e-12), this.next()];
    return median * Math.exp(spread * Math.sqrt(-2 * Math.log(a)) * Math.cos(2 * Math.PI * b));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }
}
