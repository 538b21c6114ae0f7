import type { PlannedAudio } from "@shoal/contract";
import type { FfmpegArgs } from "../ffmpeg/run-tool.ts";

export const AAC_FRAME_SAMPLES = 1024;
/**
 * The cheaper search of quantizers, which by the manual of ffmpeg's encoder is the better one from 64 kbit/s on: 10 s of
 * 5.1 sound took 0.30 s of CPU instead of 0.93 with Debian 12's default, and the first frame comes as much earlier.
 */
const AAC_CODER = "fast";
export const audioFile = (trackId: string) => `${trackId}.mp4`;

/**
 * Encodes sound tracks from their beginning up to `endSec`: AAC-LC, stereo, 48 kHz, silence where the source has gaps
 * or ends early. What comes out up to a time does not depend on `endSec` (the encoder looks a few frames ahead, see
 * `STABLE_MARGIN_FRAMES`), so that the first segment may be made before the rest.
 */
export function audioArgs(tracks: readonly PlannedAudio[], endSec: number): FfmpegArgs {
  return {
    input: ["-threads", "1", "-copyts", "-start_at_zero", "-vn", "-sn", "-dn"],
    output: (out) => [
      ...tracks.flatMap((track) => [
        ...["-map", `0:${track.streamIndex}`, "-af", filter(track, endSec)],
        ...[
          "-c:a",
          "aac",
          "-aac_coder",
          AAC_CODER,
          "-b:a",
          `${track.bitrateKbps}k`,
          "-ac",
          `${track.channels}`,
        ],
        ...["-flags", "+bitexact", "-fflags", "+bitexact", "-map_metadata", "-1", "-map_chapters", "-1"],
        ...["-f", "mp4", out(audioFile(track.id))],
      ]),
      ...["-progress", "pipe:1"],
    ],
  };
}

/** `async` fills gaps and trims overlaps; the sound then ends exactly where the picture does. */
function filter({ sampleRateHz }: PlannedAudio, endSec: number): string {
  const samples = Math.round(endSec * sampleRateHz);
  return [
    `aresample=${sampleRateHz}:async=1000:first_pts=0`,
    "aformat=sample_fmts=fltp:channel_layouts=stereo",
    "apad",
    `atrim=end_sample=${samples}`,
  ].join(",");
}

/** Frames at the end of a cut encoding whose bits may differ from those of a longer one. */
export const STABLE_MARGIN_FRAMES = 12;
