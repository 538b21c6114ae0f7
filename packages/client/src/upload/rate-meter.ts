/** The period over which the rate is measured: long enough to smooth over chunks, short enough to follow a changing network. */
const RATE_WINDOW_MS = 12_000;
const MIN_SPAN_MS = 1_000;

/** Measures the upload rate over the last seconds. */
export class RateMeter {
  #samples: { atMs: number; bytes: number }[] = [];
  #totalBytes = 0;

  /** Adds the bytes sent since the last call. */
  add(bytes: number, atMs: number): void {
    this.#totalBytes += bytes;
    this.#samples.push({ atMs, bytes: this.#totalBytes });
    while (this.#samples.length > 2 && atMs - (this.#samples[0]?.atMs ?? atMs) > RATE_WINDOW_MS)
      this.#samples.shift();
  }

  /** Drops measurements from before a pause. */
  reset(): void {
    this.#samples = [];
  }

  bytesPerSec(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.atMs - first.atMs < MIN_SPAN_MS) return 0;
    return Math.max(0, ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs));
  }
}
