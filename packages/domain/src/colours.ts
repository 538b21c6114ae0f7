import type { PlayerTheme, PlayTheme } from "@shoal/contract";

/** The minimum contrast of controls by WCAG 2.2 (1.4.11). */
export const CONTROL_CONTRAST = 3;
/** The minimum contrast of text by WCAG 2.2 (1.4.3). */
export const TEXT_CONTRAST = 4.5;
/** The lightest panel that the player draws behind text. */
export const PLAYER_PANEL = "#17252d";

const LIGHT_INK = "#ffffff";
const DARK_INK = "#04211f";

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2).
 * @example contrastOf("#000000", "#ffffff") // 21
 */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns light or dark ink, whichever is more readable on a colour. */
export const inkOn = (colour: string): string =>
  contrastOf(colour, DARK_INK) >= contrastOf(colour, LIGHT_INK) ? DARK_INK : LIGHT_INK;

/** Returns the nearest shade with enough contrast to a background: lighter on a dark one, darker on a light one. */
export function mendContrast(colour: string, ground: string, contrast: number): string {
  const end: Rgb = luminanceOf(ground) < 0.18 ? [255, 255, 255] : [0, 0, 0];
  for (let share = 0; share < 1; share += 0.02) {
    const shade = formatColour(mixColours(parseColour(colour), end, share));
    if (contrastOf(shade, ground) >= contrast) return shade;
  }
  return formatColour(end);
}

/** Returns the colours of a theme as drawn by players. */
export const playThemeOf = (theme: PlayerTheme): PlayTheme => ({
  ...theme,
  accentInk: inkOn(theme.accent),
  accentText: mendContrast(theme.accent, PLAYER_PANEL, TEXT_CONTRAST),
});

function luminanceOf(colour: string): number {
  const [red, green, blue] = parseColour(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const parseColour = (colour: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;

const formatColour = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

const mixColours = (from: Rgb, to: Rgb, share: number) =>
  from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as unknown as Rgb;
