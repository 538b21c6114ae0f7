import { expect, it } from "vitest";
import { type CutSegment, commonTimes, planParts } from "./plan-parts.ts";

/** Segments of 4 s with a key frame every 2 s. */
const SEGMENTS: CutSegment[] = [0, 1, 2].map((number) => ({
  number,
  startSec: number * 4,
  endSec: number * 4 + 4,
  keySec: [number * 4, number * 4 + 2],
}));
const overlappingSegments = (inSec: number, outSec: number) =>
  SEGMENTS.filter(({ startSec, endSec }) => startSec < outSec && endSec > inSec);
const describeParts = (inSec: number, outSec: number) =>
  planParts(overlappingSegments(inSec, outSec), inSec, outSec).map(
    ({ kind, startSec, endSec }) => `${kind} ${startSec}-${endSec}`,
  );

it("a cut refers to segments that lie wholly in its range", () => {
  expect(describeParts(0, 12)).toEqual(["whole 0-4", "whole 4-8", "whole 8-12"]);
  expect(describeParts(4, 8)).toEqual(["whole 4-8"]);
});

it("only the group of pictures at each edge of a cut is encoded", () => {
  expect(describeParts(1, 9)).toEqual(["encode 1-2", "copy 2-4", "whole 4-8", "encode 8-9"]);
  expect(describeParts(2, 11)).toEqual(["copy 2-4", "whole 4-8", "copy 8-10", "encode 10-11"]);
});

it("a range inside one group of pictures is one encoded part", () => {
  expect(describeParts(4.5, 5)).toEqual(["encode 4.5-5"]);
});

it("edges within rounding of a segment's edges count as equal", () => {
  expect(describeParts(3.9995, 8.0004)).toEqual(["whole 4-8"]);
});

it("common key times are those that every rung has, within rounding", () => {
  expect(
    commonTimes([
      [0, 2, 4],
      [0, 1.9999, 3, 4],
      [0, 2.0004, 4],
    ]),
  ).toEqual([0, 2, 4]);
  expect(commonTimes([[0, 2], [0]])).toEqual([0]);
});
