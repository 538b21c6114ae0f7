import type { MediaMessage } from "@shoal/rtmp";
import { isKeyFrame } from "./flv-input.ts";
import { FILL_AFTER_MS, type FillerHead } from "./frozen-frame-filler.ts";

/** No passthrough picture lasts longer than 0.6 s. */
const EVERY_MS = 500;

/**
 * The picture of a live that is copied, while its publisher sends sound alone: its last key frame stands. A later picture would
 * need all before it each time, and nothing here takes them out again. Pictures that come again go on with their next key
 * frame, in another process. Pure; times are those of the live.
 */
export class KeyFrameFiller {
  /** The configuration of the current input. */
  #head: FillerHead | undefined;
  #held: { head: FillerHead; picture: MediaMessage } | undefined;
  #lastMs = 0;
  #isStanding = false;
  #isOwed = false;

  /** The configuration for starting with the frozen frame; undefined if there is none. */
  get head(): FillerHead | undefined {
    return this.#held?.head;
  }

  /** A process begins, and knows this. */
  begin(head: FillerHead | undefined): void {
    this.#head = head;
    this.#isOwed = true;
  }

  /** Whether a sound comes without a picture. */
  isAway(soundMs: number): boolean {
    return this.#held !== undefined && (this.#isStanding || soundMs - this.#lastMs >= FILL_AFTER_MS);
  }

  /** A picture is copied. */
  note(message: MediaMessage): void {
    this.#lastMs = message.timestampMs;
    this.#isStanding = false;
    if (isKeyFrame(message) && this.#head) this.#held = { head: this.#head, picture: message };
  }

  /** @returns what a process that copies what is held gets of a message, in this order. */
  take(message: MediaMessage): MediaMessage[] {
    if (message.kind !== "audio") return [];
    const { timestampMs } = message;
    const isDue = this.#isOwed || timestampMs - this.#lastMs >= EVERY_MS;
    if (!this.#held || !isDue) return [message];
    this.#isOwed = false;
    this.#isStanding = true;
    this.#lastMs = timestampMs;
    return [{ ...this.#held.picture, timestampMs }, message];
  }
}
