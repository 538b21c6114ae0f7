import type { AvcVideo } from "@shoal/media";
import { type MediaMessage, readVideoHeader } from "@shoal/rtmp";

/**
 * The pause after which video counts as missing, in ms. Publishers send frames more often, unless the camera is off or shows a
 * still scene.
 */
export const FILL_DELAY_MS = 1_500;
/** How far the filler lags behind the audio, in ms, so that a late frame can still be inserted after it. */
const FILLER_LAG_MS = 1_000;
/**
 * The minimum interval between repetitions, per kept frame, in ms. Repeating the last frame requires decoding its group again. This
 * limits the decoder's load to 125 frames per second, and the repetition to groups of a few seconds.
 */
const MS_PER_FRAME = 8;
const MAX_FRAMES = 300;
const MAX_BYTES = 8_000_000;

/** The decoder configuration that an encoder needs before the frozen frame. */
export interface FillerHead {
  config: MediaMessage;
  picture: AvcVideo;
}

/**
 * Repeats the last frame of a live while its publisher sends only audio, because encoders produce no output for audio without
 * video. The decoder receives the frame with all frames that it depends on, so that later frames can be decoded as if there had
 * been no gap. Pure; times are on the live's timeline.
 */
export class FrozenFrameFiller {
  #head: FillerHead | undefined;
  /** The frames since the last key frame; empty if there are too many. */
  #pictures: MediaMessage[] = [];
  #sizeBytes = 0;
  #lastMs = 0;
  /** Whether a key frame is required, because another publisher has connected or frames were lost. */
  #isKeyAwaited = false;
  /** Whether the frozen frame is being sent. */
  #isStanding = false;
  /** Whether an encoder has started but has received no frame yet. */
  #isOwed = false;

  /** The configuration that is needed to start with the frozen frame; undefined if there is no such frame. */
  get head(): FillerHead | undefined {
    return this.#pictures.length > 0 ? this.#head : undefined;
  }

  /** Starts with a new encoder and its configuration. */
  begin(head: FillerHead | undefined): void {
    if (head) this.#head = head;
    this.#isOwed = true;
  }

  /** Whether video is missing at the time of this audio. */
  isAway(soundMs: number): boolean {
    return this.#isStanding || soundMs - this.#lastMs >= FILL_DELAY_MS;
  }

  /** Waits for a key frame, because another publisher has connected or frames were lost. */
  reset(): void {
    this.#isKeyAwaited = true;
  }

  /**
   * Handles a message.
   * @returns the encoder's input for it, in order.
   */
  handle(message: MediaMessage): MediaMessage[] {
    if (message.kind === "audio") return [...this.#holdUntil(message.timestampMs), message];
    if (message.kind !== "video") return [message];
    const header = readVideoHeader(message);
    if (header?.isConfig) this.#change(message);
    if (!header?.isMedia) return [message];
    if (this.#isKeyAwaited && !header.isKeyFrame) return [];
    this.#isKeyAwaited = false;
    return [this.#keep(message, header.isKeyFrame)];
  }

  /**
   * Returns filler input while no messages arrive.
   * @returns the encoder's input.
   * @param nowMs on the live's timeline.
   */
  stand(nowMs: number): MediaMessage[] {
    return this.#holdUntil(nowMs);
  }

  #holdUntil(soundMs: number): MediaMessage[] {
    const atMs = soundMs - FILLER_LAG_MS;
    const count = this.#pictures.length;
    const isDue = soundMs - this.#lastMs >= FILL_DELAY_MS && atMs - this.#lastMs >= count * MS_PER_FRAME;
    if (count === 0 || !(this.#isOwed || isDue)) return [];
    this.#isOwed = false;
    this.#isStanding = true;
    this.#lastMs = Math.max(atMs, this.#lastMs);
    // All these frames get the same timestamp, so that only the last one is shown.
    return this.#pictures.map((picture) => ({ ...picture, timestampMs: this.#lastMs }));
  }

  #keep(message: MediaMessage, isKey: boolean): MediaMessage {
    this.#isStanding = false;
    this.#isOwed = false;
    if (isKey) this.#dropFrame();
    const isWhole = isKey || this.#pictures.length > 0;
    this.#sizeBytes += message.payload.length;
    if (isWhole && this.#pictures.length < MAX_FRAMES && this.#sizeBytes <= MAX_BYTES)
      this.#pictures.push(message);
    else this.#dropFrame();
    // A late frame was captured before the filler frame, so its timestamp is moved to just after the filler's.
    const timestampMs = Math.max(message.timestampMs, this.#lastMs);
    this.#lastMs = timestampMs;
    return { ...message, timestampMs };
  }

  /** Drops the kept frames, because a new configuration makes them undecodable. */
  #change(config: MediaMessage): void {
    if (this.#head?.config.payload.equals(config.payload)) return;
    this.#dropFrame();
    if (this.#head) this.#head = { ...this.#head, config };
  }

  #dropFrame(): void {
    this.#pictures = [];
    this.#sizeBytes = 0;
  }
}
