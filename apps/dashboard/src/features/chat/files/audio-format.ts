import { parseDevice } from "../../../lib/device.ts";

/** The recording formats in order of preference, with their file extensions. */
const AUDIO_FORMATS = [
  ["audio/webm;codecs=opus", "webm"],
  ["audio/mp4;codecs=mp4a.40.2", "m4a"],
  ["audio/mp4", "m4a"],
  ["audio/ogg;codecs=opus", "ogg"],
] as const;

/** Returns a format that this browser can record and other browsers can play; undefined if there is none. */
export const findAudioFormat = () =>
  "MediaRecorder" in window && "mediaDevices" in navigator
    ? AUDIO_FORMATS.find(([type]) => MediaRecorder.isTypeSupported(type))
    : undefined;

/** Whether to show the notice that audio messages do not work on iOS (§2), whose older versions cannot record. */
export const isIosWithoutAudio = (): boolean =>
  ["iOS", "iPadOS"].includes(parseDevice(navigator.userAgent).system) && findAudioFormat() === undefined;
