import { MAX_COPY_FRAME_MS, MAX_COPY_KEY_INTERVAL_MS } from "@shoal/media";
import { type MediaMessage, readAudioHeader, readVideoHeader, videoConfigOf } from "@shoal/rtmp";
import { InputFault, type InputHead, type TimedMessage } from "../input/flv-input.ts";

/** The H.264 profiles that browsers play: Baseline, Main and High. */
const PLAYABLE_PROFILES = new Set([66, 77, 100]);
/** The offset of the profile in a decoder configuration, in bytes. */
const PROFILE_OFFSET = 1;

/**
 * Checks the input of a process that copies the stream. Such a process corrects none of a publisher's errors, so they must be
 * detected here. Pure; one instance per process.
 */
export class PassthroughInput {
  readonly #configs = new Map<MediaMessage["kind"], Buffer>();
  readonly #lastMs = new Map<MediaMessage["kind"], number>();
  #keyAtMs: number | undefined;
  #isFlowing = false;

  /**
   * Creates the check.
   * @throws InputFault "unsupported_codec" for video that browsers do not play.
   */
  constructor({ configs }: Pick<InputHead, "configs">) {
    for (const config of configs) {
      this.#configs.set(config.kind, config.payload);
      const profile = config.kind === "video" ? videoConfigOf(config)[PROFILE_OFFSET] : undefined;
      if (profile !== undefined && !PLAYABLE_PROFILES.has(profile))
        throw new InputFault(
          "unsupported_codec",
          "Browsers do not play this profile of H.264: use the High profile",
        );
    }
  }

  /** Whether a second frame arrived in time. Input without video never lacks frames. */
  get isFlowing(): boolean {
    return this.#isFlowing || !this.#configs.has("video");
  }

  /**
   * Whether a message can follow the previous ones. Otherwise, another process must start.
   * @throws InputFault "no_key_frames" if a segment would become too long.
   */
  handle(message: TimedMessage): boolean {
    const { kind, timestampMs, payload } = message;
    const header = kind === "video" ? readVideoHeader(message) : readAudioHeader(message);
    if (header?.isConfig) return this.#configs.get(kind)?.equals(payload) ?? false;
    if (timestampMs - (this.#lastMs.get(kind) ?? timestampMs) > MAX_COPY_FRAME_MS) return false;
    if (kind === "video") {
      this.#isFlowing ||= this.#lastMs.has(kind);
      this.#requireKey(message);
    }
    this.#lastMs.set(kind, timestampMs);
    return true;
  }

  #requireKey(message: TimedMessage): void {
    if (readVideoHeader(message)?.isKeyFrame) this.#keyAtMs = message.timestampMs;
    if (message.timestampMs - (this.#keyAtMs ?? message.timestampMs) > MAX_COPY_KEY_INTERVAL_MS)
      throw new InputFault(
        "no_key_frames",
        "A key frame has to come every 10 seconds; set your encoder to 2",
      );
  }
}
