import type { CommentMark } from "../player/frame-player.types.ts";

/** Comments that stand so close together on the timeline that one dot stands for them. */
export interface MarkCluster {
  /** The frame of the first one. */
  frame: number;
  /** Ascending by frame; never empty. */
  marks: readonly CommentMark[];
}

/**
 * @param marks in any order.
 * @param framesPerDot how many frames a dot covers as the timeline is shown.
 * @returns clusters by ascending frame, each at least that far from the one before.
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

/** The comment after (`way` 1) or before (-1) a frame; undefined when there is none. */
export function markBeside(
  marks: readonly CommentMark[],
  frame: number,
  way: 1 | -1,
): CommentMark | undefined {
  const beyond = marks.filter((mark) => (mark.frame - frame) * way > 0);
  return beyond.toSorted((a, b) => (a.frame - b.frame) * way)[0];
}
