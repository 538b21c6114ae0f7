/** H.264 is copied; VP8 costs the server an encoding, and this computer less than VP9. */
const TYPES = [
  "video/webm;codecs=h264,opus",
  "video/webm;codecs=vp8,opus",
  "video/webm;codecs=vp9,opus",
  "video/webm",
];

const isSupportedHere = (type: string) =>
  typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported(type);

/** A recording type that this browser supports and our servers accept; undefined if there is none. */
export const findRecordingType = (isSupported = isSupportedHere): string | undefined =>
  TYPES.find((type) => isSupported(type));
