import type { MediaMessage } from "@shoal/rtmp";

const RATE_HZ = 48_000;
const FRAME_SAMPLES = 1_024;
/** FLV tags of stereo AAC: the AAC-LC configuration at 48 kHz, and one silent frame. */
const AAC_CONFIG = Buffer.from("af001190", "hex");
const SILENT_FRAME = Buffer.from("af01211004608c1c", "hex");

/**
 * Generates silence that is synchronised with the video, for a live that started with audio but whose publisher sends none any
 * more.
 */
export class SilentAudio {
  readonly #fromMs: number;
  #frames = 0;

  /**
   * Creates the generator.
   * @param fromMs the start, on the live's timeline.
   */
  constructor(fromMs: number) {
    this.#fromMs = fromMs;
  }

  /** The decoder configuration. */
  get config(): MediaMessage {
    return { kind: "audio", timestampMs: this.#fromMs, payload: AAC_CONFIG };
  }

  /**
   * Returns the silence up to a time, from where the previous call ended.
   * @param atMs on the live's timeline.
   */
  until(atMs: number): MediaMessage[] {
    const messages: MediaMessage[] = [];
    for (let nextMs = this.#nextMs(); nextMs < atMs; nextMs = this.#nextMs()) {
      messages.push({ kind: "audio", timestampMs: nextMs, payload: SILENT_FRAME });
      this.#frames += 1;
    }
    return messages;
  }

  #nextMs(): number {
    return this.#fromMs + Math.round((this.#frames * FRAME_SAMPLES * 1_000) / RATE_HZ);
  }
}
