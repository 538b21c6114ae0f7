import type { LiveFault } from "@shoal/contract";
import { type AvcPicture, type LiveInput, LiveTimeline, MAX_PIXELS, readAvcConfig } from "@shoal/media";
import {
  type CodecHeader,
  type MediaMessage,
  readAudioHeader,
  readVideoHeader,
  videoConfigOf,
} from "@shoal/rtmp";
import { FILL_AFTER_MS, type FillerHead } from "./frozen-frame-filler.ts";

/** An encoder's metadata arrives first, and that of the other kind a little later. */
const CODECS_WAIT_MS = 1_000;
/** If its metadata names video and no audio, audio is only awaited until the first picture. */
const MUTE_WAIT_MS = 200;
/** Publishers begin with a picture that needs no other, and send further ones every few seconds. */
const FIRST_KEY_WAIT_MS = 2_000;
const LATER_KEY_WAIT_MS = 20_000;
/** A camera may come long after the microphone beside it. */
const PICTURE_WAIT_MS = LATER_KEY_WAIT_MS;
/** The last picture is shown meanwhile. */
const PICTURE_HELD_AFTER_MS = 3_000;
/** 1 s of the heaviest live. */
const EARLY_MAX_BYTES = 25_000_000;
/** The result of our FLV demuxer. */
const SOUNDS = new Set(["aac", "mp3"]);

/** A message on the live's own times. */
export interface TimedMessage extends MediaMessage {
  /** When it came, ms since 1970. */
  arrivedAtMs: number;
}

/** The first messages for an encoder. */
export interface InputHead extends LiveInput {
  /** Decoder configurations, on the time of the first picture or sound. */
  configs: readonly MediaMessage[];
  isSoundAac: boolean;
}

/** The start of a new encoder. */
interface Beginning {
  head: InputHead;
  messages: [TimedMessage, ...TimedMessage[]];
  /** Pictures came meanwhile that no encoder gets: what follows them cannot be decoded. */
  isAfterGap: boolean;
}

/** The picture that was there last. */
interface Held {
  /** Undefined where there is none. */
  readonly head: FillerHead | undefined;
  /** @param soundMs on the times of the live. */
  isAway(soundMs: number): boolean;
}

/** The kinds of starts. */
interface Wishes {
  /** A live has video: it does not start with audio alone. */
  needsPicture?: boolean;
  /** Reports a picture that must not be shown any more. */
  isLate?: (message: TimedMessage) => boolean;
  /** The picture that was there last, for sound alone. */
  held?: Held | undefined;
}

/** A publisher sends what cannot be taken. */
export class InputFault extends Error {
  readonly fault: LiveFault;
  constructor(fault: LiveFault, message: string) {
    super(message);
    this.name = "InputFault";
    this.fault = fault;
  }
}

/**
 * A publisher's messages on one timeline: it waits until the tracks are known, and gives each encoder a start that can be
 * decoded. Pure; time comes from outside.
 */
export class FlvInput {
  readonly #timeline = new LiveTimeline();
  #picture: AvcPicture | undefined;
  readonly #configs = new Map<"audio" | "video", MediaMessage>();
  #hasSound = false;
  #isSoundAac = false;
  #codecsWaitMs = CODECS_WAIT_MS;
  #firstAtMs: number | undefined;
  #pictureSinceMs: number | undefined;
  /** The last picture that no encoder has got, on the times of the live. */
  #lostPictureMs: number | undefined;
  #early: TimedMessage[] = [];
  #earlyBytes = 0;
  #isKeyAwaited = true;
  #keyWaitMs = FIRST_KEY_WAIT_MS;

