/** The shortest interval over which a bit rate is meaningful, in ms. */
const MIN_INTERVAL_MS = 1_000;

/** Measures the outgoing bit rate between two reads. */
export class BitrateMeter {
  #atMs: number;
  #bytes = 0;
  #kbps = 0;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /**
   * Returns the bit rate of the last interval of a second or longer, in kbps.
   * @param totalBytes the bytes sent since the last reset.
   */
  read(nowMs: number, totalBytes: number): number {
    const elapsedMs = nowMs - this.#atMs;
    if (elapsedMs < MIN_INTERVAL_MS) return this.#kbps;
    // Bits per millisecond equal kilobits per second.
    this.#kbps = Math.round((8 * (totalBytes - this.#bytes)) / elapsedMs);
    this.#atMs = nowMs;
    this.#bytes = totalBytes;
    return this.#kbps;
  }

  /** Starts over, because the byte counter restarts at 0. */
  reset(nowMs: number): void {
    this.#atMs = nowMs;
    this.#bytes = 0;
    this.#kbps = 0;
  }
}
