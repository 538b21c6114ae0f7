import { AUDIO_CHANNELS, AUDIO_RATE_HZ } from "../../plan/copy-audio.ts";
import { FIRST_PIPE } from "../encoder/live-process.ts";

/** A recording names its tracks in its first bytes; more is not read before the first picture goes out. */
const PROBE_BYTES = 200_000;
/** What plays alone is not held back for longer: a screen on which nothing moves gives no picture for seconds. */
const INTERLEAVE_MAX_MS = 300;
const SOUND_KBPS = 160;
/** As encoders publish. */
const KEY_INTERVAL_SEC = 2;

/**
 * ffmpeg's arguments for what a browser records, WebM on its standard input, as FLV on its first pipe. Behind the end of each
 * slice of 250 ms (720p at 20 a second, two cores) its last picture is there after 12 ms copied and 32 ms encoded anew, in
 * the median; the first one after half a second.
 * @param isH264 such pictures are copied, all others are encoded: fast, for another encoder follows.
 */
export const webmToFlvArgs = ({ isH264 }: { isH264: boolean }): string[] => [
  ...["-probesize", `${PROBE_BYTES}`, "-analyzeduration", "0", "-fpsprobesize", "0"],
  ...["-threads", "1", "-f", "matroska", "-i", "pipe:0"],
  ...["-map", "0:v:0?", "-map", "0:a:0?", "-fps_mode", "passthrough"],
  ...(isH264 ? ["-c:v", "copy"] : PICTURE_ARGS),
  // Silence stands for what does not come, so that sound never drifts from the picture.
  ...["-af", "aresample=async=1000", "-c:a", "aac", "-b:a", `${SOUND_KBPS}k`],
  ...["-ar", `${AUDIO_RATE_HZ}`, "-ac", `${AUDIO_CHANNELS}`],
  ...["-max_interleave_delta", `${INTERLEAVE_MAX_MS * 1_000}`, "-flush_packets", "1"],
  ...["-flvflags", "no_duration_filesize", "-f", "flv", `pipe:${FIRST_PIPE}`],
];

const PICTURE_ARGS = [
  // A window on a screen has odd sides as well.
  ...["-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0"],
  ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-threads", "2"],
  // Better than what comes, so that the next encoder finds all of it.
  ...["-crf", "18", "-pix_fmt", "yuv420p"],
  ...["-force_key_frames", `expr:gte(t,n_forced*${KEY_INTERVAL_SEC})`],
];
