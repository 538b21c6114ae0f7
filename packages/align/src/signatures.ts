/** The number of luma cells per row. Chroma has half as many cells in each direction. */
export const GRID_WIDTH = 32;
export const GRID_HEIGHT = 18;
export const LUMA_CELLS = GRID_WIDTH * GRID_HEIGHT;
const CHROMA_CELLS = LUMA_CELLS / 4;
/** The number of cells of both chroma planes, blue before red. */
export const COLOUR_CELLS = 2 * CHROMA_CELLS;
/** The size of a signature: two bytes per cell, the lower one first. */
export const SIGNATURE_BYTES = 2 * (LUMA_CELLS + COLOUR_CELLS);
/**
 * The number of steps per level in which a cell is measured. A cell is the mean of hundreds of pixels and therefore more exact than a
 * whole level of 255, and a dark gradient spans only a few levels.
 */
export const LEVEL_PARTS = 16;

/** The arguments with which ffmpeg writes a signature per frame, from any rung, as rawvideo. */
export const SIGNATURE_ARGS: readonly string[] = [
  "-vf",
  `scale=${GRID_WIDTH}:${GRID_HEIGHT}:flags=area,format=yuv420p12le`,
  "-fps_mode",
  "passthrough",
  "-f",
  "rawvideo",
];

/** The deviation, in levels of 255, below which a frame is flat and its pattern is noise, such as black or white. */
export const FLAT_DEVIATION = 6;

/** The frames of a version, each as a thumbnail. */
export interface Signatures {
  readonly frames: number;
  /** Luma of 0–255, `LUMA_CELLS` per frame, row by row. */
  readonly luma: Uint8Array;
  /** Exact luma without brightness and contrast: mean 0 and length `PATTERN_UNIT`, shorter for flat frames. */
  readonly pattern: Int16Array;
  /** Chroma, `COLOUR_CELLS` per frame. Each plane is without its mean and deviation, like `pattern`. */
  readonly color: Int16Array;
  /** Mean and deviation of luma and the means of both chroma planes, per frame. */
  readonly grade: Float32Array;
}

/** The number of values per frame in `grade`. */
export const GRADE_FIELDS = 4;

/**
 * The length of a pattern, which allows its values to be integers. They take half the memory of floating-point numbers, and cells of the
 * darkest frame still have hundreds of steps per level.
 */
export const PATTERN_UNIT = 2 ** 16;

/**
 * Reads signatures.
 * @param raw `SIGNATURE_BYTES` per frame, as written by ffmpeg with `SIGNATURE_ARGS`.
 * @throws RangeError if the last frame is incomplete.
 */
export function readSignatures(raw: Uint8Array): Signatures {
  if (raw.length % SIGNATURE_BYTES !== 0) throw new RangeError("The last signature is cut off");
  const frames = raw.length / SIGNATURE_BYTES;
  const luma = new Uint8Array(frames * LUMA_CELLS);
  const pattern = new Int16Array(frames * LUMA_CELLS);
  const color = new Int16Array(frames * COLOUR_CELLS);
  const grade = new Float32Array(frames * GRADE_FIELDS);
  const bytes = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const levels = new Float32Array(LUMA_CELLS + COLOUR_CELLS);
  const picture = levels.subarray(0, LUMA_CELLS);
  const blue = levels.subarray(LUMA_CELLS, LUMA_CELLS + CHROMA_CELLS);
  const red = levels.subarray(LUMA_CELLS + CHROMA_CELLS);
  const normalized = new Float32Array(LUMA_CELLS + COLOUR_CELLS);
  for (let frame = 0; frame < frames; frame++) {
    for (let cell = 0; cell < levels.length; cell++)
      levels[cell] = bytes.getUint16(frame * SIGNATURE_BYTES + 2 * cell, true) / LEVEL_PARTS;
    for (let cell = 0; cell < LUMA_CELLS; cell++)
      luma[frame * LUMA_CELLS + cell] = Math.min(255, Math.round(picture[cell] as number));
    const [mean, deviation] = normalizeLevels(picture, normalized, 0);
    normalizeLevels(blue, normalized, LUMA_CELLS);
    normalizeLevels(red, normalized, LUMA_CELLS + CHROMA_CELLS);
    for (let cell = 0; cell < LUMA_CELLS; cell++)
      pattern[frame * LUMA_CELLS + cell] = toPatternUnits(normalized[cell] as number);
    for (let cell = 0; cell < COLOUR_CELLS; cell++)
      color[frame * COLOUR_CELLS + cell] = toPatternUnits(normalized[LUMA_CELLS + cell] as number);
    grade.set([mean, deviation, computeMean(blue), computeMean(red)], frame * GRADE_FIELDS);
  }
  return { frames, luma, pattern, color, grade };
}

