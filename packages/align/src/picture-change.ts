import type { RangeKind } from "./alignment.types.ts";
import { GRADE_FIELDS, LUMA_CELLS, type Signatures } from "./signatures.ts";

/** The change of a frame's mean that indicates grading, in levels of 255; encoders change it by less. */
const MEAN_LEVELS = 3;
const CHROMA_LEVELS = 3.5;
const CONTRAST_SHARE = 0.1;
/** The difference, after matching brightness and contrast, above which a cell has other content, such as a logo. */
const CELL_LEVELS = 26;
/** The deviation below which a frame is so flat that its contrast is noise. */
const FLAT_LEVELS = 6;
/**
 * The minimum fit at which a change of contrast counts as grading. Encoders also reduce the contrast of noise and fast motion, but such
 * frames fit less well.
 */
const CLOSE_FIT = 0.95;
/** The share of cells, best-fitting first, from which the curve is computed. The other cells may show other content. */
const FITTING_SHARE = 0.9;

/** Determines whether an old frame was graded, retouched or left unchanged. */
export function classifyPictureChange(
  old: Signatures,
  oldFrame: number,
  recent: Signatures,
  frame: number,
): Extract<RangeKind, "same" | "regraded" | "retouched"> {
  const before = old.luma.subarray(oldFrame * LUMA_CELLS, (oldFrame + 1) * LUMA_CELLS);
  const after = recent.luma.subarray(frame * LUMA_CELLS, (frame + 1) * LUMA_CELLS);
  const everything = fitCurve(before, after);
  for (let cell = 0; cell < LUMA_CELLS; cell++)
    residualBuffer[cell] = residualAt(before, after, everything, cell);
  sortedBuffer.set(residualBuffer);
  const limit = sortedBuffer.sort()[FITTING_CELL] as number;
  const curve = fitCurve(before, after, limit);
  const isGraded =
    Math.abs(curve.shift) > MEAN_LEVELS ||
    (curve.fit > CLOSE_FIT && Math.abs(curve.gain - 1) > CONTRAST_SHARE) ||
    chromaShift(old, oldFrame, recent, frame) > CHROMA_LEVELS;
  // Grading bends the brightness curve, so single cells differ even if nothing was retouched.
  if (isGraded) return "regraded";
  let worst = 0;
  for (let cell = 0; cell < LUMA_CELLS; cell++)
    worst = Math.max(worst, residualAt(before, after, curve, cell));
  return worst > CELL_LEVELS ? "retouched" : "same";
}

const FITTING_CELL = Math.floor(FITTING_SHARE * LUMA_CELLS);
/** A buffer reused for each pair of frames: allocating arrays for thousands of comparisons took most of an alignment's CPU. */
const residualBuffer = new Float64Array(LUMA_CELLS);
const sortedBuffer = new Float64Array(LUMA_CELLS);

/** The brightness of the new frame as a function of the old frame's brightness: `newMean + gain × (level - mean)`. */
interface BrightnessCurve {
  mean: number;
  newMean: number;
  gain: number;
  shift: number;
  /** The share of the new frame explained by the curve. */
  fit: number;
}

/**
 * Fits the brightness curve of two frames.
 * @param limit cells whose `residualBuffer` values exceed it are ignored.
 */
function fitCurve(before: Uint8Array, after: Uint8Array, limit = Number.POSITIVE_INFINITY): BrightnessCurve {
  const isAll = limit === Number.POSITIVE_INFINITY;
  let [count, sum, newSum, products, powers, newPowers] = [0, 0, 0, 0, 0, 0];
  for (let cell = 0; cell < LUMA_CELLS; cell++) {
    if (!isAll && (residualBuffer[cell] as number) > limit) continue;
    const level = before[cell] as number;
    const newLevel = after[cell] as number;
    count += 1;
    sum += level;
    newSum += newLevel;
    products += level * newLevel;
    powers += level * level;
    newPowers += newLevel * newLevel;
  }
  // Sums of integers below 2⁵³ are exact.
  const [mean, newMean] = [sum / count, newSum / count];
  const together = products - sum * newMean;
  const squares = powers - sum * mean;
  const newSquares = newPowers - newSum * newMean;
  const isFlat = Math.sqrt(Math.max(0, squares) / count) < FLAT_LEVELS;
  return {
    mean,
    newMean,
    gain: isFlat ? 1 : together / squares,
    shift: newMean - mean,
    fit: isFlat ? 0 : together ** 2 / (squares * Math.max(newSquares, 1)),
  };
}

const residualAt = (
  before: Uint8Array,
  after: Uint8Array,
  { mean, newMean, gain }: BrightnessCurve,
  cell: number,
): number => Math.abs((after[cell] as number) - newMean - gain * ((before[cell] as number) - mean));

function chromaShift(old: Signatures, oldFrame: number, recent: Signatures, frame: number): number {
  const [at, newAt] = [oldFrame * GRADE_FIELDS, frame * GRADE_FIELDS];
  const plane = (n: number) => Math.abs((recent.grade[newAt + n] as number) - (old.grade[at + n] as number));
  return Math.max(plane(2), plane(3));
}
