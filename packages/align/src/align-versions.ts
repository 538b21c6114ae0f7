import type { FrameRange } from "@shoal/frames";
import type { Alignment, RangeKind } from "./alignment.types.ts";
import { alignmentOf, invertFrameMap, removedRanges } from "./alignment-of.ts";
import { findCandidates, MAX_DISTANCE } from "./candidates.ts";
import { markConfident } from "./confidence.ts";
import { evenOutRates } from "./even-rate.ts";
import { matchFlatEnds } from "./flat-ends.ts";
import { classifyPictureChange } from "./picture-change.ts";
import { refineSlowSections } from "./refine-slow-sections.ts";
import { CERTAIN_POSITION_FACTOR, cropDistance, findReframed, type ReframedMatch } from "./reframe.ts";
import { type Run, runsInOrder, runsOf } from "./runs.ts";
import { lumaDistance, type Signatures } from "./signatures.ts";
import { straightenPath } from "./straighten.ts";
import { traceOldFrames } from "./trace.ts";

/** The minimum length, in frames, of an unmatched section of the new version that is searched for a crop of old frames. */
const MIN_REFRAMED_FRAMES = 6;
/** The distance below which a frame fits well: encoding and grading change its pattern by less. */
const GOOD_FIT_DISTANCE = 0.02;
/** A frame next to a cropped section joins it if the distance of its crop is below this share of the whole frame's distance. */
const CROP_FIT_FACTOR = 0.7;
/** The distance above which two frames belong to different shots. */
const SHOT_CUT_DISTANCE = 0.35;
/**
 * The minimum number of frames out of order that surely were moved. A shorter section, of less than a second, may be a crop or a shifted
 * version of the original section that happens to resemble another one.
 */
const MIN_SURE_MOVE = 24;
/** The minimum number of consecutive frames of one kind; shorter runs are due to chance, such as a frame blurred by the encoder. */
const MIN_KIND_FRAMES = 3;

/**
 * Determines which frames of the old version of a video its new version shows, where, and how they were changed, by comparing a thumbnail
 * of each frame. Frame rates may differ, and sections may have been cut, moved, inserted, graded or cropped.
 */
export function alignVersions(old: Signatures, recent: Signatures): Alignment {
  const candidates = findCandidates(old, recent);
  const oldOfNew = traceOldFrames(candidates);
  refineSlowSections(old, recent, oldOfNew);
  straightenPath(old, recent, oldOfNew);
  const isDoubtful = evenOutRates(old, recent, oldOfNew);
  matchFlatEnds(old, recent, oldOfNew);
  const sureOfNew = new Uint8Array(recent.frames);
  for (const run of runsOf(oldOfNew))
    if (run.oldFirst >= 0) markConfident(run, old, recent, oldOfNew, candidates, sureOfNew);
  for (const [frame, doubt] of isDoubtful.entries()) if (doubt) sureOfNew[frame] = 0;
  const isReframed = fillReframed(old, recent, oldOfNew, sureOfNew);
  const runs = runsOf(oldOfNew);
  const inOrder = runsInOrder(runs);
  for (const run of runs)
    if (!inOrder.has(run) && run.endFrame - run.firstFrame < MIN_SURE_MOVE)
      sureOfNew.fill(0, run.firstFrame, run.endFrame);
  const gone = removedRanges(invertFrameMap(oldOfNew, old.frames));
  const kindOfNew: RangeKind[] = [];
  for (const run of runs)
    for (let frame = run.firstFrame; frame < run.endFrame; frame++) {
      const oldFrame = oldOfNew[frame] as number;
      if (oldFrame < 0) kindOfNew.push("new");
      else if (isReframed[frame]) kindOfNew.push("reframed");
      else {
        const change = classifyPictureChange(old, oldFrame, recent, frame);
        kindOfNew.push(change === "same" && !inOrder.has(run) ? "moved" : change);
      }
    }
  smoothKinds(kindOfNew, runs);
  markShortened(old, gone, oldOfNew, kindOfNew);
  return alignmentOf({ oldFrames: old.frames, oldOfNew, sureOfNew, kindOfNew });
}

/** Searches new material and badly fitting frames for sections that show a part of old frames. */
function fillReframed(
  old: Signatures,
  recent: Signatures,
  oldOfNew: Int32Array,
  sureOfNew: Uint8Array,
): Uint8Array {
  const isReframed = new Uint8Array(recent.frames);
  for (const stretch of findPoorlyMatched(old, recent, oldOfNew)) {
    const { firstFrame, endFrame } = stretch;
    const found = findPossibleShifts(oldOfNew, firstFrame, endFrame)
      .map((shift) => findReframed(old, recent, firstFrame, endFrame, shift))
      .filter((each) => each !== undefined)
      // The first shift is kept unless a later one fits clearly better.
      .reduce<ReframedMatch | undefined>(
        (one, other) => (one && one.cost <= CERTAIN_POSITION_FACTOR * other.cost ? one : other),
        undefined,
      );
    if (!found) continue;
    const whole = extendCroppedSection(old, recent, oldOfNew, stretch, found);
    for (let frame = whole.firstFrame; frame < whole.endFrame; frame++) {
      const oldFrame = frame + found.shift;
      const isThere = oldFrame >= 0 && oldFrame < old.frames;
      oldOfNew[frame] = isThere ? oldFrame : -1;
      isReframed[frame] = isThere ? 1 : 0;
      sureOfNew[frame] = isThere && found.isSure ? 1 : 0;
    }
  }
  return isReframed;
}

