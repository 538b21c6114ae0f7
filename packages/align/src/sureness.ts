import { type Candidate, TAKE_FRAMES } from "./candidates.ts";
import type { Run } from "./runs.ts";
import { distance, type Signatures } from "./signatures.ts";

/** Frames that a run must have before it is believed. */
const MIN_RUN = 5;
/** A neighbor this near is the same picture: a still, black, a slow fade. */
const STILL = 0.0015;
/** Another place that fits nearly as well as the chosen one. */
const NEAR = 0.004;
/** The frames beside a place must fit worse by so much, or the picture does not say which it is: a grade hides what a frame moves by. */
export const CLEAR = 2;
/** Frames on either side by which a place is judged: a single picture may be blurred. */
const AROUND = 12;
/** A comment may be off by one frame, but not by more than this. */
const BESIDE = [2, 3] as const;
/** Share of a run for which there is another place. */
const REPEATED_SHARE = 0.3;

/**
 * Which frames of a run are surely those of the old version. Still pictures beside a cut may be any of their like, and what
 * the old version shows twice may be either.
 */
export function markSure(
  run: Run,
  old: Signatures,
  recent: Signatures,
  oldOfNew: Int32Array,
  candidates: readonly Candidate[][],
  sureOfNew: Uint8Array,
): void {
  const frames = run.endFrame - run.firstFrame;
  if (frames < MIN_RUN) return;
  const isStill = (frame: number) => {
    const at = oldOfNew[frame] as number;
    const isLike = (other: number) =>
      other >= 0 && other < old.frames && distance(old.pattern, at, old.pattern, other) < STILL;
    return isLike(at - 1) || isLike(at + 1);
  };
  const hasOtherPlace = (frame: number) => {
    const at = oldOfNew[frame] as number;
    const list = candidates[frame] ?? [];
    const own = list.find(({ oldFrame }) => oldFrame === at)?.distance ?? 0;
    return list.some((each) => Math.abs(each.oldFrame - at) > TAKE_FRAMES && each.distance < own + NEAR);
  };
  let repeated = 0;
  for (let frame = run.firstFrame; frame < run.endFrame; frame++) if (hasOtherPlace(frame)) repeated += 1;
  if (repeated > REPEATED_SHARE * frames) return;
  let first = run.firstFrame;
  while (first < run.endFrame && isStill(first)) first += 1;
  let end = run.endFrame;
  while (end > first && isStill(end - 1)) end -= 1;
  if (end - first < MIN_RUN) return;
  for (let frame = first; frame < end; frame++) sureOfNew[frame] = 1;
  // Inside, a repeated or left-out frame may stand anywhere in the still around it.
  for (let frame = first + 1; frame < end; frame++)
    if (oldOfNew[frame] !== (oldOfNew[frame - 1] as number) + 1)
      for (const step of [-1, 1])
        for (let at = step < 0 ? frame - 1 : frame; at >= first && at < end && isStill(at); at += step)
          sureOfNew[at] = 0;
  const isClear = clearPlaces(run, old, recent, oldOfNew);
  for (let frame = first; frame < end; frame++) if (!isClear[frame - run.firstFrame]) sureOfNew[frame] = 0;
}

/** For each frame of a run, whether those around it fit clearly better than if all of them lay a few frames earlier or later. */
function clearPlaces(
  { firstFrame, endFrame }: Run,
  old: Signatures,
  recent: Signatures,
  oldOfNew: Int32Array,
): Uint8Array {
  const own = fitsBeside(0);
  const isClear = new Uint8Array(endFrame - firstFrame).fill(1);
  for (const step of BESIDE.flatMap((by) => [-by, by])) {
    const beside = fitsBeside(step);
    for (let n = 0; n < isClear.length; n++) {
      const [from, to] = [Math.max(0, n - AROUND), Math.min(isClear.length, n + AROUND + 1)];
      const sumOf = (sums: Float64Array) => (sums[to] as number) - (sums[from] as number);
      if (sumOf(beside) < CLEAR * sumOf(own)) isClear[n] = 0;
    }
  }
  return isClear;

  /** Sums of the distances up to each frame. */
  function fitsBeside(step: number): Float64Array {
    const sums = new Float64Array(endFrame - firstFrame + 1);
    for (let frame = firstFrame; frame < endFrame; frame++) {
      const at = Math.min(Math.max((oldOfNew[frame] as number) + step, 0), old.frames - 1);
      const n = frame - firstFrame;
      sums[n + 1] = (sums[n] as number) + distance(old.pattern, at, recent.pattern, frame);
    }
    return sums;
  }
}
