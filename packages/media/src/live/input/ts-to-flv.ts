import { flvOutputArgs } from "./flv-output.ts";

/** Until its tables have come, which is every half second, and a picture that needs no other. */
const ANALYZE_SEC = 1;
const PROBE_BYTES = 1_000_000;

/**
 * ffmpeg's arguments for what encoders send as MPEG-TS, on its standard input, as FLV on its first pipe.
 * @param isH264 such pictures are copied; with others it ends at once, as `isNotCopied` says.
 */
export const tsToFlvArgs = ({ isH264 }: { isH264: boolean }): string[] => [
  "-probesize",
  `${PROBE_BYTES}`,
  "-analyzeduration",
  `${ANALYZE_SEC * 1_000_000}`,
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
