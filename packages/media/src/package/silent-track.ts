import { AAC_FRAME_SAMPLES } from "../encode/audio-args.ts";
import { writeAacEntry } from "../mp4/sample-entries.ts";
import { writeFragment, writeInit } from "../mp4/write-cmaf.ts";
import { AUDIO_CHANNELS, AUDIO_RATE_HZ } from "../plan/copy-audio.ts";
import type { PackagedSegment, PackagedTrack } from "./package-track.ts";

/** The AudioSpecificConfig of AAC-LC, 48 kHz, stereo. */
const SILENCE_CONFIG = Buffer.from([0x11, 0x90]);
/** A frame whose two channels contain no coefficients. */
const SILENT_FRAME = Buffer.from([0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]);

/**
 * Packages stereo silence, for a video without audio among videos with audio; nothing is encoded.
 * @param gridSec the start of each segment, and the end of the last one.
 * @param offsetSec added to the times inside the segments, but not to listed times.
 */
export function packageSilence(gridSec: readonly number[], offsetSec: number): PackagedTrack {
  const entry = { channels: AUDIO_CHANNELS, sampleRateHz: AUDIO_RATE_HZ, config: SILENCE_CONFIG };
  const init = writeInit({ kind: "audio", timescale: AUDIO_RATE_HZ, sampleEntry: writeAacEntry(entry) });
  return { init, codecs: "mp4a.40.2", segments: silentSegments(gridSec, offsetSec) };
}

async function* silentSegments(
  gridSec: readonly number[],
  offsetSec: number,
): AsyncGenerator<PackagedSegment> {
  const firstFrameAt = (sec: number) => Math.ceil(Math.round(sec * AUDIO_RATE_HZ) / AAC_FRAME_SAMPLES);
  const offsetTicks = Math.round(offsetSec * AUDIO_RATE_HZ);
  const sample = { bytes: SILENT_FRAME, durationTicks: AAC_FRAME_SAMPLES, ctsTicks: 0, isSync: true };
  for (let number = 0; number + 1 < gridSec.length; number++) {
    const [from = 0, to = 0] = gridSec.slice(number, number + 2).map(firstFrameAt);
    if (to <= from) break;
    const startTicks = from * AAC_FRAME_SAMPLES;
    const samples = Array.from({ length: to - from }, () => sample);
    yield {
      number,
      startSec: startTicks / AUDIO_RATE_HZ,
      durationSec: (samples.length * AAC_FRAME_SAMPLES) / AUDIO_RATE_HZ,
      bytes: writeFragment(number, startTicks + offsetTicks, samples),
    };
  }
}
