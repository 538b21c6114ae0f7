import { FLAT_DEVIATION, GRADE_FIELDS, lumaDistance, type Signatures } from "./signatures.ts";

/** The factor by which noise may make an aligned flat frame fit worse than its traced match. Frames of a fade soon exceed it. */
const NOISE_FACTOR = 1.3;
/** The largest difference between the means of matching flat frames, in levels. */
const MAX_MEAN_DIFFERENCE = 1;

/**
 * Matches black, or other flat frames, from the first frame on at the beginning of both versions, and from the last frame back at their
 * end. Flat frames do not show which of them were removed, and a comment on the first frame is expected to stay there.
 */
export function matchFlatEnds(old: Signatures, recent: Signatures, oldOfNew: Int32Array): void {
  const isFlat = ({ grade }: Signatures, frame: number) =>
    (grade[frame * GRADE_FIELDS + 1] as number) < FLAT_DEVIATION;
  const meanOf = ({ grade }: Signatures, frame: number) => grade[frame * GRADE_FIELDS] as number;
  const isKept = (frame: number, oldFrame: number) => {
    if (!isFlat(recent, frame) || !isFlat(old, oldFrame)) return false;
    if (Math.abs(meanOf(recent, frame) - meanOf(old, oldFrame)) > MAX_MEAN_DIFFERENCE) return false;
    const traced = oldOfNew[frame] as number;
    const inStep = lumaDistance(old.pattern, oldFrame, recent.pattern, frame);
    return traced < 0 || inStep <= NOISE_FACTOR * lumaDistance(old.pattern, traced, recent.pattern, frame);
  };
  const shorter = Math.min(old.frames, recent.frames);
  let kept = 0;
  for (; kept < shorter && isKept(kept, kept); kept++) oldOfNew[kept] = kept;
  // Black that was added counts as new, not as a repetition of old frames.
  for (let n = kept; n < recent.frames && isFlat(recent, n) && (oldOfNew[n] as number) < kept; n++)
    oldOfNew[n] = -1;
  const [lastOld, lastNew] = [old.frames - 1, recent.frames - 1];
  kept = 0;
  for (; kept < shorter && isKept(lastNew - kept, lastOld - kept); kept++)
    oldOfNew[lastNew - kept] = lastOld - kept;
  const firstKept = old.frames - kept;
  for (let n = lastNew - kept; n >= 0 && isFlat(recent, n) && (oldOfNew[n] as number) >= firstKept; n--)
    oldOfNew[n] = -1;
}
