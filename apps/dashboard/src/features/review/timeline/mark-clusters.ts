import type { CommentMark } from "../player/frame-player.types.ts";

/** Comments that are so close together on the timeline that they share one dot. */
export interface MarkCluster {
  /** The frame of the first comment. */
  frame: number;
  /** The comments in ascending order of frames; never empty. */
  marks: readonly CommentMark[];
}

/**
 * Groups comments that would overlap on the timeline.
 * @param marks the comments' marks, in any order.
 * @param framesPerDot the number of frames that a dot covers.
 * @returns clusters by frame, each at least that far from the previous one.
 */
export function clusterMarks(marks: readonly CommentMark[], framesPerDot: number): MarkCluster[] {
  const clusters: { frame: number; marks: CommentMark[] }[] = [];
  for (const mark of marks.toSorted((a, b) => a.frame - b.frame)) {
    const last = clusters.at(-1);
    if (last && mark.frame - last.frame < framesPerDot) last.marks.push(mark);
    else clusters.push({ frame: mark.frame, marks: [mark] });
  }
  return clusters;
}

/** Returns the nearest comment after (`way` 1) or before (-1) a frame; undefined if there is no such comment. */
export function adjacentMark(
  marks: readonly CommentMark[],
  frame: number,
  way: 1 | -1,
): CommentMark | undefined {
  const beyond = marks.filter((mark) => (mark.frame - frame) * way > 0);
  return beyond.toSorted((a, b) => (a.frame - b.frame) * way)[0];
}
