import { isFrame, type TimedMessage } from "./flv-input.ts";

/** Frames at longer intervals count as rare: time-lapse cameras, slide shows. */
const RARE_MS = 1_000;
/** Interval at which the last frame is repeated after `RARE_MS` without a new one. */
const AGAIN_MS = 500;

/**
 * Determines when the last frame of a live without audio must be repeated because its publisher's frames are rare. If frames are
 * usually frequent, it waits instead: delayed ones will still arrive. Pure; `nowMs` is in ms since 1970.
 */
export class RareFrames {
  #last: TimedMessage | undefined;
  /** Infinity before a second picture. */
  #stepMs = Infinity;
  #hasSound = false;
  #againAtMs = Infinity;

  /** Someone else publishes. */
  reset(): void {
    this.#last = undefined;
    this.#stepMs = Infinity;
    this.#hasSound = false;
    this.#againAtMs = Infinity;
  }

  /** A message is sent to an encoder. */
  handle(message: TimedMessage): void {
    if (message.kind === "audio") this.#hasSound = true;
    if (!isFrame(message)) return;
    if (this.#last) this.#stepMs = message.timestampMs - this.#last.timestampMs;
    this.#last = message;
    this.#againAtMs = this.#isRare ? message.arrivedAtMs + RARE_MS : Infinity;
  }

  /** When `stand` next returns something; Infinity for never. */
  get dueAtMs(): number {
    return this.#isRare ? this.#againAtMs : Infinity;
  }

  /** @returns which time it is on the times of the live, where the picture is to be given again. */
  stand(nowMs: number): number | undefined {
    if (!this.#last || nowMs < this.dueAtMs) return undefined;
    this.#againAtMs = nowMs + AGAIN_MS;
    return this.#last.timestampMs + (nowMs - this.#last.arrivedAtMs);
  }

  get #isRare(): boolean {
    return !this.#hasSound && this.#last !== undefined && this.#stepMs >= RARE_MS;
  }
}
