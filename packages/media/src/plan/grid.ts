import { GOP_DURATION_SEC, SEGMENT_SEC } from "@shoal/contract";
import type { Fraction, Piece } from "@shoal/contract/stored-data";
import { toFps } from "../probe/frame-rate.ts";

const PIECE_MIN_SEC = 24;
const MAX_PIECE_SEC = 44;
const PIECE_DURATION_SEC = 32;
/** The frame rate below which pieces are longer. The cost of a piece is the cost of its frames, plus the fixed cost of a job. */
const FULL_PIECE_FPS = 12;
/** The length below which a last segment is joined to the previous segment. */
const MIN_LAST_SEGMENT_SEC = 1;

/** Returns the number of frames between key frames: 2 s in whole frames. */
export const gopFramesOf = (fps: Fraction) => Math.max(1, Math.round(GOP_DURATION_SEC * toFps(fps)));

/** Cuts a video into segments of two GOPs. Returns the start of each segment, and the end of the last one. */
export function constantGrid(durationSec: number, fps: Fraction): number[] {
  const frames = Math.max(1, Math.round(durationSec * toFps(fps)));
  const stepFrames = gopFramesOf(fps) * (SEGMENT_SEC / GOP_DURATION_SEC);
  const starts: number[] = [];
  for (let frame = 0; frame < frames; frame += stepFrames) starts.push(frame / toFps(fps));
  return closeGrid(starts, frames / toFps(fps));
}

/** Cuts a video into segments that start at the source's key frames, each as close to 4 s as these allow. */
export function gridOfKeyFrames(keySec: readonly number[], durationSec: number): number[] {
  const starts = [0];
  for (let n = 1; n < keySec.length; n++) {
    const last = starts.at(-1) ?? 0;
    const here = (keySec[n] ?? 0) - last;
    const next = (keySec[n + 1] ?? durationSec) - last;
    if (here > 0 && (here >= SEGMENT_SEC || SEGMENT_SEC - here <= next - SEGMENT_SEC))
      starts.push(keySec[n] ?? 0);
  }
  return closeGrid(starts, durationSec);
}

function closeGrid(starts: number[], endSec: number): number[] {
  const inside = starts.filter((start, n) => n === 0 || start < endSec);
  if (inside.length > 1 && endSec - (inside.at(-1) ?? 0) < MIN_LAST_SEGMENT_SEC) inside.pop();
  return [...inside, endSec];
}

/** Returns the duration of the longest segment, rounded as HLS compares it and at least 4 s. */
export function targetDurationSec(startsSec: readonly number[]): number {
  const lengths = startsSec.slice(1).map((end, n) => end - (startsSec[n] ?? 0));
  return lengths.reduce((longest, length) => Math.max(longest, Math.round(length)), SEGMENT_SEC);
}

/**
 * The boundaries of the first pieces of an arriving file, in segments: each piece is one segment longer than all previous pieces together.
 */
const FIRST_EDGES = [1, 3, 7];

export interface PieceOptions {
  /** The times of the source at which pieces can start. */
  keySec: readonly number[];
  /** Returns how many bytes of the source are needed for the segments up to a time. */
  endByteOf(endSec: number): number;
  /** Whether the source is still arriving. Its available part is then watched before the rest arrives. */
  isArriving: boolean;
  /** The highest frame rate of all rungs. */
  fps: Fraction;
}

/**
 * Cuts the grid into pieces: the first segment alone, then about 32 s each (small enough that two workers finish together, large
 * enough that ffmpeg's start-up, 0.15 s of CPU, does not matter). If possible, a piece starts soon after a key frame of the
 * source, since everything from there on must be decoded. At a low frame rate, such as slides, it has as many frames as 32 s of
 * film: up to six and a half minutes.
 */
export function cutPieces(
  startsSec: readonly number[],
  { keySec, endByteOf, isArriving, fps }: PieceOptions,
): Piece[] {
  const last = startsSec.length - 1;
  const edges = [0, ...(isArriving ? FIRST_EDGES : [1]).filter((edge) => edge < last)];
  if (last <= 1) edges.push(last);
  const stretch = Math.max(1, FULL_PIECE_FPS / Math.max(1, toFps(fps)));
  while ((edges.at(-1) ?? last) < last)
    edges.push(nextEdge(startsSec, { keySec, stretch }, edges.at(-1) ?? 0));
  return edges.slice(1).map((segmentTo, index) => {
    const segmentFrom = edges[index] ?? 0;
    const [startSec = 0, endSec = 0] = [startsSec[segmentFrom], startsSec[segmentTo]];
    return { index, segmentFrom, segmentTo, startSec, endSec, sourceEndByte: endByteOf(endSec) };
  });
}

/** Finds the end of a piece. @param stretch the length of the piece relative to the usual one. */
function nextEdge(
  startsSec: readonly number[],
  { keySec, stretch }: { keySec: readonly number[]; stretch: number },
  from: number,
): number {
  const last = startsSec.length - 1;
  const fromSec = startsSec[from] ?? 0;
  const lengthOf = (edge: number) => (startsSec[edge] ?? 0) - fromSec;
  if (lengthOf(last) <= MAX_PIECE_SEC * stretch) return last;
  const waste = (edge: number) => {
    const atSec = startsSec[edge] ?? 0;
    return atSec - keyBefore(keySec, atSec) + Math.abs(lengthOf(edge) - PIECE_DURATION_SEC * stretch) / 100;
  };
  let best = from + 1;
  for (let edge = from + 1; edge < last && lengthOf(edge) <= MAX_PIECE_SEC * stretch; edge++)
    if (lengthOf(best) < PIECE_MIN_SEC * stretch || waste(edge) < waste(best)) best = edge;
  return best;
}

/** Returns the last key frame at or before a time, or the time itself if no key frame is known. `keySec` is ascending. */
function keyBefore(keySec: readonly number[], atSec: number): number {
  let [low, high] = [0, keySec.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keySec[middle] ?? 0) <= atSec + 0.001) low = middle + 1;
    else high = middle;
  }
  return keySec[low - 1] ?? atSec;
}

/** Returns the frames of a rung in `[startSec, endSec)`, from the first at or after the start. Tolerates rounded timestamps. */
export function frameRange(fps: Fraction, startSec: number, endSec: number): { from: number; to: number } {
  const at = (sec: number) => Math.ceil(sec * toFps(fps) - 0.1);
  return { from: at(startSec), to: Math.max(at(endSec), at(startSec) + 1) };
}
