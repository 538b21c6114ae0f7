import { expect, test } from "vitest";
import { TokenBucket } from "./rate.ts";

test("a rate allows a burst up to its limit, and more as time passes", () => {
  const rate = new TokenBucket(2, 0);
  expect([rate.tryConsume(1, 0), rate.tryConsume(1, 0), rate.tryConsume(1, 0)]).toEqual([true, true, false]);
  expect([rate.tryConsume(1, 500), rate.tryConsume(1, 500)]).toEqual([true, false]);
  expect([rate.tryConsume(3, 10_000), rate.tryConsume(2, 10_000)]).toEqual([false, true]);
});

test("a rate allows nothing more when the clock moves back", () => {
  const rate = new TokenBucket(1, 1_000);
  expect([rate.tryConsume(1, 1_000), rate.tryConsume(1, 0), rate.tryConsume(1, 500)]).toEqual([
    true,
    false,
    false,
  ]);
});
