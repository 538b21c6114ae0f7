import { flvOutputArgs } from "./flv-output.ts";

/** How long the input is analyzed: long enough for the stream's tables, which are sent every half second, and a key frame. */
const ANALYZED_DURATION_SEC = 1;
const MAX_PROBED_BYTES = 1_000_000;

/**
 * Returns ffmpeg's arguments for converting an encoder's MPEG-TS on standard input to FLV on its first pipe.
 * @param isH264 whether the video is copied. If it is not H.264 after all, ffmpeg exits immediately, as `isNotCopied` detects.
 */
export const tsToFlvArgs = ({ isH264 }: { isH264: boolean }): string[] => [
  "-probesize",
  `${MAX_PROBED_BYTES}`,
  "-analyzeduration",
  `${ANALYZED_DURATION_SEC * 1_000_000}`,
  "-fpsprobesize",
  "0",

  "-threads",
  "1",
  "-f",
  "mpegts",
  "-i",
  "pipe:0",

  "-map",
  "0:v:0?",
  "-map",
  "0:a:0?",
  ...flvOutputArgs({ isCopied: isH264 }),
];
