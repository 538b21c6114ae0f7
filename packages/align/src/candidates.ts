import { CELLS, distance, GRID_WIDTH, type Signatures } from "./signatures.ts";

/** Beyond it two pictures are not the same one, however graded. */
export const MAX_DISTANCE = 0.12;
/** Frames of the old version that are kept for one of the new version. */
const MAX_CANDIDATES = 8;
/** Frames that are kept of those that share a part of a hash. */
const MAX_BUCKET = 48;
/** With more candidates than that, as for a still, only frames this far apart are kept, or further if needed. */
const THIN_FRAMES = 24;

/** The maximum per take: a still resembles all of its own frames, which must not hide another place. */
const MAX_OF_TAKE = 4;
/** Frames that are this near are of one take. */
export const TAKE_FRAMES = 12;
/** What a candidate that goes on from the frame before is worth, per frame of its way; noise of an encoder is less. */
const WAY_BONUS = 0.0004;
const MAX_WAY = 25;
/** Where a followed frame fits so well, only some are looked up: the others follow those. */
const GOOD_DISTANCE = 0.01;
const LOOK_UP_EVERY = 4;

/** An old frame that looks like a new one. */
export interface Candidate {
  oldFrame: number;
  distance: number;
  /** For how many frames it has been followed. */
  way: number;
}

/**
 * Finds them by parts of a hash that they share, then follows each find by a frame at a time in both directions, so that a
 * take is found whole from one frame that was.
 */
export function findCandidates(old: Signatures, recent: Signatures): Candidate[][] {
  const index = indexParts(old);
  const found: Candidate[][] = [];
  for (let frame = 0; frame < recent.frames; frame++) {
    const list: Candidate[] = [];
    for (const each of found[frame - 1] ?? []) follow(old, recent, frame, each, 1, list);
    const isFound = list.some((each) => each.distance < GOOD_DISTANCE);
    if (!isFound || frame % LOOK_UP_EVERY === 0) lookUp(old, recent, frame, index, list);
    found.push(keepBest(list));
  }
  for (let frame = recent.frames - 2; frame >= 0; frame--) {
    const list = found[frame] as Candidate[];
    for (const each of found[frame + 1] ?? []) follow(old, recent, frame, each, -1, list);
    found[frame] = keepBest(list);
  }
  return found;
}

function lookUp(
  old: Signatures,
  recent: Signatures,
  frame: number,
  index: ReadonlyMap<number, Bucket>,
  list: Candidate[],
): void {
  for (const key of partsOf(recent, frame)) {
    const bucket = index.get(key);
    if (bucket) for (const oldFrame of bucket.frames) consider(old, recent, frame, oldFrame, 0, list);
  }
}

function follow(
  old: Signatures,
  recent: Signatures,
  frame: number,
  from: Candidate,
  step: number,
  list: Candidate[],
): void {
  consider(old, recent, frame, from.oldFrame + step, Math.min(from.way + 1, MAX_WAY), list);
  // A rate change repeats or leaves out one.
  for (const oldFrame of [from.oldFrame, from.oldFrame + 2 * step])
    consider(old, recent, frame, oldFrame, 0, list);
}

function consider(
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
    const found = distance(old.pattern, oldFrame, recent.pattern, frame);
    if (found <= MAX_DISTANCE) list.push({ oldFrame, distance: found, way });
  }
}

function keepBest(list: Candidate[]): Candidate[] {
  const rank = (each: Candidate) => each.distance - WAY_BONUS * each.way;
  const kept: Candidate[] = [];
  for (const each of list.sort((a, b) => rank(a) - rank(b) || a.oldFrame - b.oldFrame)) {
    const ofTake = kept.filter(({ oldFrame }) => Math.abs(oldFrame - each.oldFrame) <= TAKE_FRAMES).length;
    if (ofTake < MAX_OF_TAKE) kept.push(each);
    if (kept.length === MAX_CANDIDATES) break;
  }
  return kept;
}

/** Old frames that share a part of a hash, ascending. */
interface Bucket {
  frames: number[];
  /** Nearer to the last one than this, a frame is left out: it is found by following that one. */
  gap: number;
}

function indexParts(signatures: Signatures): Map<number, Bucket> {
  const index = new Map<number, Bucket>();
  for (let frame = 0; frame < signatures.frames; frame++)
    for (const key of partsOf(signatures, frame)) {
      const bucket = index.get(key);
      if (!bucket) index.set(key, { frames: [frame], gap: 1 });
      else if (frame - (bucket.frames.at(-1) as number) >= bucket.gap) addTo(bucket, frame);
    }
  return index;
}

function addTo(bucket: Bucket, frame: number): void {
  bucket.frames.push(frame);
  while (bucket.frames.length > MAX_BUCKET) {
    bucket.gap = Math.max(THIN_FRAMES, 2 * bucket.gap);
    let last = Number.NEGATIVE_INFINITY;
    bucket.frames = bucket.frames.filter((each) => {
      const isKept = each - last >= bucket.gap;
      if (isKept) last = each;
      return isKept;
    });
  }
}

const PARTS = 6;
const PART_BITS = 16;

/** Parts of a hash of gradients: each bit says which of two places of the picture is brighter. */
function partsOf({ pattern }: Signatures, frame: number): number[] {
  const at = frame * CELLS;
  return PAIRS.map((pairs, part) => {
    let bits = part;
    for (const [a, b] of pairs)
      bits = bits * 2 + (blockOf(pattern, at + a) > blockOf(pattern, at + b) ? 1 : 0);
    return bits;
  });
}

/** Mean of 2×2 cells, which noise of an encoder does not reach. */
function blockOf(pattern: Int16Array, at: number): number {
  const row = at + GRID_WIDTH;
  return (
    (pattern[at] as number) +
    (pattern[at + 1] as number) +
    (pattern[row] as number) +
    (pattern[row + 1] as number)
  );
}

/** Pairs of places, drawn once by a fixed rule, so that the same picture has the same hash everywhere. */
const PAIRS = Array.from({ length: PARTS }, (_, part) =>
  Array.from(
    { length: PART_BITS },
    (__, bit) => [placeOf(2 * (part * PART_BITS + bit)), placeOf(2 * (part * PART_BITS + bit) + 1)] as const,
  ),
);

function placeOf(n: number): number {
  const mixed = Math.imul(n + 1, 0x9e3779b1) >>> 0;
  const column = (mixed >>> 8) % (GRID_WIDTH - 1);
  const row = (mixed >>> 20) % (CELLS / GRID_WIDTH - 1);
  return row * GRID_WIDTH + column;
}
