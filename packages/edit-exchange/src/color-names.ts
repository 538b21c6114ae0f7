import type { MarkerColor } from "./exchange.types.ts";

/** The names of the colors in edit suites; the first name of each color is used for writing. */
const RESOLVE_NAMES: Record<MarkerColor, readonly string[]> = {
  red: ["Red", "Cocoa"],
  yellow: ["Yellow", "Lemon", "Sand", "Cream"],
  green: ["Green", "Mint"],
  cyan: ["Cyan", "Sky"],
  blue: ["Blue"],
  magenta: ["Fuchsia", "Pink", "Purple", "Rose", "Lavender"],
};
const OTHER_NAMES: Record<string, MarkerColor> = { orange: "yellow", turquoise: "cyan" };

const COLOR_BY_NAME = new Map<string, MarkerColor>([
  ...Object.entries(OTHER_NAMES),
  ...Object.entries(RESOLVE_NAMES).flatMap(([color, names]) =>
    [color, ...names].map((name) => [name.toLowerCase(), color as MarkerColor] as const),
  ),
]);

export const resolveColor = (color: MarkerColor): string => RESOLVE_NAMES[color][0] ?? "Blue";

/** Returns the color with this name, or undefined if there is none. */
export const findColor = (word: string): MarkerColor | undefined => COLOR_BY_NAME.get(word.toLowerCase());
