import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { barsOf, loudnessOf } from "./waveform.ts";

test("barsOf returns the requested number of bars, each with the maximum of its values", () => {
  expect(barsOf([1, 9, 4, 2], 2)).toEqual([9, 4]);
  expect(barsOf([5, 7], 4)).toEqual([5, 5, 7, 7]);
  expect(barsOf([], 3)).toEqual([0, 0, 0]);
  fc.assert(
    fc.property(
      fc.array(fc.nat(100), { minLength: 1 }),
      fc.integer({ min: 1, max: 100 }),
      (values, count) => {
        const bars = barsOf(values, count);
        expect(bars).toHaveLength(count);
        for (const bar of bars) expect(values).toContain(bar);
        if (count <= values.length) expect(Math.max(...bars)).toBe(Math.max(...values));
      },
    ),
  );
});

test("the loudness of silence is 0, and never exceeds 100", () => {
  expect(loudnessOf(new Float32Array(8))).toBe(0);
  expect(loudnessOf(Float32Array.of(0.1, -0.25))).toBe(50);
  expect(loudnessOf(Float32Array.of(3))).toBe(100);
});
