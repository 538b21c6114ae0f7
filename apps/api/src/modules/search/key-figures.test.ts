import { expect, test } from "vitest";
import { partsOf } from "./key-figures.ts";

test.each([
  ["whole hours that are closed", [7_200, 14_400, 14_400], [[7_200, 14_400]], []],
  [
    "what begins and ends within hours",
    [1_800, 9_000, 99_999],
    [[3_600, 7_200]],
    [
      [1_800, 3_600],
      [7_200, 9_000],
    ],
  ],
  ["what goes on behind the last closed hour", [3_600, 14_400, 7_200], [[3_600, 7_200]], [[7_200, 14_400]]],
  ["what lies within one hour", [3_700, 7_100, 99_999], [], [[3_700, 7_100]]],
  ["what is not closed at all", [3_600, 7_200, 0], [], [[3_600, 7_200]]],
] as const)("%s is read once, from hours where it can be", (_name, times, hours, minutes) => {
  const [fromSec, untilSec, closedUntilSec] = times;
  expect(partsOf({ fromSec, untilSec, closedUntilSec })).toEqual({ hours, minutes });
});
