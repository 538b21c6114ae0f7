/** Pauses shorter than this are saved up: timers are not that exact. */
const PAUSE_MIN_MS = 20;
/** A sender that was idle for this long may send without pauses: one segment at a time, by which the uplink is measured. */
const SAVED_MAX_MS = 2_000;
/** Less says nothing of the uplink, unless it took long. */
const SAMPLE_MIN_BYTES = 16_000;
const SAMPLE_LONG_MS = 300;
/**
 * In less, words that came together look like a pace. As much as this in so short a time is a fast line, whatever it is
 * exactly: on a network of 1 Gbit/s a segment is there in 10 ms, and uplinks that nobody could measure were taken for slow,
 * so that each segment was asked of two peers and 15 % of what they sent was of no use.
 */
const SAMPLE_SHORT_MS = 20;
const SAMPLE_SHORT_MIN_BYTES = 64_000;
/** Whether a slower way is slow by this end or the other, only a second one tells. */
const SURE_BYTES_PER_SEC = 32_000;
/** A transfer that rested for more than this share of its time was held up by the pace, not by the wire. */
const RESTED_SHARE = 0.1;
/** A sample that took less says less: what was on its way when it began comes at once. */
const SAMPLE_WHOLE_MS = 1_000;
/** Older measurements are dropped. */
const WAY_MAX_MS = 60_000;
/** The weight of a sample. */
const RISE = 0.5;
const FALL = 0.2;

/** A transfer's measurement of the uplink. */
export interface UploadMeasure {
  /** The bytes that all peers received between the receiver's first and last acknowledgement, and the time between them. */
  bytes: number;
  ms: number;
  /** Time without sending, because of the pace. */
  restedMs: number;
}

/**
 * Measures this viewer's uplink, and paces sending to the allowed share of it. It counts what peers received while the wire had
 * more to send than it takes: the bursts that browser and router accept say nothing, nor do the pauses of the pace. The fastest
 * recent transfer counts: a slow one may be limited by the receiver.
 */
export class UploadPace {
  /** By receiver. */
  readonly #ways = new Map<string, { bytesPerSec: number; atMs: number }>();
  #spentUntilMs = 0;

  /** 0 while nothing was measured. */
  get bytesPerSec(): number {
    return Math.max(0, ...[...this.#ways.values()].map(({ bytesPerSec }) => bytesPerSec));
  }

  /** Nothing fast has been measured, or nothing at all. */
  get isUnsure(): boolean {
    return this.bytesPerSec < SURE_BYTES_PER_SEC;
  }

  /**
   * The first transfer to a receiver goes as fast as it can: it is the measurement.
   * @returns how long to send nothing, ms; 0 to continue.
   */
  spend(peerId: string, sizeBytes: number, percent: number, nowMs: number): number {
    if (!this.#ways.has(peerId)) return 0;
    const allowedPerMs = (this.bytesPerSec * Math.max(1, percent)) / 100_000;
    this.#spentUntilMs = Math.max(this.#spentUntilMs, nowMs - SAVED_MAX_MS) + sizeBytes / allowedPerMs;
    const restMs = this.#spentUntilMs - nowMs;
    return restMs < PAUSE_MIN_MS ? 0 : restMs;
  }

  /** @returns whether the uplink is known by now. */
  measured(peerId: string, { bytes, ms, restedMs }: UploadMeasure, nowMs: number): boolean {
    const leastBytes = ms < SAMPLE_SHORT_MS ? SAMPLE_SHORT_MIN_BYTES : SAMPLE_MIN_BYTES;
    if (bytes < leastBytes && ms < SAMPLE_LONG_MS) return false;
    const former = this.#ways.get(peerId)?.bytesPerSec ?? 0;
    for (const [id, { atMs }] of this.#ways) if (nowMs - atMs > WAY_MAX_MS) this.#ways.delete(id);
    // Held up by the pace, it tells nothing of the wire; in a minute the way is measured again, without pauses.
    if (former > 0 && restedMs >= ms * RESTED_SHARE) return false;
    const sample = (bytes * 1000) / Math.max(SAMPLE_SHORT_MS, ms);
    // Busy processors make a line look slower, never faster.
    const weight = former === 0 ? 1 : (sample > former ? RISE : FALL) * Math.min(1, ms / SAMPLE_WHOLE_MS);
    const bytesPerSec = former + (sample - former) * weight;
    this.#ways.set(peerId, { bytesPerSec, atMs: nowMs });
    return this.#ways.size > 1 || !this.isUnsure;
  }
}
