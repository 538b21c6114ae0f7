import { expect, test } from "vitest";
import { parseDegrees } from "./parse-degrees.ts";

test.each([
  ["48.66", 90, 48.66],
  ["-48,66", 90, -48.66],
  [" 0 ", 90, 0],
  ["90", 90, 90],
  ["90.1", 90, undefined],
  ["-180.01", 180, undefined],
  ["48°", 90, undefined],
  ["1e1", 90, undefined],
  ["4.8.6", 90, undefined],
  ["", 90, undefined],
])("%j with the limit %i is read as %o", (text, max, expected) => {
  expect(parseDegrees(text, max)).toBe(expected);
});
