/**
 * The recording types in order of preference. The server can copy H.264. VP8 must be encoded by the server, but takes less CPU on this
 * computer than VP9.
 */
const RECORDING_TYPES = [
  "video/webm;codecs=h264,opus",
  "video/webm;codecs=vp8,opus",
  "video/webm;codecs=vp9,opus",
  "video/webm",
];

const isSupportedHere = (type: string) =>
  typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported(type);

/** Returns a recording type that this browser supports and the servers accept; undefined if there is none. */
export const findRecordingType = (isSupported = isSupportedHere): string | undefined =>
  RECORDING_TYPES.find((type) => isSupported(type));
