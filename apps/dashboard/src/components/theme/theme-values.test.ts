import { DEFAULT_THEME } from "@shoal/contract";
import { contrastOf } from "@shoal/domain";
import { expect, test } from "vitest";
import { findWeakContrasts, formatContrast, wholeThemeOf } from "./theme-values.ts";

test("a colour with too little contrast to its surface is reported with a shade that has enough", () => {
  expect(findWeakContrasts(DEFAULT_THEME)).toEqual([]);
  const weak = findWeakContrasts({ ...DEFAULT_THEME, accent: "#1a1aa6", background: "#f4f4f4" });
  expect(weak.map(({ ground }) => ground)).toEqual(["controls"]);
  const pale = findWeakContrasts({ ...DEFAULT_THEME, accent: "#ffe600", background: "#ffffff" });
  expect(pale.map(({ ground }) => ground)).toEqual(["background"]);
  expect(contrastOf(pale[0]?.corrected ?? "", "#ffffff")).toBeGreaterThanOrEqual(3);
});

test("an incomplete colour keeps the last valid one", () => {
  expect(wholeThemeOf({ accent: "#ffe", background: "#101820", hasTitle: false }, DEFAULT_THEME)).toEqual({
    accent: DEFAULT_THEME.accent,
    background: "#101820",
    hasTitle: false,
  });
});

test("an insufficient contrast is not rounded up to a sufficient one", () => {
  expect(formatContrast(2.99)).toMatch(/^2[.,]9$/);
});
