import type { FrameRange } from "@shoal/frames";
import type { Alignment } from "./alignment.types.ts";

export interface CarriedRange {
  /** The range in the new version; for a removed range, the frame that follows it. */
  at: FrameRange;
  kind: "same" | "changed" | "gone";
  isSure: boolean;
}

/** The number of frames on each side of a removal among which one must match surely for the removal to be sure. */
const SURE_SURROUNDING_FRAMES = 8;
/** The largest gap, in frames, that a difference between frame rates explains. */
const MAX_RATE_GAP = 2;
/** The largest distance, in frames, between two occurrences of a frame that a difference between frame rates explains. */
const MAX_REPETITION_DISTANCE = 3;

/**
 * Maps a comment of the old version to the frames of the new one that show the same content.
 * @param range frames of the old version.
 */
export function carryRange(alignment: Alignment, range: FrameRange): CarriedRange {
  const { newOfOld } = alignment;
  const endFrame = Math.min(range.endFrame, alignment.oldFrames);
  let first = range.firstFrame;
  while (first < endFrame && newOfOld[first] === -1) first += 1;
  if (first >= endFrame) return removedRange(alignment, range);
  const firstFrame = newOfOld[first] as number;
  let lastFrame = firstFrame;
  let isWhole = first === range.firstFrame;
  let isSure = alignment.sureOfNew[firstFrame] === 1 && !isRepeated(alignment, first);
  let isChanged = hasChanged(alignment, firstFrame);
  for (let oldFrame = first + 1; oldFrame < endFrame; oldFrame++) {
    const frame = newOfOld[oldFrame] as number;
    // The range ends at the first cut, since the frames after a cut may be anywhere.
    if (frame < lastFrame || frame > lastFrame + 2) {
      isWhole = false;
      break;
    }
    lastFrame = frame;
    isSure &&= alignment.sureOfNew[frame] === 1;
    isChanged ||= hasChanged(alignment, frame);
  }
  return {
    at: { firstFrame, endFrame: lastFrame + 1 },
    kind: isWhole && !isChanged ? "same" : "changed",
    isSure,
  };
}

/**
 * Whether the new version also shows a frame elsewhere, so that the comment may belong to either position. A version at another frame rate
 * drops different frames at both positions, so consecutive frames around the dropped one count as well.
 */
function isRepeated({ oldOfNew, newOfOld }: Alignment, oldFrame: number): boolean {
  const place = newOfOld[oldFrame] as number;
  if (oldOfNew.indexOf(oldFrame, place + MAX_REPETITION_DISTANCE) >= 0) return true;
  for (let at = oldOfNew.indexOf(oldFrame - 1); at >= 0; at = oldOfNew.indexOf(oldFrame - 1, at + 1))
    if (oldOfNew[at + 1] === oldFrame + 1 && Math.abs(at - place) >= MAX_REPETITION_DISTANCE) return true;
  return false;
}

function hasChanged({ kindOfNew }: Alignment, frame: number): boolean {
  const kind = kindOfNew[frame];
  return kind === "regraded" || kind === "reframed" || kind === "retouched";
}

function removedRange(
  { newOfOld, sureOfNew, newFrames, oldFrames }: Alignment,
  range: FrameRange,
): CarriedRange {
  let before = range.firstFrame - 1;
  while (before >= 0 && newOfOld[before] === -1) before -= 1;
  let after = range.endFrame;
  while (after < oldFrames && newOfOld[after] === -1) after += 1;
  const isSureAt = (oldFrame: number) => {
    const frame = newOfOld[oldFrame];
    return frame === undefined || (frame >= 0 && sureOfNew[frame] === 1);
  };
  // Frames that replace the old frames may show the same content, changed beyond recognition.
  const sideBefore = before < 0 ? -1 : (newOfOld[before] as number);
  const sideAfter = after < oldFrames ? (newOfOld[after] as number) : newFrames;
  const isClosed = sideAfter > sideBefore && sideAfter - sideBefore - 1 <= MAX_RATE_GAP;
  const isSure =
    isClosed &&
    Array.from({ length: SURE_SURROUNDING_FRAMES }, (_, n) => n).some((n) => isSureAt(before - n)) &&
    Array.from({ length: SURE_SURROUNDING_FRAMES }, (_, n) => n).some((n) => isSureAt(after + n)) &&
    after - before > SURE_SURROUNDING_FRAMES;
  const place = before >= 0 ? (newOfOld[before] as number) + 1 : 0;
  const firstFrame = Math.min(place, Math.max(0, newFrames - 1));
  return { at: { firstFrame, endFrame: firstFrame + 1 }, kind: "gone", isSure };
}
