/** How often it is checked whether there is room. */
const CHECK_MS = 1_000;
/** Waiting for room most of the time means waiting for the encoder; a large picture causes a short wait now and then. */
const FULL_SHARE = 0.8;

/** A message, and when it was read: while an encoder has no room nothing is read. */
interface Read {
  timestampMs: number;
  arrivedAtMs: number;
}

/**
 * How far an encoder is behind that takes less than is published. A publisher who is late, or who sends in bursts, does not count:
 * only what waits for room does. Pure; times in ms.
 */
export class EncoderBacklog {
  /** How much later a message is read than its own time says, where there is room. */
  #usualMs: number | undefined;
  #lookedAtMs: number | undefined;
  #waitedMs = 0;

  /** The duration without room. */
  wait(ms: number): void {
    this.#waitedMs += ms;
  }

  /** After a pause in encoding, the lack of waiting says nothing. */
  pause(): void {
    this.#lookedAtMs = undefined;
    this.#waitedMs = 0;
  }

  /** Takes a message in the order in which it was read. */
  add(message: Read): void {
    this.#lookedAtMs ??= message.arrivedAtMs;
    const sinceMs = message.arrivedAtMs - this.#lookedAtMs;
    if (sinceMs >= CHECK_MS) {
      if (this.#waitedMs < FULL_SHARE * sinceMs) this.#usualMs = undefined;
      this.#lookedAtMs = message.arrivedAtMs;
      this.#waitedMs = 0;
    }
    if (this.#usualMs === undefined || this.behindMs(message) < 0) this.#usualMs = delayMsOf(message);
  }

  /** How much later a message is read than it would be if there were room. */
  behindMs(message: Read): number {
    const delayMs = delayMsOf(message);
    return delayMs - (this.#usualMs ?? delayMs);
  }
}

const delayMsOf = ({ timestampMs, arrivedAtMs }: Read) => arrivedAtMs - timestampMs;
