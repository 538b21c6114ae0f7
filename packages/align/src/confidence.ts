import { type Candidate, TAKE_FRAMES } from "./candidates.ts";
import type { Run } from "./runs.ts";
import { lumaDistance, type Signatures } from "./signatures.ts";

/** The minimum length of a run, in frames, whose matches can be trusted. */
const MIN_RUN_FRAMES = 5;
/** The distance below which frames count as equal, as in a still, black or a slow fade. */
const STILL_DISTANCE = 0.0015;
/** The difference in distance below which another position fits nearly as well as the matched one. */
const SIMILAR_FIT_DIFFERENCE = 0.004;
/**
 * The factor by which adjacent positions must fit worse than the matched one. Below it, a frame does not identify its position, since
 * grading can hide motion.
 */
export const CLEAR_FIT_FACTOR = 2;
/** The number of frames on either side by which a position is judged, since a single frame may be blurred. */
const WINDOW_FRAMES = 12;
/** The offsets, in frames, of the adjacent positions that are compared. A comment may land one frame off, but not two. */
const NEIGHBOR_DISTANCES = [2, 3] as const;
/** A run counts as repeated if more than this share of its frames fits another position too. */
const REPEATED_SHARE = 0.3;

/**
 * Determines which frames of a run surely match the old version. Still frames next to a cut are ambiguous, and so are scenes
 * that the old version shows twice.
 */
export function markConfident(
  run: Run,
  old: Signatures,
  recent: Signatures,
  oldOfNew: Int32Array,
  candidates: readonly Candidate[][],
  sureOfNew: Uint8Array,
): void {
  const frames = run.endFrame - run.firstFrame;
  if (frames < MIN_RUN_FRAMES) return;
  const isStill = (frame: number) => {
    const at = oldOfNew[frame] as number;
    const isLike = (other: number) =>
      other >= 0 && other < old.frames && lumaDistance(old.pattern, at, old.pattern, other) < STILL_DISTANCE;
    return isLike(at - 1) || isLike(at + 1);
  };
  const hasOtherPlace = (frame: number) => {
    const at = oldOfNew[frame] as number;
    const list = candidates[frame] ?? [];
    const own = list.find(({ oldFrame }) => oldFrame === at)?.distance ?? 0;
    return list.some(
      (each) => Math.abs(each.oldFrame - at) > TAKE_FRAMES && each.distance < own + SIMILAR_FIT_DIFFERENCE,
    );
  };
  let repeated = 0;
  for (let frame = run.firstFrame; frame < run.endFrame; frame++) if (hasOtherPlace(frame)) repeated += 1;
  if (repeated > REPEATED_SHARE * frames) return;
  let first = run.firstFrame;
  while (first < run.endFrame && isStill(first)) first += 1;
  let end = run.endFrame;
  while (end > first && isStill(end - 1)) end -= 1;
  if (end - first < MIN_RUN_FRAMES) return;
  for (let frame = first; frame < end; frame++) sureOfNew[frame] = 1;
  // Within a still, any frame may be the repeated or dropped one, so all of its matches are uncertain.
  for (let frame = first + 1; frame < end; frame++)
    if (oldOfNew[frame] !== (oldOfNew[frame - 1] as number) + 1)
      for (const step of [-1, 1])
        for (let at = step < 0 ? frame - 1 : frame; at >= first && at < end && isStill(at); at += step)
          sureOfNew[at] = 0;
  const isClear = findClearPositions(run, old, recent, oldOfNew);
  for (let frame = first; frame < end; frame++) if (!isClear[frame - run.firstFrame]) sureOfNew[frame] = 0;
}

/** Determines for each frame of a run whether its surroundings fit clearly better than with a shift of a few frames. */
function findClearPositions(
  { firstFrame, endFrame }: Run,
  old: Signatures,
  recent: Signatures,
  oldOfNew: Int32Array,
): Uint8Array {
  const own = fitsBeside(0);
  const isClear = new Uint8Array(endFrame - firstFrame).fill(1);
  for (const step of NEIGHBOR_DISTANCES.flatMap((by) => [-by, by])) {
    const beside = fitsBeside(step);
    for (let n = 0; n < isClear.length; n++) {
      const [from, to] = [Math.max(0, n - WINDOW_FRAMES), Math.min(isClear.length, n + WINDOW_FRAMES + 1)];
      const sumOf = (sums: Float64Array) => (sums[to] as number) - (sums[from] as number);
      if (sumOf(beside) < CLEAR_FIT_FACTOR * sumOf(own)) isClear[n] = 0;
    }
  }
  return isClear;

  /** Returns cumulative sums of the distances at an offset, from which the mean of any window follows. */
  function fitsBeside(step: number): Float64Array {
    const sums = new Float64Array(endFrame - firstFrame + 1);
    for (let frame = firstFrame; frame < endFrame; frame++) {
      const at = Math.min(Math.max((oldOfNew[frame] as number) + step, 0), old.frames - 1);
      const n = frame - firstFrame;
      sums[n + 1] = (sums[n] as number) + lumaDistance(old.pattern, at, recent.pattern, frame);
    }
    return sums;
  }
}
