import type { MediaMessage } from "@shoal/rtmp";

/** The AVC configuration that x264 produces for 320 × 180 at 25 frames per second, in the form that ffmpeg publishes. */
const AVC_CONFIG =
  "0164000cffe1001a6764000cacd941419f9f011000000300100000030320f142996001000668ebe3cb22c0fdf8f800";

const createMessage = (kind: "audio" | "video", timestampMs: number, ...bytes: number[]): MediaMessage => ({
  kind,
  timestampMs,
  payload: Buffer.from(bytes),
});

export const VIDEO_CONFIG: MediaMessage = {
  kind: "video",
  timestampMs: 0,
  payload: Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), Buffer.from(AVC_CONFIG, "hex")]),
};
export const SOUND_CONFIG = createMessage("audio", 0, 0xaf, 0, 0x11, 0x90);

export const keyFrame = (timestampMs: number) => createMessage("video", timestampMs, 0x17, 1, 0, 0, 0, 1);
export const laterFrame = (timestampMs: number) => createMessage("video", timestampMs, 0x27, 1, 0, 0, 0, 1);
export const soundFrame = (timestampMs: number) => createMessage("audio", timestampMs, 0xaf, 1, 0x21);
