import { type Run, runsOf } from "./runs.ts";
import { distance, type Signatures } from "./signatures.ts";

/** Shorter runs say too little of a rate. */
const MIN_FRAMES = 50;
/** Nearer to the same rate than 24 is to 23.976, repeated and left-out frames are chance. */
const MIN_DIFFERENCE = 0.0008;
/** Repeated or left-out frames that make a rate. */
const MIN_STEPS = 3;
/** Of a rate that is the same throughout the frames lie around a line; in stills they lie further off. */
const MAX_SPREAD = 2.5;
/** A frame that the line names may fit worse by so much: what an encoder does to it. */
const NOISE = 0.004;
const ROUNDS = 3;
/** A step of more is a cut. */
const NEAR_FRAMES = 5;
/** Share of the frames that a rate repeats or leaves out which must show as such: one cut bends a line too. */
const STEPS_SHARE = 0.25;

/**
 * Where a run has another rate, frames are repeated or left out evenly; pictures that hardly differ leave open which. Each frame is put
 * where the rate has it, unless its picture says otherwise.
 */
export function evenOutRates(old: Signatures, recent: Signatures, oldOfNew: Int32Array): void {
  for (const run of joinNear(runsOf(oldOfNew))) {
    if (run.oldFirst < 0 || run.endFrame - run.firstFrame < MIN_FRAMES) continue;
    // Frames that lay far off bend the first line.
    for (let round = 0; round < ROUNDS; round++) if (!evenOut(old, recent, oldOfNew, run)) break;
  }
}

/** Where repeated frames were missed for a while, the way jumps back to where they belong. */
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

/** @returns whether a frame was moved. */
function evenOut(
  old: Signatures,
  recent: Signatures,
  oldOfNew: Int32Array,
  { firstFrame, endFrame, oldFirst, oldEnd }: Run,
): boolean {
  const line = fitLine(oldOfNew, firstFrame, endFrame);
  if (Math.abs(line.slope - 1) < MIN_DIFFERENCE || line.spread > MAX_SPREAD) return false;
  const expected = STEPS_SHARE * Math.abs(line.slope - 1) * (endFrame - firstFrame);
  if (countSteps(oldOfNew, firstFrame, endFrame) < Math.max(MIN_STEPS, expected)) return false;
  let isMoved = false;
  for (let frame = firstFrame; frame < endFrame; frame++) {
    const at = oldOfNew[frame] as number;
    const even = Math.min(Math.max(Math.round(line.start + line.slope * frame), oldFirst), oldEnd - 1);
    if (even === at) continue;
    const isLike =
      distance(old.pattern, even, recent.pattern, frame) <=
      distance(old.pattern, at, recent.pattern, frame) + NOISE;
    if (!isLike) continue;
    oldOfNew[frame] = even;
    isMoved = true;
  }
  return isMoved;
}

function countSteps(oldOfNew: Int32Array, firstFrame: number, endFrame: number): number {
  let steps = 0;
  for (let frame = firstFrame + 1; frame < endFrame; frame++)
    if (oldOfNew[frame] !== (oldOfNew[frame - 1] as number) + 1) steps += 1;
  return steps;
}

/** Least squares; `spread` is the root of the mean square of what frames lie beside the line. */
function fitLine(oldOfNew: Int32Array, firstFrame: number, endFrame: number) {
  const count = endFrame - firstFrame;
  const meanFrame = (firstFrame + endFrame - 1) / 2;
  let sum = 0;
  for (let frame = firstFrame; frame < endFrame; frame++) sum += oldOfNew[frame] as number;
  const meanOld = sum / count;
  let [together, squares] = [0, 0];
  for (let frame = firstFrame; frame < endFrame; frame++) {
    together += (frame - meanFrame) * ((oldOfNew[frame] as number) - meanOld);
    squares += (frame - meanFrame) ** 2;
  }
  const slope = together / squares;
  const start = meanOld - slope * meanFrame;
  let beside = 0;
  for (let frame = firstFrame; frame < endFrame; frame++)
    beside += ((oldOfNew[frame] as number) - start - slope * frame) ** 2;
  return { slope, start, spread: Math.sqrt(beside / count) };
}
