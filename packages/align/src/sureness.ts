import { type Candidate, TAKE_FRAMES } from "./candidates.ts";
import type { Run } from "./runs.ts";
import { distance, type Signatures } from "./signatures.ts";

/** Frames that a run must have before it is believed. */
const MIN_RUN = 5;
/** A neighbor this near is the same picture: a still, black, a slow fade. */
const STILL = 0.0015;
/** Another place that fits nearly as well as the chosen one. */
const NEAR = 0.004;
/** Share of a run for which there is another place. */
const REPEATED_SHARE = 0.3;

/**
 * Which frames of a run are surely those of the old version. Still pictures beside a cut may be any of their like, and what
 * the old version shows twice may be either.
 */
export function markSure(
  run: Run,
  old: Signatures,
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
}
