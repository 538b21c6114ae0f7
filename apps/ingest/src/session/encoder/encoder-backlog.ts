/** The interval at which the encoder is checked for room, in ms. */
const CHECK_INTERVAL_MS = 1_000;
/**
 * The share of time without room above which the encoder counts as slow. It is not zero, because large frames also cause short
 * waits.
 */
const SLOW_ENCODER_SHARE = 0.8;

/** A message with the time at which it was read. While an encoder has no room, nothing is read. */
interface ReadMessage {
  timestampMs: number;
  arrivedAtMs: number;
}

/**
 * Measures how far an encoder lags behind its input. Only the time spent waiting for room counts, so that a late or bursty publisher does
 * not affect the result. Pure; times in ms.
 */
export class EncoderBacklog {
  /** The usual delay between a message's timestamp and the time it is read when there is room. */
  #usualMs: number | undefined;
  #checkedAtMs: number | undefined;
  #waitedMs = 0;

  /** Adds time during which the encoder had no room. */
  wait(ms: number): void {
    this.#waitedMs += ms;
  }

  /** Restarts the measurement after a pause. During a pause the encoder does not wait, which says nothing about its speed. */
  pause(): void {
    this.#checkedAtMs = undefined;
    this.#waitedMs = 0;
  }

  /** Adds a message, in reading order. */
  add(message: ReadMessage): void {
    this.#checkedAtMs ??= message.arrivedAtMs;
    const sinceMs = message.arrivedAtMs - this.#checkedAtMs;
    if (sinceMs >= CHECK_INTERVAL_MS) {
      if (this.#waitedMs < SLOW_ENCODER_SHARE * sinceMs) this.#usualMs = undefined;
      this.#checkedAtMs = message.arrivedAtMs;
      this.#waitedMs = 0;
    }
    if (this.#usualMs === undefined || this.behindMs(message) < 0) this.#usualMs = delayMsOf(message);
  }

  /** Returns how much later a message is read than if the encoder had room, in ms. */
  behindMs(message: ReadMessage): number {
    const delayMs = delayMsOf(message);
    return delayMs - (this.#usualMs ?? delayMs);
  }
}

const delayMsOf = ({ timestampMs, arrivedAtMs }: ReadMessage) => arrivedAtMs - timestampMs;