/** The largest difference from the mean that a cell can have; larger ones are capped. */
const MAX_PATTERN_UNITS = 2 ** 15 - 1;
const toPatternUnits = (value: number): number =>
  Math.min(Math.max(Math.round(value * PATTERN_UNIT), -MAX_PATTERN_UNITS), MAX_PATTERN_UNITS);

/** The number of deviations from the mean beyond which a cell, such as one of a logo, is ignored for a frame's mean and deviation. */
const TYPICAL_DEVIATIONS = 2;

/**
 * Normalizes a frame's brightness and contrast.
 * @returns the frame's mean and deviation.
 */
export function normalizeLevels(
  picture: ArrayLike<number>,
  into: Float32Array,
  at: number,
): [number, number] {
  const [roughMean, roughDeviation] = measureLevels(picture, 0, 255);
  const reach = Math.max(roughDeviation, FLAT_DEVIATION) * TYPICAL_DEVIATIONS;
  const [mean, deviation] = measureLevels(picture, roughMean - reach, roughMean + reach);
  const factor = 1 / (Math.max(deviation, FLAT_DEVIATION) * Math.sqrt(picture.length));
  for (let cell = 0; cell < picture.length; cell++)
    into[at + cell] = ((picture[cell] as number) - mean) * factor;
  return [mean, deviation];
}

/** Computes the mean and deviation of the levels between two limits. */
function measureLevels(picture: ArrayLike<number>, low: number, high: number): [number, number] {
  let [count, sum, squares] = [0, 0, 0];
  for (let cell = 0; cell < picture.length; cell++) {
    const level = picture[cell] as number;
    if (level < low || level > high) continue;
    count += 1;
    sum += level;
    squares += level * level;
  }
  if (count === 0) return [computeMean(picture), 0];
  const mean = sum / count;
  return [mean, Math.sqrt(Math.max(0, squares / count - mean * mean))];
}

function computeMean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let n = 0; n < values.length; n++) sum += values[n] as number;
  return sum / values.length;
}

/** The most that a single cell adds to a distance, so that frames that differ only in a logo still resemble each other. */
const MAX_CELL_DISTANCE = (4 / LUMA_CELLS) * PATTERN_UNIT ** 2;
const MAX_COLOUR_CELL_DISTANCE = (4 / CHROMA_CELLS) * PATTERN_UNIT ** 2;

/**
 * Returns how much two frames differ, regardless of brightness and contrast: 0 for equal frames, 0.5 for a flat and a non-flat frame, 1 for
 * unrelated frames.
 */
export function lumaDistance(a: Int16Array, aFrame: number, b: Int16Array, bFrame: number): number {
  const [aAt, bAt] = [aFrame * LUMA_CELLS, bFrame * LUMA_CELLS];
  let sum = 0;
  for (let cell = 0; cell < LUMA_CELLS; cell++) {
    const difference = (a[aAt + cell] as number) - (b[bAt + cell] as number);
    sum += Math.min(difference * difference, MAX_CELL_DISTANCE);
  }
  return sum / (2 * PATTERN_UNIT ** 2);
}

/** Returns how much two frames differ in both chroma planes: 0 for equal color patterns. A grade may have removed the color. */
export function colourDistance(a: Signatures, aFrame: number, b: Signatures, bFrame: number): number {
  const [aAt, bAt] = [aFrame * COLOUR_CELLS, bFrame * COLOUR_CELLS];
  let sum = 0;
  for (let cell = 0; cell < COLOUR_CELLS; cell++) {
    const difference = (a.color[aAt + cell] as number) - (b.color[bAt + cell] as number);
    sum += Math.min(difference * difference, MAX_COLOUR_CELL_DISTANCE);
  }
  return sum / (4 * PATTERN_UNIT ** 2);
}
