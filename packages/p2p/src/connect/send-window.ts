import { CHUNK_BYTES } from "../protocol/index.ts";

/** The window before a connection has been measured: half a second at 128 kbps. */
const INITIAL_WINDOW_BYTES = 8_192;
const MIN_BYTES = 4_000;
const MAX_BYTES = 1_000_000;
const CHUNK_MIN_BYTES = 2_000;
/**
 * How long data may queue on the line beyond what is in flight. The viewer's own requests are delayed by at most this time.
 * With 100 ms, two transfers on uplinks of 1 Mbps overflow a router's 300 ms queue (one packet of 80 lost), and cancellations
 * arrive seconds late: 3.5 to 4.2 % of what peers sent was wasted, against 1.4 % with 50 ms.
 */
const MAX_QUEUE_DELAY_MS = 50;
/**
 * The factor by which the window exceeds the measured bytes in flight, to probe for a faster rate. On a long path, the queue alone
 * would take minutes to discover one.
 */
const PROBE_GAIN = 1.1;
/** The number of round trips over which the maximum rate is taken as the bandwidth. */
const BANDWIDTH_ROUND_TRIPS = 8;
/** The interval at which the minimum round trip is measured again, since routes change. */
const MAX_MIN_RTT_AGE_MS = 60_000;

/**
 * How much may be in flight to one peer, based on the peer's acknowledgements. This is Jacobson's window of 1988, sized like BBR's:
 * the line's rate times the round trip, plus a little queued data so that the line is never idle. Browsers and routers queue
 * seconds of data for a slow line. Without a limit, the viewer's own requests would wait behind this data, and routers would drop
 * what they cannot hold.
 * @example const window = new SendWindow(); window.sent(1_024, 0); window.acknowledge(1_024, 30); // a round trip of 30 ms
 */
export class SendWindow {
  /** The bytes that all peers of this page have acknowledged, since they share its uplink. */
  static ackedByAll = 0;
  /** The bytes that the peer has acknowledged, and when it last acknowledged some. */
  ackedBytes = 0;
  ackedAtMs = 0;
  /** The minimum window: acknowledgements are also late when the peer's own uplink is full. */
  leastBytes = 0;
  #sizeBytes = INITIAL_WINDOW_BYTES;
  #sentBytes = 0;
  readonly #marks: { endByte: number; atMs: number }[] = [];
  /** Whether the window is in slow start, because the line's limit has not been reached yet. */
  #isStarting = true;
  #round = { endByte: 0, startByte: 0, startMs: 0 };
  #paces: number[] = [];
  #baseMs = Number.POSITIVE_INFINITY;
  #base = { recentMs: Number.POSITIVE_INFINITY, sinceMs: 0 };

  get isOpen(): boolean {
    return this.#sentBytes - this.ackedBytes + this.chunkBytes <= this.#sizeBytes;
  }

  /** The size of the next chunk. It is small on a slow line, because a message waits until the whole chunk ahead of it is sent. */
  get chunkBytes(): number {
    return Math.max(CHUNK_MIN_BYTES, Math.min(CHUNK_BYTES, this.#sizeBytes / 2));
  }

  sent(sizeBytes: number, nowMs: number): void {
    // Almost nothing is in flight, so the sender has paused.
    if ((this.#sentBytes - this.ackedBytes) * 4 < this.#sizeBytes) this.#startRound(nowMs);
    this.#sentBytes += sizeBytes;
    this.#marks.push({ endByte: this.#sentBytes, atMs: nowMs });
  }

  /** Handles an acknowledgement. @param totalBytes all bytes that the peer has received. Impossible values are ignored. */
  acknowledge(totalBytes: number, nowMs: number): void {
    if (totalBytes <= this.ackedBytes || totalBytes > this.#sentBytes) return;
    const isFull = !this.isOpen;
    let sentAtMs = nowMs;
    for (let [mark] = this.#marks; mark && mark.endByte <= totalBytes; [mark] = this.#marks) {
      sentAtMs = mark.atMs;
      this.#marks.shift();
    }
    const roundTripMs = Math.max(1, nowMs - sentAtMs);
    this.#updateBase(roundTripMs, nowMs);
    SendWindow.ackedByAll += totalBytes - this.ackedBytes;
    this.ackedBytes = totalBytes;
    this.ackedAtMs = nowMs;
    if (isFull && totalBytes >= this.#round.endByte) this.#endRound(roundTripMs, nowMs);
  }

  #startRound(nowMs: number): void {
    this.#round = { endByte: this.#sentBytes + 1, startByte: this.ackedBytes, startMs: nowMs };
  }

  #endRound(roundTripMs: number, nowMs: number): void {
    const { startByte, startMs } = this.#round;
    // Earlier arrivals are left out, because they used tokens that had accumulated while the line was idle. A window of 8 kB that
    // arrived in 2 ms counted as a line of 3 MB/s, and let 160 kB queue on a line of 1 Mbit/s.
    const pace = (this.ackedBytes - startByte) / Math.max(MAX_QUEUE_DELAY_MS, nowMs - startMs);
    this.#paces = [...this.#paces.slice(1 - BANDWIDTH_ROUND_TRIPS), pace];
    this.#startRound(nowMs);
    if (roundTripMs - this.#baseMs > MAX_QUEUE_DELAY_MS) this.#isStarting = false;
    const size = this.#isStarting
      ? this.#sizeBytes * 2
      : Math.max(...this.#paces) * (this.#baseMs * PROBE_GAIN + MAX_QUEUE_DELAY_MS);
    this.#sizeBytes = Math.min(MAX_BYTES, Math.max(MIN_BYTES, this.leastBytes, size));
  }

  #updateBase(roundTripMs: number, nowMs: number): void {
    if (nowMs - this.#base.sinceMs > MAX_MIN_RTT_AGE_MS) {
      this.#baseMs = this.#base.recentMs;
      this.#base = { recentMs: Number.POSITIVE_INFINITY, sinceMs: nowMs };
    }
    this.#base.recentMs = Math.min(this.#base.recentMs, roundTripMs);
    this.#baseMs = Math.min(this.#baseMs, roundTripMs);
  }
}
