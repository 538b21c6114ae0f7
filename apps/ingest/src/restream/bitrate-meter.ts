/** Shorter measurements are meaningless. */
const INTERVAL_MIN_MS = 1_000;

/** The outgoing bitrate, between two reads. */
export class BitrateMeter {
  #atMs: number;
  #bytes = 0;
  #kbps = 0;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** @param totalBytes since the last reset. @returns of the last interval, a second or longer. */
  read(nowMs: number, totalBytes: number): number {
    const elapsedMs = nowMs - this.#atMs;
    if (elapsedMs < INTERVAL_MIN_MS) return this.#kbps;
    // Bits a millisecond are kilobits a second.
    this.#kbps = Math.round((8 * (totalBytes - this.#bytes)) / elapsedMs);
    this.#atMs = nowMs;
    this.#bytes = totalBytes;
    return this.#kbps;
  }

  /** The byte counter restarts. */
  reset(nowMs: number): void {
    this.#atMs = nowMs;
    this.#bytes = 0;
    this.#kbps = 0;
  }
}
