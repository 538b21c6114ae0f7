import { type Run, runsOf } from "./runs.ts";
import { distance, type Signatures } from "./signatures.ts";

/** Shorter runs say too little of a rate. */
const MIN_FRAMES = 50;
/** Nearer to the same rate than 24 is to 23.976, repeated and left-out frames are chance. */
const MIN_DIFFERENCE = 0.0008;
/** Repeated or left-out frames that make a rate. */
const MIN_STEPS = 3;
/** Share of the frames that a rate repeats or leaves out which must show as such: one cut bends a line too. */
const STEPS_SHARE = 0.25;
/** A step of more is a cut. */
const NEAR_FRAMES = 8;
/** In a run at the version's rate, half of the frames are nearer to its line than this. */
const MAX_MEDIAN = 2;
/** A frame that the line names may fit worse by so much: what an encoder does to it. */
const NOISE = 0.004;
/** Frames on either side of a step within a run that no rate makes. */
const STEP_AROUND = 12;
/** A frame that stays further off than this is at no sure place. */
const CLOSE_FRAMES = 1;

/**
 * Where a version has another rate, frames are repeated or left out evenly; pictures that hardly differ leave open which. Each frame is put
 * where the rate has it, unless its picture says otherwise.
 * @returns 1 for frames whose place is in doubt: picture and rate name different ones, or there is a step without a rate.
 */
export function evenOutRates(old: Signatures, recent: Signatures, oldOfNew: Int32Array): Uint8Array {
  const isDoubtful = new Uint8Array(oldOfNew.length);
  const runs = joinNear(runsOf(oldOfNew)).filter(
    ({ oldFirst, firstFrame, endFrame }) => oldFirst >= 0 && endFrame - firstFrame >= MIN_FRAMES,
  );
  const slope = rateOf(oldOfNew, runs);
  if (slope === undefined) return markSteps(oldOfNew, isDoubtful);
  for (const { firstFrame, endFrame, oldFirst, oldEnd } of runs) {
    const start = medianOf(oldOfNew, firstFrame, endFrame, (oldFrame, frame) => oldFrame - slope * frame);
    const beside = medianOf(oldOfNew, firstFrame, endFrame, (oldFrame, frame) =>
      Math.abs(oldFrame - slope * frame - start),
    );
    if (beside > MAX_MEDIAN) continue;
    for (let frame = firstFrame; frame < endFrame; frame++) {
      const at = oldOfNew[frame] as number;
      const even = Math.min(Math.max(Math.round(start + slope * frame), oldFirst), oldEnd - 1);
      const isLike =
        distance(old.pattern, even, recent.pattern, frame) <=
        distance(old.pattern, at, recent.pattern, frame) + NOISE;
      if (isLike) oldOfNew[frame] = even;
      else if (Math.abs(even - at) > CLOSE_FRAMES) isDoubtful[frame] = 1;
    }
  }
  return isDoubtful;
}

/** Old frames for each new one, by the longest run that has another rate; undefined where none has. */
function rateOf(oldOfNew: Int32Array, runs: readonly Run[]): number | undefined {
  const [longest] = runs.toSorted((a, b) => b.endFrame - b.firstFrame - (a.endFrame - a.firstFrame));
  if (!longest) return undefined;
  const { firstFrame, endFrame } = longest;
  const slope = slopeOf(oldOfNew, firstFrame, endFrame);
  const difference = Math.abs(slope - 1);
  const expected = Math.max(MIN_STEPS, STEPS_SHARE * difference * (endFrame - firstFrame));
  return difference >= MIN_DIFFERENCE && countSteps(oldOfNew, firstFrame, endFrame) >= expected
    ? slope
    : undefined;
}

/** Where repeated frames were missed for a while, the way jumps back to where they belong. */
/** At the same rate a way has no reason to repeat or leave out a frame: where it does, a grade may have made frames look like others beside. */
function markSteps(oldOfNew: Int32Array, isDoubtful: Uint8Array): Uint8Array {
  for (const { oldFirst, firstFrame, endFrame } of runsOf(oldOfNew))
    for (let frame = firstFrame + 1; oldFirst >= 0 && frame < endFrame; frame++)
      if (oldOfNew[frame] !== (oldOfNew[frame - 1] as number) + 1)
        isDoubtful.fill(
          1,
          Math.max(firstFrame, frame - STEP_AROUND),
          Math.min(endFrame, frame + STEP_AROUND),
        );
  return isDoubtful;
}

function joinNear(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const isNear =
      last && last.oldFirst >= 0 && run.oldFirst >= 0 && Math.abs(run.oldFirst - last.oldEnd) <= NEAR_FRAMES;
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

/** Least squares. */
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

function medianOf(
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
