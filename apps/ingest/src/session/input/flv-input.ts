import type { LiveFault } from "@shoal/contract";
import { type AvcVideo, type LiveInput, LiveTimeline, MAX_PIXELS, readAvcConfig } from "@shoal/media";
import {
  type CodecHeader,
  type MediaMessage,
  readAudioHeader,
  readVideoHeader,
  videoConfigOf,
} from "@shoal/rtmp";
import { FILL_DELAY_MS, type FillerHead } from "./frozen-frame-filler.ts";

/** How long to wait for the second track, in ms. Encoders send its configuration slightly after that of the first one. */
const MAX_CODECS_WAIT_MS = 1_000;
/** How long to wait for audio if the publisher's metadata declares none. */
const MAX_UNDECLARED_AUDIO_WAIT_MS = 200;
/** How long to wait for the first key frame, in ms, although publishers should start with one. */
const MAX_FIRST_KEY_FRAME_WAIT_MS = 2_000;
const MAX_LATER_KEY_FRAME_WAIT_MS = 20_000;
/** How long to wait for video if the live has video, in ms. A camera may start long after its microphone. */
const MAX_VIDEO_WAIT_MS = MAX_LATER_KEY_FRAME_WAIT_MS;
/** How long input without video waits before the frozen frame is published. Until then, viewers still see the last frame. */
const FILLER_DELAY_MS = 3_000;
/** The maximum size of waiting input, in bytes: 1 s of a live with the highest bit rate. */
const MAX_PENDING_BYTES = 25_000_000;
/** The only supported audio codecs. Others are rejected. */
const AUDIO_CODECS = new Set(["aac", "mp3"]);

/** A message with its time on the live's timeline. */
export interface TimedMessage extends MediaMessage {
  /** When the message arrived, in ms since 1970. */
  arrivedAtMs: number;
}

/** The start of the input that an encoder gets. */
export interface InputHead extends LiveInput {
  /** The decoder configurations, with the time of the first frame. */
  configs: readonly MediaMessage[];
  isSoundAac: boolean;
}

/** What a new encoder starts with: the codec configuration and the first messages. */
interface EncoderStart {
  head: InputHead;
  messages: [TimedMessage, ...TimedMessage[]];
  /** Whether frames were skipped before the first message. If so, frames that depend on them cannot be decoded. */
  isAfterGap: boolean;
}

/** Provides the frozen frame, and decides when it replaces missing video. */
interface FillerSource {
  /** The configuration of the frozen frame; undefined if there is none. */
  readonly head: FillerHead | undefined;
  /**
   * Whether video is missing at a time of the audio.
   * @param soundMs the time of the audio, on the live's timeline.
   */
  isAway(soundMs: number): boolean;
}

/** The conditions under which a new encoder can start. */
interface StartConditions {
  /** Whether the live has video, in which case it must not start with audio only. */
  needsVideo?: boolean;
  /** Whether a frame is too late to be shown. */
  isLate?: (message: TimedMessage) => boolean;
  /** The source of the frozen frame, for audio without video. */
  held?: FillerSource | undefined;
}

/** The error for a publisher's unsupported input. */
export class InputFault extends Error {
  readonly fault: LiveFault;
  constructor(fault: LiveFault, message: string) {
    super(message);
    this.name = "InputFault";
    this.fault = fault;
  }
}

/**
 * Puts a publisher's messages on one timeline. Waits until the tracks are known, and gives each encoder a start that can be
 * decoded. Pure; time is passed in.
 */
export class FlvInput {
  readonly #timeline = new LiveTimeline();
  #picture: AvcVideo | undefined;
  readonly #configs = new Map<"audio" | "video", MediaMessage>();
  #hasSound = false;
  #isSoundAac = false;
  #codecsWaitMs = MAX_CODECS_WAIT_MS;
  #firstAtMs: number | undefined;
  #frameSinceMs: number | undefined;
  /** The time of the last frame that no encoder received, on the live's timeline. */
  #lastDroppedFrameMs: number | undefined;
  #early: TimedMessage[] = [];
  #earlyBytes = 0;
  #isKeyAwaited = true;
  #keyWaitMs = MAX_FIRST_KEY_FRAME_WAIT_MS;

