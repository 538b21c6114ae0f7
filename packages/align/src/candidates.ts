import { CELLS, distance, GRID_WIDTH, type Signatures } from "./signatures.ts";

/** Beyond it two pictures are not the same one, however graded. */
export const MAX_DISTANCE = 0.12;
/** Frames of the old version that are kept for one of the new version. */
const MAX_CANDIDATES = 8;
/** A part of a hash that more frames share says nothing: black, a still. */
const MAX_BUCKET = 48;

/** Old frames that look like each new frame, best first. */
export interface Candidate {
  oldFrame: number;
  distance: number;
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
    for (const key of partsOf(recent, frame)) {
      const bucket = index.get(key);
      if (!bucket || bucket.length > MAX_BUCKET) continue;
      for (const oldFrame of bucket) consider(old, recent, frame, oldFrame, list);
    }
    for (const { oldFrame } of found[frame - 1] ?? []) follow(old, recent, frame, oldFrame, 1, list);
    found.push(keepBest(list));
  }
  for (let frame = recent.frames - 2; frame >= 0; frame--) {
    const list = found[frame] as Candidate[];
    for (const { oldFrame } of found[frame + 1] ?? []) follow(old, recent, frame, oldFrame, -1, list);
    found[frame] = keepBest(list);
  }
  return found;
}

function follow(
  old: Signatures,
  recent: Signatures,
  frame: number,
  from: number,
  step: number,
  list: Candidate[],
): void {
  // A rate change repeats or leaves out one; where the next one fits, the others are only worth a look.
  for (const oldFrame of [from + step, from, from + 2 * step]) consider(old, recent, frame, oldFrame, list);
}

function consider(
  old: Signatures,
  recent: Signatures,
  frame: number,
  oldFrame: number,
  list: Candidate[],
): void {
  if (oldFrame < 0 || oldFrame >= old.frames || list.some((each) => each.oldFrame === oldFrame)) return;
  const found = distance(old.pattern, oldFrame, recent.pattern, frame);
  if (found <= MAX_DISTANCE) list.push({ oldFrame, distance: found });
}

const keepBest = (list: Candidate[]): Candidate[] =>
  list.sort((a, b) => a.distance - b.distance || a.oldFrame - b.oldFrame).slice(0, MAX_CANDIDATES);

function indexParts(signatures: Signatures): Map<number, number[]> {
  const index = new Map<number, number[]>();
  for (let frame = 0; frame < signatures.frames; frame++)
    for (const key of partsOf(signatures, frame)) {
      const bucket = index.get(key);
      if (!bucket) index.set(key, [frame]);
      else if (bucket.length <= MAX_BUCKET) bucket.push(frame);
    }
  return index;
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
function blockOf(pattern: Float32Array, at: number): number {
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
