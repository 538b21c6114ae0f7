import type { MediaMessage } from "@shoal/rtmp";

const RATE_HZ = 48_000;
const FRAME_SAMPLES = 1_024;
/** FLV: AAC in stereo; a configuration of AAC-LC at 48 kHz, and a frame of it in which nothing sounds. */
const CONFIG = Buffer.from("af001190", "hex");
const FRAME = Buffer.from("af01211004608c1c", "hex");

/**
 * Sound in which nothing sounds, in step with pictures: a live that has started with sound keeps it, though its publisher sends
 * none any more.
 */
export class SilentSound {
  readonly #fromMs: number;
  #frames = 0;

  /** @param fromMs when it begins, on the times of the live. */
  constructor(fromMs: number) {
    this.#fromMs = fromMs;
  }

  /** The decoder configuration. */
  get config(): MediaMessage {
    return { kind: "audio", timestampMs: this.#fromMs, payload: CONFIG };
  }

  /** The silence not yet requested before this time. @param atMs on the times of the live. */
  until(atMs: number): MediaMessage[] {
    const messages: MediaMessage[] = [];
    for (let nextMs = this.#nextMs(); nextMs < atMs; nextMs = this.#nextMs()) {
      messages.push({ kind: "audio", timestampMs: nextMs, payload: FRAME });
      this.#frames += 1;
    }
    return messages;
  }

  #nextMs(): number {
    return this.#fromMs + Math.round((this.#frames * FRAME_SAMPLES * 1_000) / RATE_HZ);
  }
}
