import { expect, it } from "vitest";
import type { RangeKind } from "./alignment.types.ts";
import { alignmentOf } from "./alignment-of.ts";
import { packAlignment, unpackAlignment } from "./pack.ts";

/** Builds an alignment from the old frames of each part, whose frames are all of one kind. */
const buildAlignment = (...parts: [kind: RangeKind, isSure: number, oldFrames: number[]][]) =>
  alignmentOf({
    oldFrames: 100,
    oldOfNew: Int32Array.from(parts.flatMap(([, , frames]) => frames)),
    sureOfNew: Uint8Array.from(parts.flatMap(([, isSure, frames]) => frames.map(() => isSure))),
    kindOfNew: parts.flatMap(([kind, , frames]) => frames.map(() => kind)),
  });
const consecutiveFrames = (from: number, frames: number) =>
  Array.from({ length: frames }, (_, n) => from + n);

it.each([
  [
    "a cut and new material",
    buildAlignment(
      ["same", 1, consecutiveFrames(0, 20)],
      ["new", 0, consecutiveFrames(0, 5).fill(-1)],
      ["moved", 1, consecutiveFrames(60, 9)],
    ),
  ],
  [
    "a freeze",
    buildAlignment(
      ["same", 1, consecutiveFrames(3, 4)],
      ["same", 0, consecutiveFrames(0, 30).fill(6)],
      ["same", 1, consecutiveFrames(7, 4)],
    ),
  ],
  ["another rate", buildAlignment(["same", 1, [0, 1, 2, 3, 3, 4, 5, 6, 6, 7]])],
  ["frames that are left out", buildAlignment(["regraded", 1, [0, 1, 3, 4, 6, 7, 9]])],
  ["a version of one frame", buildAlignment(["same", 0, [0]])],
  ["nothing", buildAlignment()],
])("%s survives packing and unpacking", (_, alignment) => {
  expect(unpackAlignment(packAlignment(alignment))).toEqual(alignment);
});

it("a freeze and a long take are packed as one piece each", () => {
  const alignment = buildAlignment(
    ["same", 1, consecutiveFrames(0, 50)],
    ["same", 1, consecutiveFrames(0, 40).fill(49)],
  );
  expect(packAlignment(alignment).pieces).toHaveLength(2);
});

it("frames that the old version does not have are refused", () => {
  expect(() => unpackAlignment({ oldFrames: 5, pieces: [[6, 0, 1, 0, 1]] })).toThrow(RangeError);
  expect(() => unpackAlignment({ oldFrames: 5, pieces: [[1, 0, 1, 9, 1]] })).toThrow(RangeError);
});
