import { isPicture, type TimedMessage } from "./flv-input.ts";

/** Pictures that are so far apart come rarely: time-lapse cameras, slide shows. */
const RARE_MS = 1_000;
/** A picture that stands is given again so often, once nothing has come for as long as `RARE_MS`. */
const AGAIN_MS = 500;

/**
 * Tells when the picture of a live without sound has to be given again, since its publisher's pictures come rarely. One whose
 * pictures usually come soon is waited for: what its line holds up comes yet. Pure; `nowMs` is in ms since 1970.
 */
export class RarePictures {
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

  /** A message goes to an encoder. */
  take(message: TimedMessage): void {
    if (message.kind === "audio") this.#hasSound = true;
    if (!isPicture(message)) return;
    if (this.#last) this.#stepMs = message.timestampMs - this.#last.timestampMs;
    this.#last = message;
    this.#againAtMs = this.#isRare ? message.arrivedAtMs + RARE_MS : Infinity;
  }

  /** When `stand` returns something next; Infinity for never. */
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
