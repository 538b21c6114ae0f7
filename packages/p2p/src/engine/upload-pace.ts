/** The shortest pause. Shorter pauses are accumulated, because timers are not precise enough for them. */
const MIN_PAUSE_MS = 20;
/** The idle time after which a sender may send one segment without pauses, which measures the uplink. */
const MAX_BURST_MS = 2_000;
/** The minimum size of a transfer that measures the uplink. A smaller transfer measures it only if it took long. */
const SAMPLE_MIN_BYTES = 16_000;
const LONG_SAMPLE_MS = 300;
/**
 * In less time than `SHORT_SAMPLE_MS`, acknowledgements that arrive together look like a rate. This many bytes in such a short
 * time mean a fast line, whatever its exact rate. On a 1 Gbps network a segment takes 10 ms, and unmeasurable uplinks counted
 * as slow, so that each segment was requested from two peers and 15 % of what they sent was wasted.
 */
const SHORT_SAMPLE_MS = 20;
const SAMPLE_SHORT_MIN_BYTES = 64_000;
/**
 * The rate from which a single path measures the uplink. Below it, only a second path shows whether the viewer's own line or the
 * other end is the limit.
 */
const SURE_BYTES_PER_SEC = 32_000;
/** The share of paused time above which a transfer was limited by the pacing, not by the line. */
const MAX_PAUSED_SHARE = 0.1;
/** The duration below which a sample is less reliable, because data already in flight at its start arrives at once. */
const RELIABLE_SAMPLE_MS = 1_000;
/** The age at which measurements are dropped. */
const MAX_SAMPLE_AGE_MS = 60_000;
/** The weight of a sample that is faster than the estimate, followed by the weight of a slower one. */
const RISE_WEIGHT = 0.5;
const FALL_WEIGHT = 0.2;

/** A transfer's measurement of the uplink. */
export interface UploadMeasure {
  /** The bytes that all peers received between the receiver's first and last acknowledgement, and the time between them. */
  bytes: number;
  ms: number;
  /** The time during which nothing was sent because of the pacing. */
  restedMs: number;
}

/**
 * Measures this viewer's uplink, and paces sending to the allowed share of it. It counts what peers received while the line was
 * saturated, without bursts absorbed by browser and router and without the pacing pauses. The fastest recent transfer counts,
 * since a slow one may be limited by the receiver.
 */
export class UploadPace {
  /** The latest measurement by receiver. */
  readonly #ways = new Map<string, { bytesPerSec: number; atMs: number }>();
  #spentUntilMs = 0;

  /** The rate of the uplink, or 0 until it has been measured. */
  get bytesPerSec(): number {
    return Math.max(0, ...[...this.#ways.values()].map(({ bytesPerSec }) => bytesPerSec));
  }

  /** Whether only slow rates have been measured, or none at all. */
  get isUnsure(): boolean {
    return this.bytesPerSec < SURE_BYTES_PER_SEC;
  }

  /**
   * Accounts for bytes to send. The first transfer to a receiver is sent at full speed, as a measurement.
   * @returns how long to pause, in ms; 0 to continue.
   */
  spend(peerId: string, sizeBytes: number, percent: number, nowMs: number): number {
    if (!this.#ways.has(peerId)) return 0;
    const allowedPerMs = (this.bytesPerSec * Math.max(1, percent)) / 100_000;
    this.#spentUntilMs = Math.max(this.#spentUntilMs, nowMs - MAX_BURST_MS) + sizeBytes / allowedPerMs;
    const restMs = this.#spentUntilMs - nowMs;
    return restMs < MIN_PAUSE_MS ? 0 : restMs;
  }

  /** Records a transfer's measurement. @returns whether the uplink's rate is now known. */
  measured(peerId: string, { bytes, ms, restedMs }: UploadMeasure, nowMs: number): boolean {
    const leastBytes = ms < SHORT_SAMPLE_MS ? SAMPLE_SHORT_MIN_BYTES : SAMPLE_MIN_BYTES;
    if (bytes < leastBytes && ms < LONG_SAMPLE_MS) return false;
    const former = this.#ways.get(peerId)?.bytesPerSec ?? 0;
    for (const [id, { atMs }] of this.#ways) if (nowMs - atMs > MAX_SAMPLE_AGE_MS) this.#ways.delete(id);
    // A paced transfer reveals nothing about the line. After a minute, the path is therefore measured again without pauses.
    if (former > 0 && restedMs >= ms * MAX_PAUSED_SHARE) return false;
    const sample = (bytes * 1000) / Math.max(SHORT_SAMPLE_MS, ms);
    // A busy processor makes a line look slower, never faster.
    const weight =
      former === 0 ? 1 : (sample > former ? RISE_WEIGHT : FALL_WEIGHT) * Math.min(1, ms / RELIABLE_SAMPLE_MS);
    const bytesPerSec = former + (sample - former) * weight;
    this.#ways.set(peerId, { bytesPerSec, atMs: nowMs });
    return this.#ways.size > 1 || !this.isUnsure;
  }
}
