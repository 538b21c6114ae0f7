import type { MediaMessage } from "@shoal/rtmp";
import { isKeyFrame } from "../input/flv-input.ts";
import { FILL_DELAY_MS, type FillerHead } from "../input/frozen-frame-filler.ts";

/** The interval at which the key frame is repeated, in ms. A passthrough frame may last 0.6 s at most. */
const REPEAT_INTERVAL_MS = 500;

/**
 * Repeats the last key frame of a passthrough live while its publisher sends only audio. Repeating any other frame would require
 * all preceding frames each time, which passthrough cannot remove again. When video returns, it continues in another process with
 * its next key frame. Pure; times are on the live's timeline.
 */
export class KeyFrameFiller {
  /** The configuration of the current input. */
  #head: FillerHead | undefined;
  #held: { head: FillerHead; picture: MediaMessage } | undefined;
  #lastMs = 0;
  #isStanding = false;
  #isOwed = false;

  /** The configuration that is needed to start with the frozen frame; undefined if there is no such frame. */
  get head(): FillerHead | undefined {
    return this.#held?.head;
  }

  /** Starts with a new process and its configuration. */
  begin(head: FillerHead | undefined): void {
    this.#head = head;
    this.#isOwed = true;
  }

  /** Whether video is missing at the time of this audio. */
  isAway(soundMs: number): boolean {
    return this.#held !== undefined && (this.#isStanding || soundMs - this.#lastMs >= FILL_DELAY_MS);
  }

  /** Records a frame that is passed through. */
  record(message: MediaMessage): void {
    this.#lastMs = message.timestampMs;
    this.#isStanding = false;
    if (isKeyFrame(message) && this.#head) this.#held = { head: this.#head, picture: message };
  }

  /** Returns the input, in order, for a process that repeats the key frame. */
  handle(message: MediaMessage): MediaMessage[] {
    if (message.kind !== "audio") return [];
    const { timestampMs } = message;
    const isDue = this.#isOwed || timestampMs - this.#lastMs >= REPEAT_INTERVAL_MS;
    if (!this.#held || !isDue) return [message];
    this.#isOwed = false;
    this.#isStanding = true;
    this.#lastMs = timestampMs;
    return [{ ...this.#held.picture, timestampMs }, message];
  }
}
