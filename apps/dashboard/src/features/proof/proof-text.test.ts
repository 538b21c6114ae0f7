import { expect, test } from "vitest";
import { differenceText, metricText } from "./proof-text.ts";

test.each([
  [12.34, "offload", "en", "12.3 points"],
  [1, "offload", "en", "1 point"],
  [-0.5, "offload", "fr", "-0,5 point"],
  [12.34, "rebuffering", "fr", "12,3 s/h"],
  [-0.04, "rebuffering", "en", "0 s/h"],
  [null, "offload", "en", "–"],
] as const)("a difference of %s in %s is written in %s as %s", (value, metric, language, text) => {
  expect(differenceText(value, metric, language).replaceAll("\u00a0", " ")).toBe(text);
});

test("percentages are written according to the language", () => {
  expect(["en", "fr"].map((language) => metricText(68.5, "offload", language))).toEqual([
    "68.5%",
    "68,5\u00a0%",
  ]);
});
