/** The number of intervals that are kept: two seconds at 30 fps. */
const WINDOW_SIZE = 60;
/** The number of intervals from which the usual interval can be determined. */
const MIN_SAMPLES = 30;
/** The tolerances for timestamps in whole milliseconds and for inaccurate camera clocks. */
const ROUNDING_TOLERANCE_MS = 2;
const TOLERANCE_SHARE = 0.25;
/** The minimum share of intervals that equal the usual one if the rate is steady. */
const MIN_STEADY_SHARE = 0.9;

/**
 * Detects missing frames from the intervals between frames. The declared rate is ignored; the usual interval is the median of
 * recent ones. If more than a tenth of them differ, the rate is variable and no frame counts as missing. A gap counts only once the
 * usual interval returns, because otherwise the rate has changed.
 */
export class FrameCadence {
  #recentMs: number[] = [];
  #missing = 0;

  /**
   * Adds the interval between a frame and the previous one.
   * @returns how many frames are now known to be lost.
   */
  add(distanceMs: number): number {
    const usualMs = this.#usualMs();
    this.#recentMs = [...this.#recentMs, distanceMs].slice(-WINDOW_SIZE);
    if (usualMs === undefined) {
      this.#missing = 0;
      return 0;
    }
    const skipped = Math.max(0, Math.round(distanceMs / usualMs) - 1);
    const lost = skipped === 0 ? this.#missing : 0;
    this.#missing = skipped === 0 ? 0 : this.#missing + skipped;
    return lost;
  }

  /** Forgets all intervals, because the publisher's clock has jumped. */
  restart(): void {
    this.#recentMs = [];
    this.#missing = 0;
  }

  /** Returns the usual interval; undefined while it is unknown, or if the rate is variable. */
  #usualMs(): number | undefined {
    if (this.#recentMs.length < MIN_SAMPLES) return undefined;
    const median = this.#recentMs.toSorted((a, b) => a - b)[this.#recentMs.length >> 1] ?? 0;
    const tolerance = Math.max(ROUNDING_TOLERANCE_MS, median * TOLERANCE_SHARE);
    const usual = this.#recentMs.filter((distanceMs) => Math.abs(distanceMs - median) <= tolerance);
    return median > 0 && usual.length >= this.#recentMs.length * MIN_STEADY_SHARE ? median : undefined;
  }
}
