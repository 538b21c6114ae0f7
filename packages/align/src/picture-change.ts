import type { RangeKind } from "./alignment.types.ts";
import { CELLS, GRADE_FIELDS, type Signatures } from "./signatures.ts";

/** Levels of 255 by which encoders do not change a picture. */
const MEAN_LEVELS = 3;
const CHROMA_LEVELS = 3.5;
const CONTRAST_SHARE = 0.1;
/** A cell that differs so much, once brightness and contrast are alike, shows something else: a logo, a removed wire. */
const CELL_LEVELS = 26;
/** In a picture flatter than this, contrast is noise. */
const FLAT_LEVELS = 6;
/** Noise and fast motion lose contrast in encoders; a grade keeps the picture and changes its contrast alone. */
const CLOSE_FIT = 0.95;
/** Cells that fit worst say nothing of the grade: they may show something else. */
const FITTING_SHARE = 0.9;

/** What was done to the picture of an old frame that is shown again. */
export function pictureChange(
  old: Signatures,
  oldFrame: number,
  recent: Signatures,
  frame: number,
): Extract<RangeKind, "same" | "regraded" | "retouched"> {
  const before = old.luma.subarray(oldFrame * CELLS, (oldFrame + 1) * CELLS);
  const after = recent.luma.subarray(frame * CELLS, (frame + 1) * CELLS);
  const everything = fitCurve(before, after);
  for (let cell = 0; cell < CELLS; cell++) residuals[cell] = residual(before, after, everything, cell);
  sorted.set(residuals);
  const limit = sorted.sort()[FITTING_CELL] as number;
  const curve = fitCurve(before, after, limit);
  const isGraded =
    Math.abs(curve.shift) > MEAN_LEVELS ||
    (curve.fit > CLOSE_FIT && Math.abs(curve.gain - 1) > CONTRAST_SHARE) ||
    chromaShift(old, oldFrame, recent, frame) > CHROMA_LEVELS;
  // A grade bends the curve of brightness, so that single cells differ too.
  if (isGraded) return "regraded";
  let worst = 0;
  for (let cell = 0; cell < CELLS; cell++) worst = Math.max(worst, residual(before, after, curve, cell));
  return worst > CELL_LEVELS ? "retouched" : "same";
}

const FITTING_CELL = Math.floor(FITTING_SHARE * CELLS);
/** Reused for each pair of pictures: with thousands of comparisons, allocating arrays took most of an alignment's CPU. */
const residuals = new Float64Array(CELLS);
const sorted = new Float64Array(CELLS);

/** Brightness of the new picture by that of the old one: `newMean + gain × (level - mean)`. */
interface Curve {
  mean: number;
  newMean: number;
  gain: number;
  shift: number;
  /** Share of the new picture that the curve explains. */
  fit: number;
}

/** @param limit cells whose `residuals` are above it do not count. */
function fitCurve(before: Uint8Array, after: Uint8Array, limit = Number.POSITIVE_INFINITY): Curve {
  const isAll = limit === Number.POSITIVE_INFINITY;
  let [count, sum, newSum, products, powers, newPowers] = [0, 0, 0, 0, 0, 0];
  for (let cell = 0; cell < CELLS; cell++) {
    if (!isAll && (residuals[cell] as number) > limit) continue;
    const level = before[cell] as number;
    const newLevel = after[cell] as number;
    count += 1;
    sum += level;
    newSum += newLevel;
    products += level * newLevel;
    powers += level * level;
    newPowers += newLevel * newLevel;
  }
  // Sums of whole numbers below 2⁵³ are exact.
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

const residual = (
  before: Uint8Array,
  after: Uint8Array,
  { mean, newMean, gain }: Curve,
  cell: number,
): number => Math.abs((after[cell] as number) - newMean - gain * ((before[cell] as number) - mean));

function chromaShift(old: Signatures, oldFrame: number, recent: Signatures, frame: number): number {
  const [at, newAt] = [oldFrame * GRADE_FIELDS, frame * GRADE_FIELDS];
  const plane = (n: number) => Math.abs((recent.grade[newAt + n] as number) - (old.grade[at + n] as number));
  return Math.max(plane(2), plane(3));
}
