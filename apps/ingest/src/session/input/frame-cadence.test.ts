import { expect, test } from "vitest";
import { FrameCadence } from "./frame-cadence.ts";

const timesOf = (count: number, ...distancesMs: number[]): number[] =>
  Array.from({ length: count }, () => distancesMs).flat();
/** The intervals between frames at 30 frames per second, rounded to whole milliseconds. */
const INTERVALS_AT_30_FPS = timesOf(20, 33, 33, 34);

test.each([
  ["a steady rate", INTERVALS_AT_30_FPS, 0],
  ["a steady rate of 60 in whole milliseconds", timesOf(40, 16, 17, 17), 0],
  ["one picture that is missing", [...INTERVALS_AT_30_FPS, 67, 33], 1],
  ["four that are missing at once", [...INTERVALS_AT_30_FPS, 166, 33], 4],
  ["two gaps one after the other", [...INTERVALS_AT_30_FPS, 67, 100, 33], 3],
  ["a second without pictures each four seconds", timesOf(4, ...timesOf(30, 33, 33, 33), 1_000, 33), 120 - 4],
  ["a gap whose end is not known yet", [...INTERVALS_AT_30_FPS, 67], 0],
  ["a rate that has halved", [...INTERVALS_AT_30_FPS, ...timesOf(60, 67)], 0],
  ["a rate that has doubled", [...timesOf(60, 67), ...INTERVALS_AT_30_FPS, ...INTERVALS_AT_30_FPS], 0],
  ["a clock that trembles", timesOf(20, 29, 38, 33, 31, 36), 0],
  ["a rate that varies", timesOf(20, 33, 67, 33, 133, 40), 0],
  ["films of 24 a second in a grid of 60", timesOf(40, 33, 50), 0],
  ["25 a second in a grid of 30", timesOf(20, 33, 33, 34, 33, 67), 0],
  ["too few pictures to know", [...timesOf(20, 33), 67, 33], 0],
  ["pictures all at once", timesOf(80, 0), 0],
])("counts the missing frames of %s", (_what, distancesMs, lost) => {
  const cadence = new FrameCadence();
  expect(distancesMs.reduce((sum, distanceMs) => sum + cadence.add(distanceMs), 0)).toBe(lost);
});

test("intervals before a jump of the clock are ignored after it", () => {
  const cadence = new FrameCadence();
  for (const distanceMs of INTERVALS_AT_30_FPS) cadence.add(distanceMs);
  cadence.restart();
  expect([67, 67, 33].map((distanceMs) => cadence.add(distanceMs))).toEqual([0, 0, 0]);
});
