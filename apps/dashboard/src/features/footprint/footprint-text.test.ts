import { expect, test } from "vitest";
import { estimateText, methodOf, rangeTexts } from "./footprint-text.ts";

const withPlainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

test.each([
  [0, "wh", "en", "0 Wh"],
  [-2.5, "wh", "en", "-2.5 Wh"],
  [5_264, "wh", "fr", "5,26 kWh"],
  [1_234_567, "grams", "en", "1.23 t CO₂e"],
  [0.0421, "litres", "fr", "0,0421 L"],
] as const)("%d %s is written in %s as %s", (value, quantity, language, text) => {
  expect(withPlainSpaces(estimateText(value, quantity, language))).toBe(text);
});

test("both ends of a range use the unit of the larger one", () => {
  const { low, high } = rangeTexts({ low: -40, central: 500, high: 2_000 }, "wh", "en");
  expect([withPlainSpaces(low), withPlainSpaces(high)]).toEqual(["-0.04 kWh", "2 kWh"]);
});

test("an unknown method in the URL is ignored", () => {
  expect([methodOf("swd-4"), methodOf("toString"), methodOf(null)]).toEqual(["swd-4", undefined, undefined]);
});
