import type { Mp4Track } from "./read-tracks.ts";

/** The times of a track's samples on the video's timeline: second 0 is the source's first presentation time. */
export interface Timeline {
  /** Presentation time of sample `n` in ticks; negative for priming. */
  ptsTicks(n: number): number;
  ptsSec(n: number): number;
  endSec(n: number): number;
}

export function timelineOf(track: Mp4Track, startSec: number): Timeline {
  const { samples, timescale, editStart, delaySec } = track;
  const shift = Math.round((delaySec - startSec) * timescale) - editStart;
  const ptsTicks = (n: number) => (samples.dts[n] ?? 0) + (samples.cts[n] ?? 0) + shift;
  return {
    ptsTicks,
    ptsSec: (n) => ptsTicks(n) / timescale,
    endSec: (n) => (ptsTicks(n) + (samples.duration[n] ?? 0)) / timescale,
  };
}

/** Lists the numbers of the sync samples, in decode order. */
export function listSyncSamples({ samples }: Mp4Track): number[] {
  const found: number[] = [];
  for (let n = 0; n < samples.count; n++) if (samples.isSync[n]) found.push(n);
  return found;
}

/** Returns the bytes and the end position of the samples `[from, to)`. */
export function measureSamples({ samples }: Mp4Track, from: number, to: number) {
  let bytes = 0;
  let endByte = 0;
  for (let n = from; n < to; n++) {
    bytes += samples.size[n] ?? 0;
    endByte = Math.max(endByte, (samples.offset[n] ?? 0) + (samples.size[n] ?? 0));
  }
  return { bytes, endByte };
}
