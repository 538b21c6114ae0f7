import type { MediaInfo, PlannedAudio } from "@shoal/contract/stored-data";
import type { FfmpegArgs } from "../ffmpeg/run-tool.ts";
import { limitPeaksTo, MIXED_PEAK, STEREO_FILTERS } from "./stereo.ts";

export const AAC_FRAME_SAMPLES = 1024;
/**
 * The cheaper quantizer search. According to ffmpeg's manual, it is also the better one from 64 kbps up. Ten seconds of 5.1 audio
 * took 0.30 s of CPU, instead of 0.93 s with Debian 12's default. The first frame comes earlier by the difference.
 */
const AAC_CODER = "fast";
export const audioFile = (trackId: string) => `${trackId}.mp4`;

/**
 * Encodes audio tracks from their start up to `endSec`: AAC-LC, stereo, 48 kHz, with silence where the source has gaps or ends
 * early. The output up to a time does not depend on `endSec`, so the first segment can be made before all others. The encoder looks
 * a few frames ahead, see `STABLE_MARGIN_FRAMES`.
 */
export function audioArgs(
  tracks: readonly PlannedAudio[],
  { info, endSec }: { info: Pick<MediaInfo, "audio">; endSec: number },
): FfmpegArgs {
  const isSurround = ({ streamIndex }: PlannedAudio) =>
    info.audio.some((each) => each.streamIndex === streamIndex && each.channels > 2);

  return {
    input: ["-threads", "1", "-copyts", "-start_at_zero", "-vn", "-sn", "-dn"],
    output: (out) => [
      ...tracks.flatMap((track) => [
        ...(track.rightStreamIndex === undefined
          ? ["-map", `0:${track.streamIndex}`, "-af", audioFilter(track, isSurround(track), endSec)]
          : joinSidesFilter(track, track.rightStreamIndex, endSec)),
        ...aacArgs(track, out),
      ]),

      "-progress",
      "pipe:1",
    ],
  };
}

/**
 * Encodes a part of the only audio track of a file, sample-accurate, with silence if the file ends early.
 * @param startSec counted from the first sample of the file.
 */
export function audioPartArgs(track: PlannedAudio, startSec: number, durationSec: number): FfmpegArgs {
  const samplesIn = (sec: number) => Math.round(sec * track.sampleRateHz);
  const part = [
    ...resampleFilters(track),
    // Keeps the source's number of channels, so mono stays mono.
    "aformat=sample_fmts=fltp",
    `atrim=start_sample=${samplesIn(startSec)}`,
    "asetpts=PTS-STARTPTS",
    ...padFilters(samplesIn(durationSec)),
  ];
  return {
    input: ["-threads", "1", "-vn", "-sn", "-dn"],
    output: (out) => ["-map", "0:a:0", "-af", part.join(","), ...aacArgs(track, out)],
  };
}

/**
 * Encodes the only audio track of a file on its own frame grid, with silence outside of `[fromSample, toSample)`.
 * @param fromSample the first sample with audio. Both samples are counted from the first sample of the file.
 */
export function silencedArgs(track: PlannedAudio, fromSample: number, toSample: number): FfmpegArgs {
  const filters = [
    "aformat=sample_fmts=fltp",
    `atrim=start_sample=${fromSample}:end_sample=${toSample}`,
    "asetpts=N/SR/TB",
    ...(fromSample > 0 ? [`adelay=delays=${fromSample}S:all=1`] : []),
    `apad=pad_len=${SILENCE_AFTER_FRAMES * AAC_FRAME_SAMPLES}`,
  ];
  return {
    input: ["-threads", "1", "-vn", "-sn", "-dn"],
    output: (out) => ["-map", "0:a:0", "-af", filters.join(","), ...aacArgs(track, out)],
  };
}

/** The number of frames after which silence starts: the last frame with audio extends into the next one. */
const SILENCE_AFTER_FRAMES = 4;

const aacArgs = (track: PlannedAudio, out: (name: string) => string) => [
  "-c:a",
  "aac",
  "-aac_coder",
  AAC_CODER,
  "-b:a",
  `${track.bitrateKbps}k`,
  "-ac",
  `${track.channels}`,

  "-flags",
  "+bitexact",
  "-fflags",
  "+bitexact",
  "-map_metadata",
  "-1",
  "-map_chapters",
  "-1",

  "-f",
  "mp4",
  out(audioFile(track.id)),
];

const audioFilter = (track: PlannedAudio, isSurround: boolean, endSec: number) =>
  [
    ...resampleFilters(track),
    ...STEREO_FILTERS,
    ...(isSurround ? [limitPeaksTo(MIXED_PEAK)] : []),
    ...padFilters(Math.round(endSec * track.sampleRateHz)),
  ].join(",");

/** Joins two streams to stereo, one per side. */
function joinSidesFilter(track: PlannedAudio, rightStreamIndex: number, endSec: number): string[] {
  const side = (streamIndex: number, pad: string) => {
    const filters = [
      ...resampleFilters(track),
      "aformat=sample_fmts=fltp:channel_layouts=mono",
      ...padFilters(Math.round(endSec * track.sampleRateHz)),
    ];
    return `[0:${streamIndex}]${filters.join(",")}[${pad}]`;
  };
  const [left, right, both] = [`l${track.id}`, `r${track.id}`, `o${track.id}`];
  const join = `[${left}][${right}]join=inputs=2:channel_layout=stereo:map=0.0-FL|1.0-FR[${both}]`;
  const graph = [side(track.streamIndex, left), side(rightStreamIndex, right), join].join(";");
  return ["-filter_complex", graph, "-map", `[${both}]`];
}

/**
 * `async` fills gaps and trims overlaps. When it first stretches audio slightly, ffmpeg inserts a resampler and loses the position:
 * it would insert the same silence again. The filter graph therefore contains a resampler from the start.
 */
const resampleFilters = ({ sampleRateHz }: PlannedAudio) => [
  `aresample=${sampleRateHz}:async=1000:first_pts=0:flags=res`,
];

/** Pads or trims the audio so that it ends exactly with the video. */
const padFilters = (samples: number) => ["apad", `atrim=end_sample=${samples}`];

/** Frames at the end of a partial encoding whose bits may differ from a longer encoding. */
export const STABLE_MARGIN_FRAMES = 12;
