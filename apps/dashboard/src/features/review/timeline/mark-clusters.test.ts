import { expect, test } from "vitest";
import type { CommentMark } from "../player/frame-player.types.ts";
import { clusterMarks, markBeside } from "./mark-clusters.ts";

const mark = (frame: number): CommentMark => ({
  uuid: `comment-${frame}`,
  frame,
  endFrame: null,
  isResolved: false,
  author: "ada",
  text: "",
  hasDrawing: false,
});

test("overlapping comments are one cluster at the frame of the first", () => {
  const clusters = clusterMarks([mark(500), mark(10), mark(0), mark(29), mark(30)], 30);
  expect(clusters.map(({ frame, marks }) => [frame, marks.map((each) => each.frame)])).toEqual([
    [0, [0, 10, 29]],
    [30, [30]],
    [500, [500]],
  ]);
});

test("a timeline zoomed to single frames shows each comment", () => {
  expect(clusterMarks([mark(1), mark(2), mark(3)], 0.5)).toHaveLength(3);
  expect(clusterMarks([], 10)).toEqual([]);
});

test("the next and previous comments exclude one at the current frame", () => {
  const marks = [mark(40), mark(10), mark(20)];
  expect(markBeside(marks, 20, 1)?.frame).toBe(40);
  expect(markBeside(marks, 20, -1)?.frame).toBe(10);
  expect(markBeside(marks, 40, 1)).toBeUndefined();
});
