import { expect, test } from "vitest";
import { FrameCadence } from "./frame-cadence.ts";

const times = (count: number, ...distancesMs: number[]): number[] =>
  Array.from({ length: count }, () => distancesMs).flat();
/** The intervals of 30 frames per second, in whole milliseconds. */
const AT_30 = times(20, 33, 33, 34);

test.each([
  ["a steady rate", AT_30, 0],
  ["a steady rate of 60 in whole milliseconds", times(40, 16, 17, 17), 0],
  ["one picture that is missing", [...AT_30, 67, 33], 1],
  ["four that are missing at once", [...AT_30, 166, 33], 4],
  ["two gaps one after the other", [...AT_30, 67, 100, 33], 3],
  ["a second without pictures each four seconds", times(4, ...times(30, 33, 33, 33), 1_000, 33), 120 - 4],
  ["a gap whose end is not known yet", [...AT_30, 67], 0],
  ["a rate that has halved", [...AT_30, ...times(60, 67)], 0],
  ["a rate that has doubled", [...times(60, 67), ...AT_30, ...AT_30], 0],
  ["a clock that trembles", times(20, 29, 38, 33, 31, 36), 0],
  ["a rate that varies", times(20, 33, 67, 33, 133, 40), 0],
  ["films of 24 a second in a grid of 60", times(40, 33, 50), 0],
  ["25 a second in a grid of 30", times(20, 33, 33, 34, 33, 67), 0],
  ["too few pictures to know", [...times(20, 33), 67, 33], 0],
  ["pictures all at once", times(80, 0), 0],
])("counts the missing frames of %s", (_what, distancesMs, lost) => {
  const cadence = new FrameCadence();
  expect(distancesMs.reduce((sum, distanceMs) => sum + cadence.add(distanceMs), 0)).toBe(lost);
});

test("intervals before a jump of the clock are ignored after it", () => {
  const cadence = new FrameCadence();
  for (const distanceMs of AT_30) cadence.add(distanceMs);
  cadence.restart();
  expect([67, 67, 33].map((distanceMs) => cadence.add(distanceMs))).toEqual([0, 0, 0]);
});
