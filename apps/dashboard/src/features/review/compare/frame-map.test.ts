import type { AlignmentView } from "@shoal/contract";
import { expect, test } from "vitest";
import { alignedMap, offsetMap } from "./frame-map.ts";

type AlignedRange = AlignmentView["ranges"][number];
const alignedRange = (
  frame: number,
  endFrame: number,
  previousFrame: number | null,
  previousEndFrame = previousFrame,
): AlignedRange => ({
  frame,
  endFrame,
  kind: previousFrame === null ? "new" : "same",
  previousFrame,
  previousEndFrame,
  isSure: true,
});

test("ranges of equal length map frame by frame, and new or removed ones have no counterpart", () => {
  const map = alignedMap({
    ranges: [alignedRange(0, 39, 0, 39), alignedRange(40, 49, null), alignedRange(50, 79, 60, 89)],
  });
  expect([0, 39, 40, 49, 50, 79, 80].map((frame) => map.previousOf(frame))).toEqual([
    0,
    39,
    null,
    null,
    60,
    89,
    null,
  ]);
  expect([0, 39, 40, 59, 60, 89].map((frame) => map.recentOf(frame))).toEqual([0, 39, null, null, 50, 79]);
});

test("ranges with different rates map proportionally, from first to last frame", () => {
  const map = alignedMap({ ranges: [alignedRange(0, 249, 0, 239)] });
  expect([0, 125, 249].map((frame) => map.previousOf(frame))).toEqual([0, 120, 239]);
  expect(map.recentOf(239)).toBe(249);
});

test("an offset applies in both directions, within both versions", () => {
  const map = offsetMap(-10, 100, 90);
  expect([map.previousOf(9), map.previousOf(10), map.previousOf(99)]).toEqual([null, 0, 89]);
  expect([map.recentOf(0), map.recentOf(89), map.recentOf(90)]).toEqual([10, 99, null]);
});
