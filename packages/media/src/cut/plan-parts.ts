/** The difference below which times count as equal: a tenth of a frame at 60 fps. */
const TIME_TOLERANCE_SEC = 0.0016;

/** A segment of the video from which the cut is made. Times are in seconds of the video. */
export interface CutSegment {
  number: number;
  startSec: number;
  endSec: number;
  /** The times at which every rung has a key frame, including the start. */
  keySec: readonly number[];
}

/**
 * A part of a cut, which becomes a separate segment.
 * - `whole`: an unchanged segment, by reference.
 * - `copy`: some groups of pictures of a segment, repackaged.
 * - `encode`: frames that start or end inside a group, re-encoded.
 */
export interface CutPart {
  kind: "whole" | "copy" | "encode";
  /** The number of the segment that contains the part's frames. */
  segment: number;
  startSec: number;
  endSec: number;
  /** The start of the group of pictures from which an `encode` part is decoded. For other parts, it equals `startSec`. */
  groupSec: number;
}

/**
 * Returns the parts of a cut, in order: at most the group of pictures at each edge is re-encoded.
 * @param segments the segments that overlap the range, in order.
 *
 * @example planParts([{ number: 0, startSec: 0, endSec: 4, keySec: [0, 2] }], 1.5, 4)
 * // an `encode` part from 1.5 to 2, decoded from 0, and a `copy` part from 2 to 4
 */
export function planParts(segments: readonly CutSegment[], inSec: number, outSec: number): CutPart[] {
  return segments.flatMap((segment) => {
    const parts: CutPart[] = [];
    for (const [order, key] of segment.keySec.entries()) {
      const part = partOf(segment, key, segment.keySec[order + 1] ?? segment.endSec, inSec, outSec);
      const last = parts.at(-1);
      if (part?.kind === "copy" && last?.kind === "copy") last.endSec = part.endSec;
      else if (part) parts.push(part);
    }
    return parts.map((part) => (isWhole(part, segment) ? { ...part, kind: "whole" as const } : part));
  });
}

/** Returns the part of a group of pictures that lies in the range. */
function partOf(
  { number }: CutSegment,
  fromSec: number,
  toSec: number,
  inSec: number,
  outSec: number,
): CutPart | undefined {
  const startSec = inSec > fromSec + TIME_TOLERANCE_SEC ? inSec : fromSec;
  const endSec = outSec < toSec - TIME_TOLERANCE_SEC ? outSec : toSec;
  if (endSec - startSec <= TIME_TOLERANCE_SEC) return undefined;
  const kind = startSec === fromSec && endSec === toSec ? "copy" : "encode";
  return { kind, segment: number, startSec, endSec, groupSec: fromSec };
}

const isWhole = ({ kind, startSec, endSec }: CutPart, segment: CutSegment) =>
  kind === "copy" && startSec === segment.startSec && endSec === segment.endSec;

/** Returns times that occur in every list, in order; each list is ascending. */
export function commonTimes(lists: readonly (readonly number[])[]): number[] {
  const [first = [], ...others] = lists;
  return first.filter((time) =>
    others.every((list) => list.some((each) => Math.abs(each - time) < TIME_TOLERANCE_SEC)),
  );
}
