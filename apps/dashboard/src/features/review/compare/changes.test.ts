import type { AlignmentView } from "@shoal/contract";
import { expect, test } from "vitest";
import { adjacentChange, changeAt, listChanges, nearestChange, playbackRangesOf } from "./changes.ts";

type AlignedRange = AlignmentView["ranges"][number];
const alignedRange = (
  kind: AlignedRange["kind"],
  frame: number,
  endFrame: number,
  isSure = true,
): AlignedRange => ({
  kind,
  frame,
  endFrame,
  previousFrame: kind === "new" ? null : frame,
  previousEndFrame: kind === "new" ? null : endFrame,
  isSure,
});

test("adjacent ranges of one kind are merged, certain only if all are, and a removal is listed at its position", () => {
  const changes = listChanges({
    ranges: [
      alignedRange("same", 0, 9),
      alignedRange("same", 10, 19, false),
      alignedRange("new", 20, 29),
      alignedRange("same", 30, 99),
    ],
    gone: [{ previousFrame: 5, previousEndFrame: 8, frame: 30 }],
  });
  expect(changes.map(({ kind, frame, endFrame, isSure }) => [kind, frame, endFrame, isSure])).toEqual([
    ["same", 0, 19, false],
    ["new", 20, 29, true],
    ["gone", 30, 30, true],
    ["same", 30, 99, true],
  ]);
});

test("changes are played with additional frames around them, without overlaps and within the version", () => {
  const changes = listChanges({
    ranges: [
      alignedRange("new", 0, 9),
      alignedRange("same", 10, 19),
      alignedRange("regraded", 20, 29),
      alignedRange("shortened", 30, 89),
      alignedRange("moved", 90, 99),
    ],
    gone: [{ previousFrame: 200, previousEndFrame: 220, frame: 60 }],
  });
  expect(playbackRangesOf(changes, 5, 100)).toEqual([
    { frame: 0, endFrame: 34 },
    { frame: 55, endFrame: 65 },
    { frame: 85, endFrame: 99 },
  ]);
  expect(playbackRangesOf(changes, 12, 100)).toHaveLength(3);
  expect(playbackRangesOf(listChanges({ ranges: [alignedRange("same", 0, 99)], gone: [] }), 5, 100)).toEqual(
    [],
  );
});

test("changeAt finds the change at a frame, and changeBeside skips unchanged sections", () => {
  const changes = listChanges({
    ranges: [alignedRange("same", 0, 19), alignedRange("new", 20, 29), alignedRange("same", 30, 99)],
    gone: [{ previousFrame: 5, previousEndFrame: 8, frame: 30 }],
  });
  expect([0, 19, 20, 29, 30, 99, 100].map((frame) => changeAt(changes, frame))).toEqual([
    0, 0, 1, 1, 3, 3, -1,
  ]);
  expect(changeAt(changes, 30, 2)).toBe(2);
  expect(changeAt(changes, 31, 2)).toBe(3);
  expect([0, 1, 2, 3].map((place) => adjacentChange(changes, place, 1))).toEqual([
    1,
    2,
    undefined,
    undefined,
  ]);
  expect([0, 1, 2, 3].map((place) => adjacentChange(changes, place, -1))).toEqual([
    undefined,
    undefined,
    1,
    2,
  ]);
});

test("a pointer selects the nearest narrow mark within reach, or else the section under it", () => {
  const changes = listChanges({
    ranges: [alignedRange("same", 0, 499), alignedRange("new", 500, 501), alignedRange("same", 502, 999)],
    gone: [{ previousFrame: 5, previousEndFrame: 8, frame: 520 }],
  });
  const kindsAt = (reach: number, ...frames: number[]) =>
    frames.map((frame) => changes[nearestChange(changes, frame, reach)]?.kind);
  expect(kindsAt(12, 100, 489, 505, 515, 530, 600)).toEqual(["same", "new", "new", "gone", "gone", "same"]);
  expect(kindsAt(0, 500, 520, 1200)).toEqual(["new", "gone", undefined]);
});
