import { expect, test } from "vitest";
import { areaPointsOf } from "./traffic-points.ts";

test("an area starts and ends at the baseline, and its upper edge goes through the values", () => {
  expect(areaPointsOf([1, 2], 2)).toBe("0,160 0,80 600,0 600,160");
  expect(areaPointsOf([0, 4, 2], 4)).toBe("0,160 0,160 300,0 600,80 600,160");
  expect(areaPointsOf([3], 3)).toBe("0,160 0,0 0,160");
  expect(areaPointsOf([], 1)).toBe("");
});
