import type { MediaMessage } from "./media-message.ts";

/** ffmpeg's names of codecs, with `other` for obsolete or unknown ones. */
export type VideoCodec = "h264" | "hevc" | "av1" | "vp9" | "vp8" | "other";
export type AudioCodec = "aac" | "mp3" | "opus" | "flac" | "ac3" | "eac3" | "other";

export interface CodecHeader<Codec> {
  codec: Codec;
  /** Whether the message is the decoder configuration, which is parameter sets or an AudioSpecificConfig. */
  isConfig: boolean;
  /** Whether the message contains audio or video. Ends of sequence and metadata are neither media nor configuration. */
  isMedia: boolean;
}

export interface VideoHeader extends CodecHeader<VideoCodec> {
  isKeyFrame: boolean;
}

/** The codec numbers of Adobe, "Video File Format Specification 10.1", E.4.3.1. HEVC had no number, and encoders used 12 for it. */
const VIDEO_CODECS: Record<number, VideoCodec> = { 7: "h264", 12: "hevc" };
const AUDIO_CODECS: Record<number, AudioCodec> = { 2: "mp3", 10: "aac", 14: "mp3" };
/** The FourCCs of Veovera, "Enhanced RTMP (V2)", 2024. */
const VIDEO_FOURCCS: Record<string, VideoCodec> = {
  avc1: "h264",
  hvc1: "hevc",
  av01: "av1",
  vp09: "vp9",
  vp08: "vp8",
};
const AUDIO_FOURCCS: Record<string, AudioCodec> = {
  mp4a: "aac",
  ".mp3": "mp3",
  Opus: "opus",
  fLaC: "flac",
  "ac-3": "ac3",
  "ec-3": "eac3",
};
const ENHANCED_AUDIO = 9;
const KEY_FRAME_TYPE = 1;
/** The packet types of enhanced video and audio. */
const SEQUENCE_START = 0;
const CODED_FRAMES = 1;
const CODED_FRAMES_WITHOUT_OFFSET = 3;

/**
 * Reads the header of a video message.
 * @returns undefined for an empty message, and for commands to players.
 * @example readVideoHeader({ kind: "video", timestampMs: 0, payload: Buffer.from([0x17, 0]) }); // { codec: "h264", isConfig:
 * true, … }
 */
export function readVideoHeader({ payload }: MediaMessage): VideoHeader | undefined {
  const [first, second] = payload;
  if (first === undefined || second === undefined) return undefined;
  const isEnhanced = (first & 0x80) !== 0;
  const frameType = (first >> 4) & (isEnhanced ? 7 : 15);
  const kind = isEnhanced ? first & 15 : second;
  const codec = isEnhanced
    ? (VIDEO_FOURCCS[payload.toString("latin1", 1, 5)] ?? "other")
    : (VIDEO_CODECS[first & 15] ?? "other");
  // A message of a codec without packet types always contains a frame.
  const hasKinds = isEnhanced || codec !== "other";
  const isMedia = !hasKinds || kind === CODED_FRAMES || (isEnhanced && kind === CODED_FRAMES_WITHOUT_OFFSET);
  if (frameType === 5) return undefined;
  return {
    codec,
    isConfig: hasKinds && kind === SEQUENCE_START,
    isMedia,
    isKeyFrame: isMedia && frameType === KEY_FRAME_TYPE,
  };
}

/** The offset of the configuration in a message. It follows the codec (1 byte), packet type (1) and time (3), or one byte and a FourCC. */
const CONFIG_OFFSET = 5;

/** Returns the video decoder configuration of a message whose header has `isConfig`. */
export const videoConfigOf = ({ payload }: MediaMessage): Buffer => payload.subarray(CONFIG_OFFSET);

/**
 * Returns how much later than its decoding an H.264 frame is shown, in ms. It is constant if no frame depends on a later one.
 * @returns undefined if it is not an H.264 frame.
 */
export function displayDelayMsOf(message: MediaMessage): number | undefined {
  const { payload } = message;
  const header = readVideoHeader(message);
  if (header?.codec !== "h264" || !header.isMedia) return undefined;
  const [first = 0] = payload;
  const isEnhanced = (first & 0x80) !== 0;
  if (isEnhanced && (first & 15) === CODED_FRAMES_WITHOUT_OFFSET) return 0;
  const at = isEnhanced ? CONFIG_OFFSET : 2;
  return payload.length >= at + 3 ? payload.readIntBE(at, 3) : undefined;
}

/** Reads the header of an audio message. @returns undefined for an empty message. */
export function readAudioHeader({ payload }: MediaMessage): CodecHeader<AudioCodec> | undefined {
  const [first, second] = payload;
  if (first === undefined) return undefined;
  const format = first >> 4;
  if (format === ENHANCED_AUDIO) {
    const codec = AUDIO_FOURCCS[payload.toString("latin1", 1, 5)] ?? "other";
    return { codec, isConfig: (first & 15) === SEQUENCE_START, isMedia: (first & 15) === CODED_FRAMES };
  }
  const codec = AUDIO_CODECS[format] ?? "other";
  const isConfig = codec === "aac" && second === SEQUENCE_START;
  return { codec, isConfig, isMedia: !isConfig && second !== undefined };
}
