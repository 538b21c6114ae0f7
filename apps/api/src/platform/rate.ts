/** A token bucket: this many units per second, and at most `most` at once (by default the same number). */
export class TokenBucket {
  readonly #perSec: number;
  readonly #most: number;
  #left: number;
  #atMs: number;

  constructor(perSec: number, nowMs = Date.now(), most = perSec) {
    this.#perSec = perSec;
    this.#most = most;
    this.#left = most;
    this.#atMs = nowMs;
  }

  /** Returns whether this much may pass now; rejected amounts are not counted. */
  tryConsume(units = 1, nowMs = Date.now()): boolean {
    const passedSec = Math.max(0, nowMs - this.#atMs) / 1_000;
    this.#left = Math.min(this.#most, this.#left + passedSec * this.#perSec);
    this.#atMs = nowMs;
    if (units > this.#left) return false;
    this.#left -= units;
    return true;
  }

  /** Returns whether the rate has been idle long enough to equal a new one, so that it can be dropped. */
  isFull(nowMs = Date.now()): boolean {
    return this.tryConsume(0, nowMs) && this.#left === this.#most;
  }
}