  /** When someone must look again, though nothing has come; Infinity when nothing is waited for. */
  dueAtMs(nowMs: number): number {
    if (!this.#isKeyAwaited) return Infinity;
    const times = [
      (this.#firstAtMs ?? Infinity) + this.#codecsWaitMs,
      (this.#firstAtMs ?? Infinity) + PICTURE_WAIT_MS,
      (this.#pictureSinceMs ?? Infinity) + this.#keyWaitMs,
    ];
    return Math.min(...times.map((atMs) => (atMs > nowMs ? atMs : Infinity)));
  }

  /**
   * Takes a message.
   * @returns what is to be encoded now; nothing while a beginning is waited for.
   * @throws InputFault for what cannot be taken.
   */
  take(message: MediaMessage, nowMs: number): TimedMessage[] {
    if (message.kind === "script") {
      this.#codecsWaitMs = isSaidMute(message) ? MUTE_WAIT_MS : CODECS_WAIT_MS;
      return [];
    }
    const header = message.kind === "video" ? readVideoHeader(message) : readAudioHeader(message);
    if (!header) return [];
    requireKnown(message.kind, header);
    const { atMs } = this.#timeline.place(message.kind, message.timestampMs, nowMs);
    const timed = { ...message, timestampMs: atMs, arrivedAtMs: nowMs };
    this.#firstAtMs ??= nowMs;
    if (header.isConfig) this.#takeConfig(timed);
    if (message.kind === "audio") {
      this.#hasSound = true;
      this.#isSoundAac = header.codec === "aac";
    }
    if (!header.isConfig && !header.isMedia) return [];
    if (message.kind === "video" && header.isMedia) this.#pictureSinceMs ??= nowMs;
    if (!this.#isKeyAwaited) return [timed];
    if (header.isMedia) this.#wait(timed);
    return [];
  }

  /**
   * The beginning for a new encoder, once it is known what comes and there is a picture that needs no other.
   * @returns undefined while that is waited for.
   * @throws InputFault when it has been waited for too long.
   */
  begin(nowMs: number, wishes: Wishes = {}): Beginning | undefined {
    const { needsPicture = false, isLate = () => false, held } = wishes;
    if (this.#firstAtMs === undefined || !this.#isKeyAwaited) return undefined;
    const hasPicture = this.#configs.has("video");
    const waitedMs = nowMs - this.#firstAtMs;
    if (needsPicture && !hasPicture)
      return this.#beginWithHeld(waitedMs, held) ?? this.#awaitPicture(waitedMs);
    const isWhole = (hasPicture && this.#hasSound) || waitedMs >= this.#codecsWaitMs;
    if (!isWhole && this.#earlyBytes < EARLY_MAX_BYTES) return undefined;
    const isFirst = (message: TimedMessage) => (!hasPicture || isKeyFrame(message)) && !isLate(message);
    const from = this.#early.findIndex(isFirst);
    if (from < 0) {
      const beginning = needsPicture ? this.#goOnWithHeld(held) : undefined;
      if (beginning) return beginning;
      if (nowMs - (this.#pictureSinceMs ?? nowMs) >= this.#keyWaitMs)
        throw new InputFault("no_key_frames", "No picture came that needs no other");
      this.#forget();
      return undefined;
    }
    const [first, ...others] = this.#early.slice(from);
    if (!first) return undefined;
    this.#lostPictureMs = undefined;
    return this.#beginning([first, ...others], hasPicture ? this.#picture : undefined);
  }

  /** After this long, audio without video is published with the last picture. */
  #beginWithHeld(waitedMs: number, held: Held | undefined): Beginning | undefined {
    const [first, ...others] = this.#early;
    const head = held?.head;
    if (!first || !head || waitedMs < PICTURE_HELD_AFTER_MS) return undefined;
    return this.#beginning([first, ...others], head.picture, head.config);
  }

  /** The same publisher sends audio only: it is published immediately. */
  #goOnWithHeld(held: Held | undefined): Beginning | undefined {
    const lostMs = this.#lostPictureMs ?? -Infinity;
    const isAlone = ({ kind, timestampMs }: TimedMessage) =>
      kind === "audio" && held?.isAway(timestampMs) === true && timestampMs - lostMs >= FILL_AFTER_MS;
    const from = this.#early.findLastIndex((message) => !isAlone(message)) + 1;
    const [first, ...others] = this.#early.slice(from);
    const head = held?.head;
    return first && head && this.#beginning([first, ...others], head.picture, head.config);
  }

  #beginning(
    messages: Beginning["messages"],
    picture: AvcPicture | undefined,
    heldConfig?: MediaMessage,
  ): Beginning {
    this.#forget();
    this.#isKeyAwaited = false;
    const [{ timestampMs }] = messages;
    const known = new Map(this.#configs);
    if (heldConfig) known.set("video", heldConfig);
    const configs = [...known.values()].map((config) => ({ ...config, timestampMs }));
    const head = { picture, hasSound: this.#hasSound, isSoundAac: this.#isSoundAac, configs };
    return { head, messages, isAfterGap: this.#lostPictureMs !== undefined };
  }

  /** An encoder is to begin again, with the next picture that needs no other. @param taken what no encoder has got yet. */
  restart(taken: readonly TimedMessage[] = []): void {
    this.#isKeyAwaited = true;
    this.#keyWaitMs = LATER_KEY_WAIT_MS;
    this.#pictureSinceMs = undefined;
    this.#lostPictureMs = undefined;
    for (const message of taken) this.#wait(message);
  }

  /** A new publisher of the same live: its codecs are not known yet. */
  reset(): void {
    this.restart();
    this.#keyWaitMs = FIRST_KEY_WAIT_MS;
    this.#configs.clear();
    this.#picture = undefined;
    this.#hasSound = false;
    this.#codecsWaitMs = CODECS_WAIT_MS;
    this.#firstAtMs = undefined;
    this.#forget();
  }

  /** Sound from before the picture is nothing that anyone could watch. @throws InputFault when that took too long. */
  #awaitPicture(waitedMs: number): undefined {
    if (waitedMs >= PICTURE_WAIT_MS)
      throw new InputFault("no_picture", "The live began with a picture; publish it with one");
    this.#forget();
  }

  #takeConfig(message: MediaMessage & { kind: "audio" | "video" | "script" }): void {
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
    if (message.kind === "video") this.#lostPictureMs = message.timestampMs;
    this.#early.push(message);
    this.#earlyBytes += message.payload.length;
  }

  /** Nothing can be decoded of what waits. */
  #forget(): void {
    this.#early = [];
    this.#earlyBytes = 0;
  }
}

/** `onMetaData` of a publisher that sends no sound. */
const isSaidMute = ({ payload }: MediaMessage): boolean =>
  payload.includes("videocodecid") && !payload.includes("audio");

/** Not what describes pictures. */
export const isPicture = (message: MediaMessage): boolean =>
  message.kind === "video" && readVideoHeader(message)?.isMedia === true;

export const isKeyFrame = (message: MediaMessage): boolean =>
  message.kind === "video" && readVideoHeader(message)?.isKeyFrame === true;

function requireKnown(kind: "audio" | "video", { codec }: CodecHeader<string>): void {
  if (kind === "video" ? codec === "h264" : SOUNDS.has(codec)) return;
  const wanted = kind === "video" ? "H.264" : "AAC or MP3";
  throw new InputFault("unsupported_codec", `The ${kind} is ${codec}; publish it as ${wanted}`);
}
