import type { Segment, SegmentIndex, TrackOutput } from "@shoal/contract/stored-data";

/** Lists the segments in playlists: from number 0 up to the first missing one, in order. */
export function contiguousSegments(index: { segments: readonly Segment[] }): Segment[] {
  const sorted = index.segments.toSorted((a, b) => a.number - b.number);
  const hole = sorted.findIndex((segment, position) => segment.number !== position);
  return hole < 0 ? sorted : sorted.slice(0, hole);
}

/** Returns where the contiguous segments end, in seconds. The result is 0 if the first segment is missing. */
export function publishedEndSec(index: { segments: readonly Segment[] }): number {
  const last = contiguousSegments(index).at(-1);
  return last ? last.startSec + last.durationSec : 0;
}

/** Returns how far a video can be played. This is the end of its video track, or the end of the audio if it is shorter. */
export function playableEndSec(video: SegmentIndex, audio: readonly SegmentIndex[]): number {
  return Math.min(publishedEndSec(video), ...audio.map(publishedEndSec));
}

/**
 * Measures the peak and average bit rate of a track in bits per second, each at least 1: BANDWIDTH is the highest rate of a segment
 * (segments shorter than half the longest are merged with their neighbour, as RFC 8216 does), AVERAGE-BANDWIDTH is the rate of all
 * segments.
 */
export function measureBandwidth(segments: readonly Segment[]): {
  bandwidthBps: number;
  averageBandwidthBps: number;
} {
  const longestSec = Math.max(0, ...segments.map(({ durationSec }) => durationSec));
  const total = sumSegments(segments);
  const peak = Math.max(0, ...bitrateWindows(segments, longestSec / 2).map(bitRate));
  return {
    bandwidthBps: Math.max(1, Math.ceil(peak)),
    averageBandwidthBps: Math.max(1, Math.ceil(bitRate(total))),
  };
}

/**
 * Adds a piece's output to the index of its track. Existing segments are unchanged, so that a repeat or a late duplicate changes
 * nothing, not even the version. `isEnded` stays false: only the owner knows the plan.
 */
export function mergeTrackOutputs(index: SegmentIndex | undefined, output: TrackOutput): SegmentIndex {
  const known = new Set(index?.segments.map(({ number }) => number));
  const added = output.segments.filter(({ number }) => !known.has(number));
  if (index && added.length === 0) return index;
  const segments = [...(index?.segments ?? []), ...added].toSorted((a, b) => a.number - b.number);
  if (index) return { ...index, version: index.version + 1, segments };
  return { ...output, version: 1, isEnded: false, segments };
}

/** Merges outputs into the indexes of their tracks, by track id. */
export function mergeOutputs(outputs: Iterable<TrackOutput>): Map<string, SegmentIndex> {
  const indexes = new Map<string, SegmentIndex>();
  for (const output of outputs)
    indexes.set(output.trackId, mergeTrackOutputs(indexes.get(output.trackId), output));
  return indexes;
}

interface BitrateWindow {
  length: number;
  durationSec: number;
}

function bitrateWindows(segments: readonly Segment[], minSec: number): BitrateWindow[] {
  const joined: BitrateWindow[] = [];
  for (const { length, durationSec } of segments) {
    const last = joined.at(-1);
    if (last && durationSec < minSec) {
      last.length += length;
      last.durationSec += durationSec;
    } else joined.push({ length, durationSec });
  }
  return joined;
}

function sumSegments(segments: readonly Segment[]): BitrateWindow {
  return segments.reduce(
    (total, { length, durationSec }) => ({
      length: total.length + length,
      durationSec: total.durationSec + durationSec,
    }),
    { length: 0, durationSec: 0 },
  );
}

const bitRate = ({ length, durationSec }: BitrateWindow) =>
  durationSec > 0 ? (length * 8) / durationSec : 0;
