import { distance, FLAT_DEVIATION, GRADE_FIELDS, type Signatures } from "./signatures.ts";

/** Noise makes an aligned flat frame fit up to this many times worse than its traced match. A fade soon fits worse than that. */
const NOISE_SHARE = 1.3;
/** The means of matching flat frames differ by at most this many levels. */
const ALIKE_LEVELS = 1;

/**
 * Black, or another flat picture, at the beginning of both versions is the same from the first frame on, and at the end up to the last one:
 * its frames do not say which of them are gone, and nobody would look for a comment on the first one elsewhere.
 */
export function keepFlatEnds(old: Signatures, recent: Signatures, oldOfNew: Int32Array): void {
  const isFlat = ({ grade }: Signatures, frame: number) =>
    (grade[frame * GRADE_FIELDS + 1] as number) < FLAT_DEVIATION;
  const meanOf = ({ grade }: Signatures, frame: number) => grade[frame * GRADE_FIELDS] as number;
  const isKept = (frame: number, oldFrame: number) => {
    if (!isFlat(recent, frame) || !isFlat(old, oldFrame)) return false;
    if (Math.abs(meanOf(recent, frame) - meanOf(old, oldFrame)) > ALIKE_LEVELS) return false;
    const traced = oldOfNew[frame] as number;
    const inStep = distance(old.pattern, oldFrame, recent.pattern, frame);
    return traced < 0 || inStep <= NOISE_SHARE * distance(old.pattern, traced, recent.pattern, frame);
  };
  const shorter = Math.min(old.frames, recent.frames);
  let kept = 0;
  for (; kept < shorter && isKept(kept, kept); kept++) oldOfNew[kept] = kept;
  // Black that was added shows no frame of the old version a second time.
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
