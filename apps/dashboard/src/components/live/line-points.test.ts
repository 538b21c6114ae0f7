import { expect, test } from "vitest";
import { linePointsOf } from "./line-points.ts";

test.each([
  ["nothing", [], ""],
  ["one value", [500], "238.0,2.0"],
  ["silence", [0], "238.0,38.0"],
  ["half and all of it, the newest last", [500, 1_000], "234.0,20.0 238.0,2.0"],
])("linePointsOf draws %s", (_what, values, points) => {
  expect(linePointsOf(values)).toBe(points);
});

test("a line of two minutes spans the full width", () => {
  const points = linePointsOf(Array.from({ length: 60 }, () => 4_000)).split(" ");
  expect([points.at(0), points.at(-1)]).toEqual(["2.0,2.0", "238.0,2.0"]);
});
