import { expect, test } from "vitest";
import { retryDelayMsAfter } from "./back-off.ts";

test("an unreachable source is retried less and less often", () => {
  const pausesMs = Array.from({ length: 40 }, (_, tries) => retryDelayMsAfter(tries));
  expect(pausesMs[0]).toBe(1_000);
  expect(pausesMs).toEqual(pausesMs.toSorted((a, b) => a - b));
  expect(pausesMs.at(-1)).toBe(120_000);
});
