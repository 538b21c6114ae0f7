import { type Run, runsOf } from "./runs.ts";
import { lumaDistance, type Signatures } from "./signatures.ts";

/** The minimum length of a run, in frames, from which a rate is derived. */
const MIN_RUN_FRAMES = 50;
/**
 * The smallest relative difference between two frame rates that is detected, below that of 24 and 23.976 fps. With a smaller one,
 * repeated and dropped frames are due to chance.
 */
const MIN_RATE_DIFFERENCE = 0.0008;
/** The minimum number of repeated or dropped frames from which a rate is derived. */
const MIN_STEPS = 3;
/** The share of the repeats and drops implied by a rate that must be visible in the run. A single cut also bends the line of matches. */
const MIN_STEPS_SHARE = 0.25;
/** The largest step between consecutive matches, in frames, that does not count as a cut. */
const MAX_STEP_FRAMES = 8;
/** The largest median distance, in frames, between a run and the line of the version's rate. Runs farther away are not evened out. */
const MAX_MEDIAN_DISTANCE = 2;
/** How much worse a frame may fit at its position on the line than at its match, because of encoding. */
const ENCODING_NOISE = 0.004;
/** The number of frames on either side of a repeated or dropped frame that are doubtful if no rate explains it. */
const FRAMES_AROUND_STEP = 12;
/** The largest distance, in frames, between a sure match and the line of the rate. */
const MAX_LINE_DISTANCE = 1;

/**
 * Evens out repeated and dropped frames. Different frame rates cause them at even intervals, but similar frames do not show which ones.
 * Each frame is placed where the rate puts it, unless its content contradicts that.
 * @returns 1 for each uncertain frame: its content contradicts the rate, or it is near a step that no rate explains.
 */
export function evenOutRates(old: Signatures, recent: Signatures, oldOfNew: Int32Array): Uint8Array {
  const isDoubtful = new Uint8Array(oldOfNew.length);
  const runs = joinNearbyRuns(runsOf(oldOfNew)).filter(
    ({ oldFirst, firstFrame, endFrame }) => oldFirst >= 0 && endFrame - firstFrame >= MIN_RUN_FRAMES,
  );
  const slope = rateOf(oldOfNew, runs);
  if (slope === undefined) return markSteps(oldOfNew, isDoubtful);
  for (const { firstFrame, endFrame, oldFirst, oldEnd } of runs) {
    const start = computeMedian(
      oldOfNew,
      firstFrame,
      endFrame,
      (oldFrame, frame) => oldFrame - slope * frame,
    );
    const beside = computeMedian(oldOfNew, firstFrame, endFrame, (oldFrame, frame) =>
      Math.abs(oldFrame - slope * frame - start),
    );
    if (beside > MAX_MEDIAN_DISTANCE) continue;
    for (let frame = firstFrame; frame < endFrame; frame++) {
      const at = oldOfNew[frame] as number;
      const even = Math.min(Math.max(Math.round(start + slope * frame), oldFirst), oldEnd - 1);
      const isLike =
        lumaDistance(old.pattern, even, recent.pattern, frame) <=
        lumaDistance(old.pattern, at, recent.pattern, frame) + ENCODING_NOISE;
      if (isLike) oldOfNew[frame] = even;
      else if (Math.abs(even - at) > MAX_LINE_DISTANCE) isDoubtful[frame] = 1;
    }
  }
  return isDoubtful;
}

/** Returns the number of old frames per new frame, from the longest run with another rate; undefined if there is none. */
function rateOf(oldOfNew: Int32Array, runs: readonly Run[]): number | undefined {
  const [longest] = runs.toSorted((a, b) => b.endFrame - b.firstFrame - (a.endFrame - a.firstFrame));
  if (!longest) return undefined;
  const { firstFrame, endFrame } = longest;
  const slope = slopeOf(oldOfNew, firstFrame, endFrame);
  const difference = Math.abs(slope - 1);
  const expected = Math.max(MIN_STEPS, MIN_STEPS_SHARE * difference * (endFrame - firstFrame));
  return difference >= MIN_RATE_DIFFERENCE && countSteps(oldOfNew, firstFrame, endFrame) >= expected
    ? slope
    : undefined;
}

/**
 * Marks steps between versions of the same rate as doubtful. At the same rate, no frames are repeated or dropped, so grading may have
 * made frames resemble adjacent ones.
 */
function markSteps(oldOfNew: Int32Array, isDoubtful: Uint8Array): Uint8Array {
  for (const { oldFirst, firstFrame, endFrame } of runsOf(oldOfNew))
    for (let frame = firstFrame + 1; oldFirst >= 0 && frame < endFrame; frame++)
      if (oldOfNew[frame] !== (oldOfNew[frame - 1] as number) + 1)
        isDoubtful.fill(
          1,
          Math.max(firstFrame, frame - FRAMES_AROUND_STEP),
          Math.min(endFrame, frame + FRAMES_AROUND_STEP),
        );
  return isDoubtful;
}

/** Joins runs with a few missing frames in between, where the matching missed a series of repeated frames. */
function joinNearbyRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const isNear =
      last &&
      last.oldFirst >= 0 &&
      run.oldFirst >= 0 &&
      Math.abs(run.oldFirst - last.oldEnd) <= MAX_STEP_FRAMES;
    if (isNear) [last.endFrame, last.oldEnd] = [run.endFrame, run.oldEnd];
    else joined.push({ ...run });
  }
  return joined;
}

function countSteps(oldOfNew: Int32Array, firstFrame: number, endFrame: number): number {
  let steps = 0;
  for (let frame = firstFrame + 1; frame < endFrame; frame++)
    if (oldOfNew[frame] !== (oldOfNew[frame - 1] as number) + 1) steps += 1;
  return steps;
}

/** Returns the slope of a run's line by least squares, in old frames per new frame. */
function slopeOf(oldOfNew: Int32Array, firstFrame: number, endFrame: number): number {
  const meanFrame = (firstFrame + endFrame - 1) / 2;
  let sum = 0;
  for (let frame = firstFrame; frame < endFrame; frame++) sum += oldOfNew[frame] as number;
  const meanOld = sum / (endFrame - firstFrame);
  let [together, squares] = [0, 0];
  for (let frame = firstFrame; frame < endFrame; frame++) {
    together += (frame - meanFrame) * ((oldOfNew[frame] as number) - meanOld);
    squares += (frame - meanFrame) ** 2;
  }
  return together / squares;
}

function computeMedian(
  oldOfNew: Int32Array,
  firstFrame: number,
  endFrame: number,
  measure: (oldFrame: number, frame: number) => number,
): number {
  const values = Float64Array.from({ length: endFrame - firstFrame }, (_, n) =>
    measure(oldOfNew[firstFrame + n] as number, firstFrame + n),
  );
  return values.sort()[values.length >> 1] as number;
}
