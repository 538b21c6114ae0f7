import { expect, test } from "vitest";
import { Rate } from "./rate.ts";

test("allows a burst up to the limit, and more as time passes", () => {
  const rate = new Rate(2, 0);
  expect([rate.tryConsume(1, 0), rate.tryConsume(1, 0), rate.tryConsume(1, 0)]).toEqual([true, true, false]);
  expect([rate.tryConsume(1, 500), rate.tryConsume(1, 500)]).toEqual([true, false]);
  expect([rate.tryConsume(3, 10_000), rate.tryConsume(2, 10_000)]).toEqual([false, true]);
});

test("gives no tokens when the clock moves back", () => {
  const rate = new Rate(1, 1_000);
  expect([rate.tryConsume(1, 1_000), rate.tryConsume(1, 0), rate.tryConsume(1, 500)]).toEqual([
    true,
    false,
    false,
  ]);
});
