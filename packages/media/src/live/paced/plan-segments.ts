import type { Fragment } from "../../mp4/read-fragment.ts";

/** The tolerance for times: rounding of times to ticks is smaller. */
const TOLERANCE_SEC = 0.002;

/** The part of a segment in one track of a video. */
export interface SourceFragment {
  trackId: string;
  kind: "video" | "audio";
  timescale: number;
  fragment: Fragment;
}

/** A part of a live segment: the samples `[from, to)` of a source fragment. */
export interface PlannedPart {
  from: number;
  to: number;
  /** The decode time of the first sample. */
  baseTicks: number;
  durationSec: number;
  isIndependent: boolean;
  mediaTimeSec: number;
}

/** A live segment: its steps, each with a part of every track. */
export interface PlannedSegment {
  steps: Record<string, PlannedPart>[];
}

export interface PlanOptions {
  /** The length of a part of the leading video. */
  stepSec: number;
  /** The minimum duration of a live segment, by its number. */
  minSecOf(order: number): number;
  /** Whether playback starts with this segment, so that audio before the first video frame is not needed. */
  isStart: boolean;
}

/** A track with the times of its samples, in seconds. */
interface TimedTrack extends SourceFragment {
  dts: number[];
  pts: number[];
  endSec: number;
}

/**
 * Splits a segment of a video into live segments, at key frames common to all video tracks, and into parts.
 * @param sources the fragments of all tracks, the leading video first; each starts with a key frame.
 * @returns [] if a track has no samples in this range.
 */
export function planLiveSegments(sources: readonly SourceFragment[], options: PlanOptions): PlannedSegment[] {
  const tracks = sources.map(timeTrack);
  if (tracks.some(({ pts }) => pts.length === 0)) return [];
  const borders = listBorders(tracks, options.minSecOf);
  const edges = tracks.map((track) =>
    borders.map((sec, order) =>
      firstSampleAt(track, sec, { isFirst: order === 0, isStart: options.isStart }),
    ),
  );
  const used = borders.flatMap((_, order) =>
    order === 0 || hasAllSamples(tracks, edges, order) ? [order] : [],
  );
  return used.map((order, at) => {
    const next = used[at + 1];
    const ranges = tracks.map((track, n): SampleRange => {
      const to = next === undefined ? track.pts.length : (edges[n]?.[next] ?? 0);
      return { track, from: edges[n]?.[order] ?? 0, to, startSec: borders[order] ?? 0 };
    });
    return { steps: cutSteps(ranges, options.stepSec) };
  });
}

interface SampleRange {
  track: TimedTrack;
  from: number;
  to: number;
  /** The start of the segment. */
  startSec: number;
}

function timeTrack(source: SourceFragment): TimedTrack {
  const { fragment, timescale } = source;
  let ticks = fragment.baseTicks;
  const dts: number[] = [];
  const pts: number[] = [];
  for (const { durationTicks, ctsTicks } of fragment.samples) {
    dts.push(ticks / timescale);
    pts.push((ticks + ctsTicks) / timescale);
    ticks += durationTicks;
  }
  return { ...source, dts, pts, endSec: ticks / timescale };
}

/** Lists the starts of live segments: key frames that every video track has. */
function listBorders(tracks: readonly TimedTrack[], minSecOf: (order: number) => number): number[] {
  const [leading, ...others] = tracks.filter(({ kind }) => kind === "video").map(keysOf);
  const isCommon = (sec: number) =>
    others.every((keys) => keys.some((key) => Math.abs(key - sec) <= TOLERANCE_SEC));
  const borders: number[] = [];
  for (const sec of leading ?? tracks[0]?.pts.slice(0, 1) ?? []) {
    const last = borders.at(-1);
    const isDue = last === undefined || sec - last >= minSecOf(borders.length - 1) - TOLERANCE_SEC;
    if (isDue && (last === undefined || isCommon(sec))) borders.push(sec);
  }
  return borders;
}

const keysOf = ({ fragment, pts }: TimedTrack) => pts.filter((_, n) => fragment.samples[n]?.isSync);

/** Finds the first sample at a time. At the very start of audio, a frame that is half within counts. */
function firstSampleAt(
  { kind, pts, dts, fragment }: TimedTrack,
  sec: number,
  { isFirst, isStart }: { isFirst: boolean; isStart: boolean },
): number {
  if (isFirst && (kind === "video" || !isStart)) return 0;
  if (kind === "video")
    return pts.findIndex((at, n) => fragment.samples[n]?.isSync && Math.abs(at - sec) <= TOLERANCE_SEC);
  const halfSec = isFirst ? ((dts[1] ?? 0) - (dts[0] ?? 0)) / 2 : 0;
  const found = pts.findIndex((at) => at >= sec - halfSec - TOLERANCE_SEC / 2);
  return found < 0 ? pts.length : found;
}

/** Whether every track has samples before this border, and between this border and the next. */
function hasAllSamples(tracks: readonly TimedTrack[], edges: readonly number[][], order: number): boolean {
  return tracks.every(({ pts }, n) => {
    const at = edges[n]?.[order] ?? 0;
    return at > (edges[n]?.[order - 1] ?? 0) && at < (edges[n]?.[order + 1] ?? pts.length);
  });
}

function cutSteps(ranges: readonly SampleRange[], stepSec: number): Record<string, PlannedPart>[] {
  const [leading] = ranges;
  if (!leading) return [];
  const wholeSec = timeOfSample(leading.track, leading.to) - timeOfSample(leading.track, leading.from);
  const fewest = Math.min(...ranges.map(({ from, to }) => to - from));
  const count = Math.min(fewest, Math.max(1, Math.ceil((wholeSec - TOLERANCE_SEC) / stepSec)));
  const edges = ranges.map((range) => partEdges(range, stepSec, count));
  return Array.from({ length: count }, (_, step) =>
    Object.fromEntries(
      ranges.map(({ track }, n) => {
        const [from = 0, to = 0] = edges[n]?.slice(step, step + 2) ?? [];
        return [track.trackId, partOf(track, from, to)];
      }),
    ),
  );
}

/** Returns the starts of parts, and the end of the last; none is empty. */
function partEdges({ track, from, to, startSec }: SampleRange, stepSec: number, count: number): number[] {
  const { kind, dts, pts } = track;
  const times = kind === "video" ? dts : pts;
  const baseSec = kind === "video" ? (dts[from] ?? 0) : startSec;
  return Array.from({ length: count + 1 }, (_, step) => {
    if (step === 0 || step === count) return step === 0 ? from : to;
    const found = times.findIndex((at, n) => n >= from && at >= baseSec + step * stepSec - TOLERANCE_SEC);
    return Math.min(Math.max(found < 0 ? to : found, from + step), to - (count - step));
  });
}

function partOf(track: TimedTrack, from: number, to: number): PlannedPart {
  const { fragment, timescale, dts, pts } = track;
  return {
    from,
    to,
    baseTicks: Math.round((dts[from] ?? 0) * timescale),
    durationSec: timeOfSample(track, to) - timeOfSample(track, from),
    isIndependent: fragment.samples[from]?.isSync === true,
    mediaTimeSec: pts[from] ?? 0,
  };
}

const timeOfSample = ({ dts, endSec }: TimedTrack, n: number) => dts[n] ?? endSec;
