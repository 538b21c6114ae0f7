import type { FfmpegArgs, RunResult } from "../ffmpeg/run-tool.ts";

/** The sample rate for waveforms. The frequencies of speech and music are mostly below 8 kHz. */
export const WAVEFORM_RATE_HZ = 16_000;
export const WAVEFORM_FILE = "samples.s8";
/** The meter's value for silence, which is also its minimum. */
const SILENCE_LUFS = -70;

/**
 * Writes the audio of a file as signed bytes in mono, and the audio's loudness to the log. The meter costs 0.2 s of CPU per minute
 * of audio.
 * @param startSamples the number of leading samples to drop; negative for missing samples.
 */
export function waveformArgs(startSamples: number): FfmpegArgs {
  const filters = [
    ...(startSamples > 0 ? [`atrim=start_sample=${startSamples}`, "asetpts=N/SR/TB"] : []),
    ...(startSamples < 0 ? [`adelay=delays=${-startSamples}S:all=1`] : []),
    // By default, the meter logs a line per 100 ms, which this option prevents.
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

/** Reads the integrated loudness (EBU R 128) from the log of a run; null for silence. */
export function readLoudness({ log }: Pick<RunResult, "log">): number | null {
  const lufs = Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(log)?.[1] ?? Number.NaN);
  return Number.isFinite(lufs) && lufs > SILENCE_LUFS ? lufs : null;
}
