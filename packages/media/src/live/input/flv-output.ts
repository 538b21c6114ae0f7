import { LIVE_SOUND_FILTERS } from "../../encode/stereo.ts";
import { containsAllWords } from "../../ffmpeg/mentions.ts";
import { AUDIO_CHANNELS, AUDIO_RATE_HZ } from "../../plan/copy-audio.ts";
import { FIRST_PIPE } from "../encoder/live-process.ts";

const SOUND_KBPS = 160;
/** The key frame interval of the output, which is common among encoders. */
const KEY_INTERVAL_SEC = 2;
/** The maximum time for which a single track is held back. */
const MAX_INTERLEAVE_MS = 1_000;

const PICTURE_ARGS = [
  // Captured windows can have odd sides, which H.264 in 4:2:0 does not allow.

  "-vf",
  "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0",

  "-c:v",
  "libx264",
  "-preset",
  "ultrafast",
  "-tune",
  "zerolatency",
  "-threads",
  "2",
  // The quality is higher than that of the input, so the next encoding loses little.

  "-crf",
  "18",
  "-pix_fmt",
  "yuv420p",
  // FLV counts in milliseconds, so frame times must not be rounded to an estimated rate.

  "-enc_time_base",
  "1:1000",

  "-force_key_frames",
  `expr:gte(t,n_forced*${KEY_INTERVAL_SEC})`,
];

interface FlvOutputOptions {
  /** Whether the video is copied, which requires H.264. Otherwise it is encoded quickly, because another encoder follows. */
  isCopied: boolean;
  /** The maximum time that a single track is held back. */
  interleaveMaxMs?: number;
}

/** ffmpeg's output arguments for converting other input to FLV on its first pipe, as encoders publish it. */
export const flvOutputArgs = ({
  isCopied,
  interleaveMaxMs = MAX_INTERLEAVE_MS,
}: FlvOutputOptions): string[] => [
  "-sn",
  "-dn",
  "-fps_mode",
  "passthrough",
  ...(isCopied ? ["-c:v", "copy"] : PICTURE_ARGS),
  // Missing audio becomes silence, so audio never drifts from the video.

  "-af",
  LIVE_SOUND_FILTERS,
  "-c:a",
  "aac",
  "-b:a",
  `${SOUND_KBPS}k`,

  "-ar",
  `${AUDIO_RATE_HZ}`,
  "-ac",
  `${AUDIO_CHANNELS}`,

  "-max_interleave_delta",
  `${interleaveMaxMs * 1_000}`,
  "-flush_packets",
  "1",

  "-flvflags",
  "no_duration_filesize",
  "-f",
  "flv",
  `pipe:${FIRST_PIPE}`,
];

/**
 * Returns whether ffmpeg failed because the video is not H.264 and cannot be copied. A codec of MPEG-TS whose stream type has no
 * FLV tag, such as MPEG-2, fails before its name is compared.
 */
export const isNotCopied = (stderrTail: string): boolean =>
  containsAllWords(stderrTail, "codec ", " not compatible with flv") ||
  containsAllWords(stderrTail, "Tag ", " incompatible with output codec id ");
