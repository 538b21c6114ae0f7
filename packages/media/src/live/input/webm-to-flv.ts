import { flvOutputArgs } from "./flv-output.ts";

/** How much input is read before the first frame is output. A recording declares its tracks in its first bytes. */
const MAX_PROBED_BYTES = 200_000;
/** How long a track may be held back. A static screen produces no frames for seconds. */
const MAX_INTERLEAVE_MS = 300;

/**
 * Returns ffmpeg's arguments for converting a browser's WebM recording on standard input to FLV on its first pipe. After the end of
 * each 250 ms slice (720p at 20 fps, two cores), its last frame is output after a median of 12 ms if copied and 32 ms if
 * re-encoded; the first one after half a second.
 * @param isH264 whether the video is copied. All other codecs are re-encoded.
 */
export const webmToFlvArgs = ({ isH264 }: { isH264: boolean }): string[] => [
  "-probesize",
  `${MAX_PROBED_BYTES}`,
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
  ...flvOutputArgs({ isCopied: isH264, interleaveMaxMs: MAX_INTERLEAVE_MS }),
];
