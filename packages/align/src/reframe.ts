import {
  GRID_HEIGHT,
  GRID_WIDTH,
  LUMA_CELLS,
  normalizeLevels,
  PATTERN_UNIT,
  type Signatures,
} from "./signatures.ts";

/** A part of the old frame that fills the new one. `share` is its size as a share of the whole frame; `left` and `top` are in cells. */
export interface Crop {
  share: number;
  left: number;
  top: number;
}

/** The number of frames checked before a crop is accepted. */
const SAMPLED_FRAMES = 5;
/** How far the old material may be from its expected shift, in frames. */
const MAX_SHIFT = 3;
const CROP_SHARES = [0.96, 0.92, 0.88, 0.84, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5];
const CROP_STEPS = 4;
/**
 * The largest distance of an accepted crop. Cells of an enlarged part are interpolated, so even the right crop fits less well than a
 * whole frame.
 */
const MAX_CROP_DISTANCE = 0.16;
/** The share of the whole frame's distance below which the distance of a crop must be. */
const MIN_CROP_IMPROVEMENT = 0.5;
/** The largest distance of an accepted crop with detail finer than a cell, such as leaves, if the whole frame does not fit at all. */
const MAX_DETAILED_DISTANCE = 0.3;
const MIN_DETAILED_IMPROVEMENT = 0.3;
const WHOLE_FRAME: Crop = { share: 1, left: 0, top: 0 };
/**
 * The factor by which a crop must fit better than the same crop some frames earlier or later. Otherwise its position is uncertain, and
 * the surrounding frames decide.
 */
export const CERTAIN_POSITION_FACTOR = 1.15;

export interface ReframedMatch {
  /** The position of the old frame minus the position of the new frame. */
  shift: number;
  crop: Crop;
  /** The mean distance of the checked frames. */
  cost: number;
  isSure: boolean;
}

/**
 * Searches for new frames that show a part of old ones, at about the same position.
 * @param shift the expected old frame minus new frame.
 */
export function findReframed(
  old: Signatures,
  recent: Signatures,
  firstFrame: number,
  endFrame: number,
  shift: number,
): ReframedMatch | undefined {
  const count = Math.min(SAMPLED_FRAMES, endFrame - firstFrame);
  const samples = Array.from({ length: count }, (_, n) =>
    Math.floor(firstFrame + ((n + 0.5) * (endFrame - firstFrame)) / count),
  );
  const costOf = (crop: Crop, by: number) => {
    let sum = 0;
    for (const frame of samples) sum += cropDistance(old, frame + by, recent, frame, crop);
    return sum / samples.length;
  };
  const [crop] = findBestCrop(listCrops(), (each) => costOf(each, shift));
  const [fine, atShift] = findBestCrop(listFinerCrops(crop), (each) => costOf(each, shift));
  const shifts = Array.from({ length: 2 * MAX_SHIFT + 1 }, (_, n) => shift + n - MAX_SHIFT);
  const [nearest, lowest] = findBestCrop([shift, ...shifts], (each) => costOf(fine, each));
  const [by, cost] = atShift <= CERTAIN_POSITION_FACTOR * lowest ? [shift, atShift] : [nearest, lowest];
  const whole = costOf(WHOLE_FRAME, by);
  const best = Math.min(cost, atShift);
  const isPart = best <= MAX_CROP_DISTANCE && cost <= MIN_CROP_IMPROVEMENT * whole;
  const isDetailedPart = best <= MAX_DETAILED_DISTANCE && cost <= MIN_DETAILED_IMPROVEMENT * whole;
  if (!isPart && !isDetailedPart) return undefined;
  const beside = Math.min(...shifts.filter((each) => each !== by).map((each) => costOf(fine, each)));
  return { shift: by, crop: fine, cost, isSure: beside > CERTAIN_POSITION_FACTOR * cost };
}

function* listCrops(): Generator<Crop> {
  for (const share of CROP_SHARES)
    for (let column = 0; column <= CROP_STEPS; column++)
      for (let row = 0; row <= CROP_STEPS; row++)
        yield {
          share,
          left: (GRID_WIDTH * (1 - share) * column) / CROP_STEPS,
          top: (GRID_HEIGHT * (1 - share) * row) / CROP_STEPS,
        };
}

function* listFinerCrops({ share, left, top }: Crop): Generator<Crop> {
  for (const by of [-0.02, 0, 0.02])
    for (const right of [-1, -0.5, 0, 0.5, 1])
      for (const down of [-0.5, 0, 0.5])
        yield { share: Math.min(1, share + by), left: left + right, top: top + down };
}

function findBestCrop<T>(all: Iterable<T>, costOf: (each: T) => number): [T, number] {
  let best: [T, number] | undefined;
  for (const each of all) {
    const cost = costOf(each);
    if (!best || cost < best[1]) best = [each, cost];
  }
  if (!best) throw new RangeError("Nothing to choose from");
  return best;
}

const croppedBuffer = new Float32Array(LUMA_CELLS);
const normalizedBuffer = new Float32Array(LUMA_CELLS);

/** The positions of a crop's columns or rows in the old frame: the cell before each, and the distance from its middle. */
interface CropPositions {
  cells: Int32Array;
  shares: Float64Array;
}
const cropPositionsFor = (length: number): CropPositions => ({
  cells: new Int32Array(length),
  shares: new Float64Array(length),
});
const columnPositions = cropPositionsFor(GRID_WIDTH);
const rowPositions = cropPositionsFor(GRID_HEIGHT);

function placeCrop({ cells, shares }: CropPositions, from: number, share: number): void {
  const last = cells.length - 1;
  for (let n = 0; n <= last; n++) {
    const at = Math.min(Math.max(from + (n + 0.5) * share - 0.5, 0), last);
    const cell = Math.min(Math.floor(at), last - 1);
    cells[n] = cell;
    shares[n] = at - cell;
  }
}

/** Returns the distance between a cropped part of an old frame and a whole new frame. */
export function cropDistance(
  old: Signatures,
  oldFrame: number,
  recent: Signatures,
  frame: number,
  crop: Crop,
): number {
  if (oldFrame < 0 || oldFrame >= old.frames) return 1;
  placeCrop(columnPositions, crop.left, crop.share);
  placeCrop(rowPositions, crop.top, crop.share);
  enlargeCrop(old.luma, oldFrame * LUMA_CELLS);
  normalizeLevels(croppedBuffer, normalizedBuffer, 0);
  const at = frame * LUMA_CELLS;
  let sum = 0;
  for (let cell = 0; cell < LUMA_CELLS; cell++) {
    const difference =
      (normalizedBuffer[cell] as number) - (recent.pattern[at + cell] as number) / PATTERN_UNIT;
    sum += difference * difference;
  }
  return sum / 2;
}

/** Fills `croppedBuffer`, interpolating each cell from the four around its position. */
function enlargeCrop(luma: Uint8Array, picture: number): void {
  for (let row = 0; row < GRID_HEIGHT; row++) {
    const upperRow = picture + (rowPositions.cells[row] as number) * GRID_WIDTH;
    const down = rowPositions.shares[row] as number;
    for (let column = 0; column < GRID_WIDTH; column++) {
      const corner = upperRow + (columnPositions.cells[column] as number);
      const right = columnPositions.shares[column] as number;
      const upper = (luma[corner] as number) * (1 - right) + (luma[corner + 1] as number) * right;
      const below = corner + GRID_WIDTH;
      const lower = (luma[below] as number) * (1 - right) + (luma[below + 1] as number) * right;
      croppedBuffer[row * GRID_WIDTH + column] = upper * (1 - down) + lower * down;
    }
  }
}
