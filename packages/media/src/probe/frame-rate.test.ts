import { expect, it } from "vitest";
import { chooseRate } from "./frame-rate.ts";

const createRate = (num: number, den = 1) => ({ num, den });

it.each([
  ["the rate of a film", createRate(24000, 1001), createRate(24000, 1001), createRate(24000, 1001), false],
  ["all frames of a screen that mostly stands still", createRate(30), createRate(12), createRate(30), true],
  ["60 where some frames come at 60 and most at 30", createRate(30), createRate(33), createRate(60), true],
  ["59.94 likewise", createRate(30000, 1001), createRate(32), createRate(60000, 1001), true],
  [
    "a mean that is measured inexactly as the rate",
    createRate(25),
    createRate(253, 10),
    createRate(25),
    true,
  ],
  ["the mean where the clock is no rate", createRate(90_000), createRate(31), createRate(31), true],
  ["a picture a second of slides", createRate(1, 3_600), createRate(8, 25_200), createRate(1), true],
  ["half of 120", createRate(120), createRate(120), createRate(60), false],
])("chooseRate returns %s", (_, base, average, fps, isVariable) => {
  expect(chooseRate(base, average)).toEqual({ fps, isVariable });
});
