import { expect, test } from "vitest";
import { differenceText } from "./proof-text.ts";

test.each([
  [12.34, "offload", "en", "12.3 points"],
  [1, "offload", "en", "1 point"],
  [-0.5, "offload", "fr", "-0,5 point"],
  [12.34, "rebuffering", "fr", "12,3 s/h"],
  [null, "offload", "en", "–"],
] as const)("a difference of %s in %s is told in %s as %s", (value, metric, language, text) => {
  expect(differenceText(value, metric, language).replaceAll("\u00a0", " ")).toBe(text);
});
