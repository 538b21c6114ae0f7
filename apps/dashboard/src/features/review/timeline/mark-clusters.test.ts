import { expect, test } from "vitest";
import type { CommentMark } from "../player/frame-player.types.ts";
import { adjacentMark, clusterMarks } from "./mark-clusters.ts";

const commentMark = (frame: number): CommentMark => ({
  uuid: `comment-${frame}`,
  frame,
  endFrame: null,
  isResolved: false,
  author: "ada",
  text: "",
  hasDrawing: false,
});

test("overlapping comments are one cluster at the frame of the first", () => {
  const clusters = clusterMarks(
    [commentMark(500), commentMark(10), commentMark(0), commentMark(29), commentMark(30)],
    30,
  );
  expect(clusters.map(({ frame, marks }) => [frame, marks.map((each) => each.frame)])).toEqual([
    [0, [0, 10, 29]],
    [30, [30]],
    [500, [500]],
  ]);
});

test("a timeline zoomed to single frames shows each comment", () => {
  expect(clusterMarks([commentMark(1), commentMark(2), commentMark(3)], 0.5)).toHaveLength(3);
  expect(clusterMarks([], 10)).toEqual([]);
});

test("the next and previous comments exclude one at the current frame", () => {
  const marks = [commentMark(40), commentMark(10), commentMark(20)];
  expect(adjacentMark(marks, 20, 1)?.frame).toBe(40);
  expect(adjacentMark(marks, 20, -1)?.frame).toBe(10);
  expect(adjacentMark(marks, 40, 1)).toBeUndefined();
});
