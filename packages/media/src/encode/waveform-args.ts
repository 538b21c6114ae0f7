import type { FfmpegArgs, RunResult } from "../ffmpeg/run-tool.ts";

/** Enough for what one sees: speech and music lie below 8 kHz. */
export const WAVEFORM_RATE_HZ = 16_000;
export const WAVEFORM_FILE = "samples.s8";
/** The meter's value for silence; it measures nothing below. */
const SILENCE_LUFS = -70;

/**
 * The sound of a file as signed bytes, mono, and its loudness in the log: the meter costs a minute of sound 0.2 s of CPU.
 * @param startSamples how many samples come too early: they are left out; below 0, how many are missing.
 */
export function waveformArgs(startSamples: number): FfmpegArgs {
  const filters = [
    ...(startSamples > 0 ? [`atrim=start_sample=${startSamples}`, "asetpts=N/SR/TB"] : []),
    ...(startSamples < 0 ? [`adelay=delays=${-startSamples}S:all=1`] : []),
    // A line for each tenth of a second is not wanted in the log.
    "ebur128=framelog=verbose",
    `aresample=${WAVEFORM_RATE_HZ}`,
    "aformat=channel_layouts=mono",
  ];
  return {
    input: ["-threads", "1", "-vn", "-sn", "-dn"],
    output: (out) => [
      "-map",
      "0:a:0",
      "-af",
      filters.join(","),
      "-flags",
      "+bitexact",

      "-c:a",
      "pcm_s8",
      "-f",
      "s8",
      out(WAVEFORM_FILE),
    ],
  };
}

/** Integrated loudness (EBU R 128) from the log of a run; null for silence. */
export function readLoudness({ log }: Pick<RunResult, "log">): number | null {
  const lufs = Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(log)?.[1] ?? Number.NaN);
  return Number.isFinite(lufs) && lufs > SILENCE_LUFS ? lufs : null;
}
