import { flvOutputArgs } from "./flv-output.ts";

/** A recording names its tracks in its first bytes; more is not read before the first picture goes out. */
const PROBE_BYTES = 200_000;
/** A screen on which nothing moves gives no picture for seconds. */
const INTERLEAVE_MAX_MS = 300;

/**
 * ffmpeg's arguments for what a browser records, WebM on its standard input, as FLV on its first pipe. Behind the end of each
 * slice of 250 ms (720p at 20 a second, two cores) its last picture is there after 12 ms copied and 32 ms encoded again, in
 * the median; the first one after half a second.
 * @param isH264 such pictures are copied, all others are encoded.
 */
export const webmToFlvArgs = ({ isH264 }: { isH264: boolean }): string[] => [
  "-probesize",
  `${PROBE_BYTES}`,
  "-analyzeduration",
  "0",
  "-fpsprobesize",
  "0",

  "-threads",
  "1",
  "-f",
  "matroska",
  "-i",
  "pipe:0",

  "-map",
  "0:v:0?",
  "-map",
  "0:a:0?",
  ...flvOutputArgs({ isCopied: isH264, interleaveMaxMs: INTERLEAVE_MAX_MS }),
];
