/** Luma cells per row; chroma has half as many in each direction. */
export const GRID_WIDTH = 32;
export const GRID_HEIGHT = 18;
export const CELLS = GRID_WIDTH * GRID_HEIGHT;
const CHROMA_CELLS = CELLS / 4;
export const SIGNATURE_BYTES = CELLS + 2 * CHROMA_CELLS;

/** The arguments with which ffmpeg writes a signature per frame, from any rung, as rawvideo. */
export const SIGNATURE_ARGS: readonly string[] = [
  "-vf",
  `scale=${GRID_WIDTH}:${GRID_HEIGHT}:flags=area,format=yuv420p`,
  "-fps_mode",
  "passthrough",
  "-f",
  "rawvideo",
];

/** In a picture with a lower deviation, the pattern is noise: black, white, an empty title card. Levels of 255. */
const FLAT_DEVIATION = 6;

/** The frames of a version, each as a thumbnail. */
export interface Signatures {
  readonly frames: number;
  /** Luma of 0–255, `CELLS` per frame, row by row. */
  readonly luma: Uint8Array;
  /** The same without brightness and contrast: mean 0 and length 1, or shorter for flat pictures. */
  readonly pattern: Float32Array;
  /** Per frame: mean and deviation of luma, and the means of both chroma planes. */
  readonly grade: Float32Array;
}

/** The number of values per frame in `grade`. */
export const GRADE_FIELDS = 4;

/**
 * @param raw `SIGNATURE_BYTES` per frame, as written by ffmpeg with `SIGNATURE_ARGS`.
 * @throws RangeError if the last frame is incomplete.
 */
export function readSignatures(raw: Uint8Array): Signatures {
  if (raw.length % SIGNATURE_BYTES !== 0) throw new RangeError("The last signature is cut off");
  const frames = raw.length / SIGNATURE_BYTES;
  const luma = new Uint8Array(frames * CELLS);
  const pattern = new Float32Array(frames * CELLS);
  const grade = new Float32Array(frames * GRADE_FIELDS);
  for (let frame = 0; frame < frames; frame++) {
    const at = frame * SIGNATURE_BYTES;
    const picture = raw.subarray(at, at + CELLS);
    luma.set(picture, frame * CELLS);
    const [mean, deviation] = normalize(picture, pattern, frame * CELLS);
    const blue = meanOf(raw.subarray(at + CELLS, at + CELLS + CHROMA_CELLS));
    const red = meanOf(raw.subarray(at + CELLS + CHROMA_CELLS, at + SIGNATURE_BYTES));
    grade.set([mean, deviation, blue, red], frame * GRADE_FIELDS);
  }
  return { frames, luma, pattern, grade };
}

/** Cells further from the mean than this many deviations, such as those of a logo, are not used for normalizing. */
const TYPICAL_DEVIATIONS = 2;

/** Normalizes a picture's brightness and contrast. @returns its mean and deviation. */
export function normalize(picture: ArrayLike<number>, into: Float32Array, at: number): [number, number] {
  const [roughMean, roughDeviation] = measure(picture, 0, 255);
  const reach = Math.max(roughDeviation, FLAT_DEVIATION) * TYPICAL_DEVIATIONS;
  const [mean, deviation] = measure(picture, roughMean - reach, roughMean + reach);
  const factor = 1 / (Math.max(deviation, FLAT_DEVIATION) * Math.sqrt(picture.length));
  for (let cell = 0; cell < picture.length; cell++)
    into[at + cell] = ((picture[cell] as number) - mean) * factor;
  return [mean, deviation];
}

/** The mean and deviation of the levels between two limits. */
function measure(picture: ArrayLike<number>, low: number, high: number): [number, number] {
  let [count, sum, squares] = [0, 0, 0];
  for (let cell = 0; cell < picture.length; cell++) {
    const level = picture[cell] as number;
    if (level < low || level > high) continue;
    count += 1;
    sum += level;
    squares += level * level;
  }
  if (count === 0) return [meanOf(picture), 0];
  const mean = sum / count;
  return [mean, Math.sqrt(Math.max(0, squares / count - mean * mean))];
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let n = 0; n < values.length; n++) sum += values[n] as number;
  return sum / values.length;
}

/** The maximum contribution of a cell, twice the mean square: a logo does not make it another picture. */
const MAX_CELL = 4 / CELLS;

/**
 * The difference between two pictures regardless of brightness and contrast: 0 if equal, 0.5 for a flat one and another, 1 if
 * unrelated.
 */
export function distance(a: Float32Array, aFrame: number, b: Float32Array, bFrame: number): number {
  const [aAt, bAt] = [aFrame * CELLS, bFrame * CELLS];
  let sum = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const difference = (a[aAt + cell] as number) - (b[bAt + cell] as number);
    sum += Math.min(difference * difference, MAX_CELL);
  }
  return sum / 2;
}