  /** Returns when to check again without new input; Infinity if nothing is pending. */
  dueAtMs(nowMs: number): number {
    if (!this.#isKeyAwaited) return Infinity;
    const times = [
      (this.#firstAtMs ?? Infinity) + this.#codecsWaitMs,
      (this.#firstAtMs ?? Infinity) + MAX_VIDEO_WAIT_MS,
      (this.#frameSinceMs ?? Infinity) + this.#keyWaitMs,
    ];
    return Math.min(...times.map((atMs) => (atMs > nowMs ? atMs : Infinity)));
  }

  /**
   * Handles a message.
   * @returns the messages to encode now; none while waiting for a start.
   * @throws InputFault for unsupported input.
   */
  handle(message: MediaMessage, nowMs: number): TimedMessage[] {
    if (message.kind === "script") {
      this.#codecsWaitMs = isDeclaredSilent(message) ? MAX_UNDECLARED_AUDIO_WAIT_MS : MAX_CODECS_WAIT_MS;
      return [];
    }
    const header = message.kind === "video" ? readVideoHeader(message) : readAudioHeader(message);
    if (!header) return [];
    requireSupportedCodec(message.kind, header);
    const { atMs } = this.#timeline.place(message.kind, message.timestampMs, nowMs);
    const timed = { ...message, timestampMs: atMs, arrivedAtMs: nowMs };
    this.#firstAtMs ??= nowMs;
    if (header.isConfig) this.#handleConfig(timed);
    if (message.kind === "audio") {
      this.#hasSound = true;
      this.#isSoundAac = header.codec === "aac";
    }
    if (!header.isConfig && !header.isMedia) return [];
    if (message.kind === "video" && header.isMedia) this.#frameSinceMs ??= nowMs;
    if (!this.#isKeyAwaited) return [timed];
    if (header.isMedia) this.#wait(timed);
    return [];
  }

  /**
   * Returns the start for a new encoder once the tracks are known and there is a key frame.
   * @returns undefined while waiting.
   * @throws InputFault after waiting too long.
   */
  begin(nowMs: number, wishes: StartConditions = {}): EncoderStart | undefined {
    const { needsVideo = false, isLate = () => false, held } = wishes;
    if (this.#firstAtMs === undefined || !this.#isKeyAwaited) return undefined;
    const hasVideo = this.#configs.has("video");
    const waitedMs = nowMs - this.#firstAtMs;
    if (needsVideo && !hasVideo) return this.#beginWithHeld(waitedMs, held) ?? this.#awaitFrame(waitedMs);
    const isWhole = (hasVideo && this.#hasSound) || waitedMs >= this.#codecsWaitMs;
    if (!isWhole && this.#earlyBytes < MAX_PENDING_BYTES) return undefined;
    const isFirst = (message: TimedMessage) => (!hasVideo || isKeyFrame(message)) && !isLate(message);
    const from = this.#early.findIndex(isFirst);
    if (from < 0) {
      const beginning = needsVideo ? this.#goOnWithHeld(held) : undefined;
      if (beginning) return beginning;
      if (nowMs - (this.#frameSinceMs ?? nowMs) >= this.#keyWaitMs)
        throw new InputFault("no_key_frames", "No picture came that needs no other");
      this.#dropEarly();
      return undefined;
    }
    const [first, ...others] = this.#early.slice(from);
    if (!first) return undefined;
    this.#lastDroppedFrameMs = undefined;
    return this.#beginning([first, ...others], hasVideo ? this.#picture : undefined);
  }

  /** Starts with audio and the frozen frame, because no video has arrived in time. */
  #beginWithHeld(waitedMs: number, held: FillerSource | undefined): EncoderStart | undefined {
    const [first, ...others] = this.#early;
    const head = held?.head;
    if (!first || !head || waitedMs < FILLER_DELAY_MS) return undefined;
    return this.#beginning([first, ...others], head.picture, head.config);
  }

  /** Continues with audio and the frozen frame without waiting, because the publisher now sends only audio. */
  #goOnWithHeld(held: FillerSource | undefined): EncoderStart | undefined {
    const lostMs = this.#lastDroppedFrameMs ?? -Infinity;
    const isAlone = ({ kind, timestampMs }: TimedMessage) =>
      kind === "audio" && held?.isAway(timestampMs) === true && timestampMs - lostMs >= FILL_DELAY_MS;
    const from = this.#early.findLastIndex((message) => !isAlone(message)) + 1;
    const [first, ...others] = this.#early.slice(from);
    const head = held?.head;
    return first && head && this.#beginning([first, ...others], head.picture, head.config);
  }

  #beginning(
    messages: EncoderStart["messages"],
    picture: AvcVideo | undefined,
    heldConfig?: MediaMessage,
  ): EncoderStart {
    this.#dropEarly();
    this.#isKeyAwaited = false;
    const [{ timestampMs }] = messages;
    const known = new Map(this.#configs);
    if (heldConfig) known.set("video", heldConfig);
    const configs = [...known.values()].map((config) => ({ ...config, timestampMs }));
    const head = { picture, hasSound: this.#hasSound, isSoundAac: this.#isSoundAac, configs };
    return { head, messages, isAfterGap: this.#lastDroppedFrameMs !== undefined };
  }

  /** Restarts encoding at the next key frame. @param pending input that no encoder has received yet. */
  restart(pending: readonly TimedMessage[] = []): void {
    this.#isKeyAwaited = true;
    this.#keyWaitMs = MAX_LATER_KEY_FRAME_WAIT_MS;
    this.#frameSinceMs = undefined;
    this.#lastDroppedFrameMs = undefined;
    for (const message of pending) this.#wait(message);
  }

  /** Starts over with another publisher of the same live, whose codecs are not known yet. */
  reset(): void {
    this.restart();
    this.#keyWaitMs = MAX_FIRST_KEY_FRAME_WAIT_MS;
    this.#configs.clear();
    this.#picture = undefined;
    this.#hasSound = false;
    this.#codecsWaitMs = MAX_CODECS_WAIT_MS;
    this.#firstAtMs = undefined;
    this.#dropEarly();
  }

  /**
   * Waits for the first frame, because audio before it cannot be watched.
   * @throws InputFault after waiting too long.
   */
  #awaitFrame(waitedMs: number): undefined {
    if (waitedMs >= MAX_VIDEO_WAIT_MS)
      throw new InputFault("no_picture", "The live began with a picture; publish it with one");
    this.#dropEarly();
  }

  #handleConfig(message: MediaMessage & { kind: "audio" | "video" | "script" }): void {
    if (message.kind === "script") return;
    this.#configs.set(message.kind, message);
    if (message.kind === "audio") return;
    const picture = readAvcConfig(videoConfigOf(message));
    if (!picture) throw new InputFault("unsupported_codec", "The picture's description cannot be read");
    if (picture.width * picture.height > MAX_PIXELS)
      throw new InputFault(
        "too_large_picture",
        `A picture of ${picture.width} × ${picture.height} is too large`,
      );
    this.#picture = picture;
  }

  #wait(message: TimedMessage): void {
    if (message.kind === "video") this.#lastDroppedFrameMs = message.timestampMs;
    this.#early.push(message);
    this.#earlyBytes += message.payload.length;
  }

  /** Drops waiting input that cannot be decoded. */
  #dropEarly(): void {
    this.#early = [];
    this.#earlyBytes = 0;
  }
}

/** Whether `onMetaData` declares no audio. */
const isDeclaredSilent = ({ payload }: MediaMessage): boolean =>
  payload.includes("videocodecid") && !payload.includes("audio");

/** Whether a message contains a frame, and not only a configuration. */
export const isFrame = (message: MediaMessage): boolean =>
  message.kind === "video" && readVideoHeader(message)?.isMedia === true;

export const isKeyFrame = (message: MediaMessage): boolean =>
  message.kind === "video" && readVideoHeader(message)?.isKeyFrame === true;

function requireSupportedCodec(kind: "audio" | "video", { codec }: CodecHeader<string>): void {
  if (kind === "video" ? codec === "h264" : AUDIO_CODECS.has(codec)) return;
  const wanted = kind === "video" ? "H.264" : "AAC or MP3";
  throw new InputFault("unsupported_codec", `The ${kind} is ${codec}; publish it as ${wanted}`);
}
