import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { shadeOf, thresholdsOf } from "./steps.ts";

test.each([
  [[], []],
  [[7], []],
  [[5, 5, 5], []],
  [[0, 0, 4, 9], [9]],
  [
    [1, 3, 8, 40, 900],
    [3, 8, 40, 900],
  ],
  [
    [0.25, 1_287, 1_299, 13_333, 99_999],
    [1_200, 13_000, 99_000],
  ],
])("the thresholds of %o are %o", (values, expected) => {
  expect(thresholdsOf(values)).toEqual(expected);
});

test("thresholds ascend, the smallest value has the first shade, the largest the last, and zero has none", () => {
  const values = fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(values, (all) => {
      const thresholds = thresholdsOf(all);
      expect(thresholds).toEqual([...new Set(thresholds)].toSorted((a, b) => a - b));
      expect(thresholds.length).toBeLessThanOrEqual(4);
      const some = all.filter((value) => value > 0);
      if (some.length === 0) return;
      expect(shadeOf(Math.min(...some), thresholds)).toBe(0);
      expect(shadeOf(Math.max(...some), thresholds)).toBe(thresholds.length);
    }),
  );
  expect(shadeOf(0, [1])).toBeUndefined();
  expect(shadeOf(null, [1])).toBeUndefined();
});
