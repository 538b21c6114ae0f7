import { GRID_WIDTH, LUMA_CELLS, lumaDistance, type Signatures } from "./signatures.ts";

/** The distance above which frames differ, however they are graded. */
export const MAX_DISTANCE = 0.12;
/** The maximum number of old frames considered as matches of a new frame. */
const MAX_CANDIDATES = 8;
/** The maximum number of frames stored per part of a hash. */
const MAX_BUCKET_FRAMES = 48;
/** The minimum spacing, in frames, of stored frames once a part of a hash occurs too often, as in a still. */
const MIN_STORED_SPACING = 24;

/**
 * The maximum number of candidates per take. All frames of a still resemble the new frame, and must not crowd out candidates of other
 * takes.
 */
const MAX_CANDIDATES_PER_TAKE = 4;
/** The distance, in frames, within which candidates belong to one take. */
export const TAKE_FRAMES = 12;
/** The bonus, per followed frame, of a candidate that continues the previous frame. It is larger than encoding noise. */
const PATH_BONUS = 0.0004;
const MAX_PATH_FRAMES = 25;
/** The distance below which a followed frame fits so well that only every fourth of the next frames is looked up. */
const GOOD_DISTANCE = 0.01;
const LOOK_UP_INTERVAL = 4;

/** An old frame that resembles a new one. */
export interface Candidate {
  oldFrame: number;
  distance: number;
  /** The number of frames over which the candidate was followed, up to `MAX_PATH_FRAMES`. */
  way: number;
}

/**
 * Finds candidates by shared parts of a hash, then follows each of them frame by frame in both directions, so that one match
 * finds a whole take.
 */
export function findCandidates(old: Signatures, recent: Signatures): Candidate[][] {
  const index = indexParts(old);
  const found: Candidate[][] = [];
  for (let frame = 0; frame < recent.frames; frame++) {
    const list: Candidate[] = [];
    for (const each of found[frame - 1] ?? []) followCandidate(old, recent, frame, each, 1, list);
    const isFound = list.some((each) => each.distance < GOOD_DISTANCE);
    if (!isFound || frame % LOOK_UP_INTERVAL === 0) lookUpCandidates(old, recent, frame, index, list);
    found.push(selectBest(list));
  }
  for (let frame = recent.frames - 2; frame >= 0; frame--) {
    const list = found[frame] as Candidate[];
    for (const each of found[frame + 1] ?? []) followCandidate(old, recent, frame, each, -1, list);
    found[frame] = selectBest(list);
  }
  return found;
}

function lookUpCandidates(
  old: Signatures,
  recent: Signatures,
  frame: number,
  index: ReadonlyMap<number, Bucket>,
  list: Candidate[],
): void {
  for (const key of hashPartsOf(recent, frame)) {
    const bucket = index.get(key);
    if (bucket)
      for (const oldFrame of bucket.frames) considerCandidate(old, recent, frame, oldFrame, 0, list);
  }
}

function followCandidate(
  old: Signatures,
  recent: Signatures,
  frame: number,
  from: Candidate,
  step: number,
  list: Candidate[],
): void {
  considerCandidate(old, recent, frame, from.oldFrame + step, Math.min(from.way + 1, MAX_PATH_FRAMES), list);
  // A change of the frame rate repeats or drops one frame, so both neighbours of the expected position are considered too.
  for (const oldFrame of [from.oldFrame, from.oldFrame + 2 * step])
    considerCandidate(old, recent, frame, oldFrame, 0, list);
}

function considerCandidate(
  old: Signatures,
  recent: Signatures,
  frame: number,
  oldFrame: number,
  way: number,
  list: Candidate[],
): void {
  if (oldFrame < 0 || oldFrame >= old.frames) return;
  const known = list.find((each) => each.oldFrame === oldFrame);
  if (known) known.way = Math.max(known.way, way);
  else {
    const found = lumaDistance(old.pattern, oldFrame, recent.pattern, frame);
    if (found <= MAX_DISTANCE) list.push({ oldFrame, distance: found, way });
  }
}

function selectBest(list: Candidate[]): Candidate[] {
  const rank = (each: Candidate) => each.distance - PATH_BONUS * each.way;
  const kept: Candidate[] = [];
  for (const each of list.sort((a, b) => rank(a) - rank(b) || a.oldFrame - b.oldFrame)) {
    const ofTake = kept.filter(({ oldFrame }) => Math.abs(oldFrame - each.oldFrame) <= TAKE_FRAMES).length;
    if (ofTake < MAX_CANDIDATES_PER_TAKE) kept.push(each);
    if (kept.length === MAX_CANDIDATES) break;
  }
  return kept;
}

/** The old frames that share a part of a hash, in ascending order. */
interface Bucket {
  frames: number[];
  /** The minimum spacing of stored frames: frames in between are found by following the last stored one. */
  gap: number;
}

function indexParts(signatures: Signatures): Map<number, Bucket> {
  const index = new Map<number, Bucket>();
  for (let frame = 0; frame < signatures.frames; frame++)
    for (const key of hashPartsOf(signatures, frame)) {
      const bucket = index.get(key);
      if (!bucket) index.set(key, { frames: [frame], gap: 1 });
      else if (frame - (bucket.frames.at(-1) as number) >= bucket.gap) addToBucket(bucket, frame);
    }
  return index;
}

function addToBucket(bucket: Bucket, frame: number): void {
  bucket.frames.push(frame);
  while (bucket.frames.length > MAX_BUCKET_FRAMES) {
    bucket.gap = Math.max(MIN_STORED_SPACING, 2 * bucket.gap);
    let last = Number.NEGATIVE_INFINITY;
    bucket.frames = bucket.frames.filter((each) => {
      const isKept = each - last >= bucket.gap;
      if (isKept) last = each;
      return isKept;
    });
  }
}

const HASH_PARTS = 6;
const PART_BITS = 16;

/** Returns the parts of a gradient hash: each bit shows which of two positions in the frame is brighter. */
function hashPartsOf({ pattern }: Signatures, frame: number): number[] {
  const at = frame * LUMA_CELLS;
  return HASH_POSITION_PAIRS.map((pairs, part) => {
    let bits = part;
    for (const [a, b] of pairs)
      bits = bits * 2 + (blockOf(pattern, at + a) > blockOf(pattern, at + b) ? 1 : 0);
    return bits;
  });
}

/** Returns the mean of 2×2 cells, which hides the encoder's noise. */
function blockOf(pattern: Int16Array, at: number): number {
  const row = at + GRID_WIDTH;
  return (
    (pattern[at] as number) +
    (pattern[at + 1] as number) +
    (pattern[row] as number) +
    (pattern[row + 1] as number)
  );
}

/** The pairs of positions that a hash compares. They are chosen by a fixed rule, so that the same frame has the same hash everywhere. */
const HASH_POSITION_PAIRS = Array.from({ length: HASH_PARTS }, (_, part) =>
  Array.from(
    { length: PART_BITS },
    (__, bit) =>
      [
        cellPositionOf(2 * (part * PART_BITS + bit)),
        cellPositionOf(2 * (part * PART_BITS + bit) + 1),
      ] as const,
  ),
);

function cellPositionOf(n: number): number {
  const mixed = Math.imul(n + 1, 0x9e3779b1) >>> 0;
  const column = (mixed >>> 8) % (GRID_WIDTH - 1);
  const row = (mixed >>> 20) % (LUMA_CELLS / GRID_WIDTH - 1);
  return row * GRID_WIDTH + column;
}
