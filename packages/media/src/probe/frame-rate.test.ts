import { expect, it } from "vitest";
import { chooseRate } from "./frame-rate.ts";

const rate = (num: number, den = 1) => ({ num, den });

it.each([
  ["the rate of a film", rate(24000, 1001), rate(24000, 1001), rate(24000, 1001), false],
  ["all frames of a screen that mostly stands still", rate(30), rate(12), rate(30), true],
  ["60 where some frames come at 60 and most at 30", rate(30), rate(33), rate(60), true],
  ["59.94 likewise", rate(30000, 1001), rate(32), rate(60000, 1001), true],
  ["a mean that is measured inexactly as the rate", rate(25), rate(253, 10), rate(25), true],
  ["the mean where the clock is no rate", rate(90_000), rate(31), rate(31), true],
  ["a picture a second of slides", rate(1, 3_600), rate(8, 25_200), rate(1), true],
  ["half of 120", rate(120), rate(120), rate(60), false],
])("chooseRate returns %s", (_, base, average, fps, isVariable) => {
  expect(chooseRate(base, average)).toEqual({ fps, isVariable });
});
