/** Lets through so many units a second, and as many at once. */
export class Rate {
  readonly #perSec: number;
  #left: number;
  #atMs: number;

  constructor(perSec: number, nowMs = Date.now()) {
    this.#perSec = perSec;
    this.#left = perSec;
    this.#atMs = nowMs;
  }

  /** Whether so much may pass now; what may not is not counted. */
  take(units = 1, nowMs = Date.now()): boolean {
    const passedSec = Math.max(0, nowMs - this.#atMs) / 1_000;
    this.#left = Math.min(this.#perSec, this.#left + passedSec * this.#perSec);
    this.#atMs = nowMs;
    if (units > this.#left) return false;
    this.#left -= units;
    return true;
  }
}