/** Extends the section by adjacent frames of its shot that fit the crop better than the whole frame. */
function extendCroppedSection(
  old: Signatures,
  recent: Signatures,
  oldOfNew: Int32Array,
  { firstFrame, endFrame }: FrameRange,
  { shift, crop }: ReframedMatch,
): FrameRange {
  const isCropped = (frame: number, neighbor: number) => {
    const oldFrame = oldOfNew[frame];
    if (
      oldFrame === undefined ||
      lumaDistance(recent.pattern, neighbor, recent.pattern, frame) > SHOT_CUT_DISTANCE
    )
      return false;
    const asCrop = cropDistance(old, frame + shift, recent, frame, crop);
    const asWhole = oldFrame < 0 ? MAX_DISTANCE : lumaDistance(old.pattern, oldFrame, recent.pattern, frame);
    return asCrop < CROP_FIT_FACTOR * asWhole;
  };
  let [first, end] = [firstFrame, endFrame];
  while (isCropped(first - 1, first)) first -= 1;
  while (isCropped(end, end - 1)) end += 1;
  return { firstFrame: first, endFrame: end };
}

/** Finds sections within a shot of the new version that have no match, or only a poor match, in the old version. */
function findPoorlyMatched(old: Signatures, recent: Signatures, oldOfNew: Int32Array): FrameRange[] {
  const stretches: { firstFrame: number; endFrame: number }[] = [];
  for (const [frame, oldFrame] of oldOfNew.entries()) {
    if (oldFrame >= 0 && lumaDistance(old.pattern, oldFrame, recent.pattern, frame) < GOOD_FIT_DISTANCE)
      continue;
    const last = stretches.at(-1);
    const isCut =
      frame > 0 && lumaDistance(recent.pattern, frame - 1, recent.pattern, frame) > SHOT_CUT_DISTANCE;
    if (last?.endFrame === frame && !isCut) last.endFrame += 1;
    else stretches.push({ firstFrame: frame, endFrame: frame + 1 });
  }
  return stretches.filter(({ firstFrame, endFrame }) => endFrame - firstFrame >= MIN_REFRAMED_FRAMES);
}

/** Returns the possible shifts of the old material: the shift of the preceding frames, that of the following frames, or one in between. */
function findPossibleShifts(oldOfNew: Int32Array, firstFrame: number, endFrame: number): number[] {
  const shifts: number[] = [];
  for (let frame = firstFrame - 1; frame <= endFrame; frame++) {
    const oldFrame = oldOfNew[frame];
    if (oldFrame !== undefined && oldFrame >= 0) shifts.push(oldFrame - frame);
  }
  const inside = shifts[Math.floor(shifts.length / 2)] ?? 0;
  return [...new Set([shifts[0] ?? 0, shifts.at(-1) ?? 0, inside])];
}

/** Smooths the kinds of a run: a few frames of another kind get the kind of the frames before them. */
function smoothKinds(kinds: RangeKind[], runs: readonly Run[]): void {
  for (const { firstFrame, endFrame } of runs)
    for (let frame = firstFrame; frame < endFrame; ) {
      let end = frame + 1;
      while (end < endFrame && kinds[end] === kinds[frame]) end += 1;
      const other = frame > firstFrame ? kinds[frame - 1] : kinds[end];
      if (end - frame < MIN_KIND_FRAMES && other && endFrame - firstFrame > end - frame)
        kinds.fill(other, frame, end);
      frame = end;
    }
}

/** Marks the frames that remain of a shot whose other frames were removed. */
function markShortened(
  old: Signatures,
  gone: readonly FrameRange[],
  oldOfNew: Int32Array,
  kinds: RangeKind[],
): void {
  const isShortened = new Uint8Array(old.frames);
  const isCut = (frame: number) =>
    lumaDistance(old.pattern, frame - 1, old.pattern, frame) > SHOT_CUT_DISTANCE;
  for (const { firstFrame, endFrame } of gone) {
    for (let frame = firstFrame; frame > 0 && !isCut(frame); frame--) isShortened[frame - 1] = 1;
    for (let frame = endFrame; frame < old.frames && !isCut(frame); frame++) isShortened[frame] = 1;
  }
  for (const [frame, oldFrame] of oldOfNew.entries())
    if (oldFrame >= 0 && isShortened[oldFrame] && kinds[frame] === "same") kinds[frame] = "shortened";
}
