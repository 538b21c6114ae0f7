import type { AlignmentView } from "@shoal/contract";

/**
 * Maps the frames of two versions that show the same content. A frame is mapped to null if the other version does not contain its content.
 */
export interface FrameMap {
  previousOf(frame: number): number | null;
  recentOf(previousFrame: number): number | null;
}

/** Maps frames by a constant offset. @param offset previous frame minus newer frame. */
export function offsetMap(offset: number, frames: number, previousFrames: number): FrameMap {
  const inside = (frame: number, count: number) => (frame >= 0 && frame < count ? frame : null);
  return {
    previousOf: (frame) => inside(frame + offset, previousFrames),
    recentOf: (frame) => inside(frame - offset, frames),
  };
}

/** Maps frames by the alignment of the versions. */
export function alignedMap({ ranges }: Pick<AlignmentView, "ranges">): FrameMap {
  const known = ranges.flatMap(({ frame, endFrame, previousFrame, previousEndFrame }) =>
    previousFrame === null || previousEndFrame === null
      ? []
      : [{ frame, endFrame, previousFrame, previousEndFrame }],
  );
  return {
    previousOf(frame) {
      const range = known.find((each) => frame >= each.frame && frame <= each.endFrame);
      return range
        ? mapBetween(frame, [range.frame, range.endFrame], [range.previousFrame, range.previousEndFrame])
        : null;
    },
    recentOf(frame) {
      const range = known.find((each) => frame >= each.previousFrame && frame <= each.previousEndFrame);
      return range
        ? mapBetween(frame, [range.previousFrame, range.previousEndFrame], [range.frame, range.endFrame])
        : null;
    },
  };
}

type FrameBounds = [first: number, last: number];

/**
 * Maps a frame between two ranges: frame by frame if their lengths are equal, otherwise proportionally, because their frame rates differ.
 */
function mapBetween(frame: number, [first, last]: FrameBounds, [toFirst, toLast]: FrameBounds): number {
  if (last === first) return toFirst;
  return toFirst + Math.round(((frame - first) * (toLast - toFirst)) / (last - first));
}
