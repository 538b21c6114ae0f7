import { DEFAULT_THEME } from "@shoal/contract";
import { expect, test } from "vitest";
import {
  CONTROL_CONTRAST,
  contrastOf,
  inkOn,
  mendContrast,
  PLAYER_PANEL,
  playThemeOf,
  TEXT_CONTRAST,
} from "./colours.ts";

test.each([
  ["#000000", "#ffffff", 21],
  ["#777777", "#ffffff", 4.48],
  ["#2ad4c5", "#2ad4c5", 1],
] as const)("the contrast of %s on %s matches WCAG", (one, other, expected) => {
  expect(contrastOf(one, other)).toBeCloseTo(expected, 2);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

test("inkOn chooses the more readable ink for a colour", () => {
  expect([inkOn("#ffe600"), inkOn("#2ad4c5")]).toEqual(["#04211f", "#04211f"]);
  expect([inkOn("#1a1aa6"), inkOn("#000000")]).toEqual(["#ffffff", "#ffffff"]);
  for (let part = 0; part < 256; part += 5) {
    const colour = `#${part.toString(16).padStart(2, "0").repeat(3)}`;
    expect(contrastOf(colour, inkOn(colour))).toBeGreaterThanOrEqual(4);
  }
});

test("a shade with too little contrast is corrected, others are kept", () => {
  expect(mendContrast("#2ad4c5", "#000000", CONTROL_CONTRAST)).toBe("#2ad4c5");
  const mended = mendContrast("#1a1aa6", "#000000", CONTROL_CONTRAST);
  expect(contrastOf(mended, "#000000")).toBeGreaterThanOrEqual(CONTROL_CONTRAST);
  expect(contrastOf(mended, "#000000")).toBeLessThan(3.4);
  expect(contrastOf(mendContrast("#ffff00", "#ffffff", CONTROL_CONTRAST), "#ffffff")).toBeGreaterThanOrEqual(
    3,
  );
  expect(mendContrast("#808080", "#808080", 21)).toBe("#000000");
});

test("playThemeOf adds readable ink and text colours for the accent", () => {
  expect(playThemeOf(DEFAULT_THEME)).toEqual({
    ...DEFAULT_THEME,
    accentInk: "#04211f",
    accentText: "#2ad4c5",
  });
  const { accentText } = playThemeOf({ ...DEFAULT_THEME, accent: "#000000" });
  expect(contrastOf(accentText, PLAYER_PANEL)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
});
