import { isFrame, type TimedMessage } from "./flv-input.ts";

/** The interval above which frames count as rare, for example from time-lapse cameras and slide shows. */
const RARE_INTERVAL_MS = 1_000;
/** The interval at which the last frame is repeated after `RARE_INTERVAL_MS` without a new one. */
const REPEAT_INTERVAL_MS = 500;

/**
 * Determines when the last frame of a live without audio must be repeated because its publisher's frames are rare. If frames
 * usually arrive often, the last one is not repeated, since delayed frames will still arrive. Pure; `nowMs` is in ms since 1970.
 */
export class RareFrames {
  #last: TimedMessage | undefined;
  /** The interval between the last two frames; Infinity before a second frame. */
  #stepMs = Infinity;
  #hasSound = false;
  #againAtMs = Infinity;

  /** Starts over, because another publisher has connected. */
  reset(): void {
    this.#last = undefined;
    this.#stepMs = Infinity;
    this.#hasSound = false;
    this.#againAtMs = Infinity;
  }

  /** Records a message that is sent to an encoder. */
  handle(message: TimedMessage): void {
    if (message.kind === "audio") this.#hasSound = true;
    if (!isFrame(message)) return;
    if (this.#last) this.#stepMs = message.timestampMs - this.#last.timestampMs;
    this.#last = message;
    this.#againAtMs = this.#isRare ? message.arrivedAtMs + RARE_INTERVAL_MS : Infinity;
  }

  /** When `stand` next returns a time, in ms since 1970; Infinity for never. */
  get dueAtMs(): number {
    return this.#isRare ? this.#againAtMs : Infinity;
  }

  /**
   * Returns the time, on the live's timeline, at which the last frame must be repeated now; undefined if it does not have to be
   * repeated.
   */
  stand(nowMs: number): number | undefined {
    if (!this.#last || nowMs < this.dueAtMs) return undefined;
    this.#againAtMs = nowMs + REPEAT_INTERVAL_MS;
    return this.#last.timestampMs + (nowMs - this.#last.arrivedAtMs);
  }

  get #isRare(): boolean {
    return !this.#hasSound && this.#last !== undefined && this.#stepMs >= RARE_INTERVAL_MS;
  }
}
