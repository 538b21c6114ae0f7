import { expect, test } from "vitest";
import { pauseAfterMs, retryAfterMs } from "./retry-times.ts";

test("waits grow from seconds to eight hours, by a tenth more or less", () => {
  expect([1, 2, 3, 9, 20].map((attempts) => retryAfterMs(attempts, 0.5))).toEqual([
    5_000, 30_000, 120_000, 28_800_000, 28_800_000,
  ]);
  expect([0, 1].map((random) => retryAfterMs(1, random))).toEqual([4_500, 5_500]);
});

test("a webhook that comes back has its first event within ten minutes", () => {
  expect([1, 3, 50].map((failures) => pauseAfterMs(failures, 0.5))).toEqual([5_000, 120_000, 600_000]);
});
