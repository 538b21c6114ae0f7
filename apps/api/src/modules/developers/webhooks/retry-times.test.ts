import { expect, test } from "vitest";
import { pauseAfterMs, retryAfterMs } from "./retry-times.ts";

test("retry delays grow from five seconds to eight hours, each varied by a tenth", () => {
  expect([1, 2, 3, 9, 20].map((attempts) => retryAfterMs(attempts, 0.5))).toEqual([
    5_000, 30_000, 120_000, 28_800_000, 28_800_000,
  ]);
  expect([0, 1].map((random) => retryAfterMs(1, random))).toEqual([4_500, 5_500]);
});

test("a webhook that has recovered gets its first event within ten minutes", () => {
  expect([1, 3, 50].map((failures) => pauseAfterMs(failures, 0.5))).toEqual([5_000, 120_000, 600_000]);
});
