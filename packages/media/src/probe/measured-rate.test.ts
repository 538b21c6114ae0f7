import { expect, it } from "vitest";
import { measuredRate } from "./measured-rate.ts";

/** Returns frame times as Matroska writes them, in whole milliseconds. */
const framesAt = (fromSec: number, count: number, fps: number) =>
  Array.from({ length: count }, (_, n) => Math.round((fromSec + n / fps) * 1_000) / 1_000);
/** Returns frame times that are up to 8 ms off, the same in every run. */
const jitteringFrames = (count: number, fps: number) =>
  Array.from({ length: count }, (_, n) => n / fps + 0.008 * Math.sin(n * 12.9898));

it.each<[string, number[][], { num: number; den: number } | undefined]>([
  ["a film", [framesAt(0, 240, 24_000 / 1_001)], { num: 24_000, den: 1_001 }],
  ["a second of 60 in eleven of 30", [framesAt(0, 330, 30), framesAt(11, 60, 60)], { num: 60, den: 1 }],
  [
    "30 and 60 in one stretch, in the order of decoding",
    [[...framesAt(0, 90, 30), ...framesAt(3, 90, 60)].reverse()],
    { num: 60, den: 1 },
  ],
  ["two pictures close together by chance", [[...framesAt(0, 250, 25), 3.009]], { num: 25, den: 1 }],
  ["a screen that mostly stands still", [[0, 5, 5.1, 9]], undefined],
  ["a burst that is next to nothing", [[...framesAt(0, 12, 60), 100, 200]], undefined],
  ["a camera that jitters", [jitteringFrames(300, 30)], undefined],
  ["slow motion", [framesAt(0, 480, 240)], { num: 60, den: 1 }],
  ["nothing", [[], [1]], undefined],
])("measuredRate for %s", (_, windows, expected) => {
  expect(measuredRate(windows)).toEqual(expected);
});
