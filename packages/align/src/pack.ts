import type { Alignment, RangeKind } from "./alignment.types.ts";
import { alignmentOf } from "./alignment-of.ts";

/**
 * The kinds, in the order of their numbers in stored alignments. New kinds must be appended, so that stored numbers keep their meaning.
 */
const STORED_KINDS: readonly RangeKind[] = [
  "same",
  "moved",
  "shortened",
  "regraded",
  "reframed",
  "retouched",
  "new",
];

/**
 * Consecutive frames of the new version that show frames of the old one: their count, the first old frame (-1 for new material), the old
 * frames per new frame (0 for a repeated frame), the number of their kind, and 1 if their match is certain.
 */
export type AlignmentPiece = [frames: number, oldFrame: number, step: number, kind: number, isSure: number];

/** An alignment as stored: a few hundred bytes for a version with some cuts. */
export interface PackedAlignment {
  oldFrames: number;
  pieces: AlignmentPiece[];
}

export function packAlignment({ oldFrames, oldOfNew, sureOfNew, kindOfNew }: Alignment): PackedAlignment {
  const pieces: AlignmentPiece[] = [];
  const at = (frame: number) => oldOfNew[frame] as number;
  const isAlike = (frame: number, first: number) =>
    frame < oldOfNew.length &&
    kindOfNew[frame] === kindOfNew[first] &&
    sureOfNew[frame] === sureOfNew[first] &&
    at(frame) < 0 === at(first) < 0;
  for (let first = 0; first < oldOfNew.length; ) {
    const isNew = at(first) < 0;
    const isRepeated = !isNew && isAlike(first + 1, first) && at(first + 1) === at(first);
    const step = isNew || isRepeated ? 0 : 1;
    let end = first + 1;
    while (isAlike(end, first) && at(end) === at(end - 1) + step) end += 1;
    const kind = STORED_KINDS.indexOf(kindOfNew[first] as RangeKind);
    pieces.push([end - first, at(first), step, kind, sureOfNew[first] as number]);
    first = end;
  }
  return { oldFrames, pieces };
}

/** Unpacks an alignment. @throws RangeError for frames that the old version does not have, and for unknown kinds. */
export function unpackAlignment({ oldFrames, pieces }: PackedAlignment): Alignment {
  const newFrames = pieces.reduce((sum, [frames]) => sum + frames, 0);
  const oldOfNew = new Int32Array(newFrames);
  const sureOfNew = new Uint8Array(newFrames);
  const kindOfNew: RangeKind[] = [];
  let frame = 0;
  for (const [frames, oldFrame, step, number, isSure] of pieces) {
    const kind = STORED_KINDS[number];
    if (!kind || oldFrame + step * (frames - 1) >= oldFrames) throw new RangeError("No alignment's piece");
    for (let n = 0; n < frames; n++, frame++) {
      oldOfNew[frame] = oldFrame + step * n;
      sureOfNew[frame] = isSure;
      kindOfNew.push(kind);
    }
  }
  return alignmentOf({ oldFrames, oldOfNew, sureOfNew, kindOfNew });
}
