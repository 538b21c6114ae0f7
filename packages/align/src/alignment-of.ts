import type { FrameRange } from "@shoal/frames";
import type { AlignedRange, Alignment, RangeKind } from "./alignment.types.ts";
import { type Run, runsOf } from "./runs.ts";

/**
 * The largest distance, in frames, between two matched new frames at which an old frame between them counts as dropped by a rate change.
 */
const MAX_DROPPED_GAP = 2;
/**
 * Matches of at most this share of the shorter version may be chance, such as black, a logo or a still title. The two videos then count
 * as unrelated.
 */
const CHANCE_SHARE = 0.1;

/** Derives the alignment of two versions from `oldOfNew`, the old frame that each new frame shows. */
export function alignmentOf({
  oldFrames,
  oldOfNew,
  sureOfNew,
  kindOfNew,
}: Pick<Alignment, "oldFrames" | "oldOfNew" | "sureOfNew" | "kindOfNew">): Alignment {
  const newOfOld = invertFrameMap(oldOfNew, oldFrames);
  const isAnchored = sureOfNew.includes(1);
  return {
    oldFrames,
    newFrames: oldOfNew.length,
    isUnrelated: !isAnchored && isChanceMatch(oldOfNew, oldFrames),
    ranges: rangesOf(runsOf(oldOfNew), kindOfNew, oldOfNew, sureOfNew, isAnchored),
    gone: removedRanges(newOfOld),
    oldOfNew,
    newOfOld,
    sureOfNew,
    kindOfNew,
  };
}

/** Returns whether so few frames match that even unrelated videos could share them. */
function isChanceMatch(oldOfNew: Int32Array, oldFrames: number): boolean {
  const shorter = Math.min(oldFrames, oldOfNew.length);
  const common = oldOfNew.reduce((count, oldFrame) => count + (oldFrame >= 0 ? 1 : 0), 0);
  return shorter > 0 && common <= CHANCE_SHARE * shorter;
}

export function invertFrameMap(oldOfNew: Int32Array, oldFrames: number): Int32Array {
  const newOfOld = new Int32Array(oldFrames).fill(-1);
  // Frames are visited backwards, so that of several new frames with the same old frame, the first one remains.
  for (let frame = oldOfNew.length - 1; frame >= 0; frame--) {
    const oldFrame = oldOfNew[frame] as number;
    if (oldFrame >= 0) newOfOld[oldFrame] = frame;
  }
  for (let oldFrame = 1; oldFrame < oldFrames - 1; oldFrame++) {
    const [before, after] = [newOfOld[oldFrame - 1] as number, newOfOld[oldFrame + 1] as number];
    const isLeftOut =
      newOfOld[oldFrame] === -1 && before >= 0 && after > before && after - before <= MAX_DROPPED_GAP;
    // The dropped frame is mapped to the midpoint of its neighbours, so that it is off by a frame at most.
    if (isLeftOut) newOfOld[oldFrame] = (before + after) >> 1;
  }
  const last = oldFrames - 1;
  if (last > 0 && newOfOld[0] === -1 && newOfOld[1] === 0) newOfOld[0] = 0;
  if (last > 0 && newOfOld[last] === -1 && newOfOld[last - 1] === oldOfNew.length - 1)
    newOfOld[last] = oldOfNew.length - 1;
  return newOfOld;
}

export function removedRanges(newOfOld: Int32Array): FrameRange[] {
  const gone: { firstFrame: number; endFrame: number }[] = [];
  for (const [frame, newFrame] of newOfOld.entries()) {
    if (newFrame >= 0) continue;
    const last = gone.at(-1);
    if (last?.endFrame === frame) last.endFrame += 1;
    else gone.push({ firstFrame: frame, endFrame: frame + 1 });
  }
  return gone;
}

/**
 * Builds the ranges.
 * @param isAnchored whether any frame surely matches; if none does, new material is uncertain as well.
 */
function rangesOf(
  runs: readonly Run[],
  kinds: readonly RangeKind[],
  oldOfNew: Int32Array,
  sureOfNew: Uint8Array,
  isAnchored: boolean,
): AlignedRange[] {
  const ranges: AlignedRange[] = [];
  for (const run of runs)
    for (let frame = run.firstFrame; frame < run.endFrame; ) {
      const kind = kinds[frame] as RangeKind;
      const isSure = kind === "new" ? isAnchored : sureOfNew[frame] === 1;
      let end = frame + 1;
      while (
        end < run.endFrame &&
        kinds[end] === kind &&
        (kind === "new" || (sureOfNew[end] === 1) === isSure)
      )
        end += 1;
      const oldFrame = oldOfNew[frame] as number;
      ranges.push({
        firstFrame: frame,
        endFrame: end,
        kind,
        isSure,
        oldFrame: oldFrame < 0 ? undefined : oldFrame,
      });
      frame = end;
    }
  return ranges;
}
