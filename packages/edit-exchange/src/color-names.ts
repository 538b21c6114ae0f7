import type { MarkerColour } from "./exchange.types.ts";

/** The names of the colors in edit suites; the first name of each color is used for writing. */
const RESOLVE_NAMES: Record<MarkerColour, readonly string[]> = {
  red: ["Red", "Cocoa"],
  yellow: ["Yellow", "Lemon", "Sand", "Cream"],
  green: ["Green", "Mint"],
  cyan: ["Cyan", "Sky"],
  blue: ["Blue"],
  magenta: ["Fuchsia", "Pink", "Purple", "Rose", "Lavender"],
};
const OTHER_NAMES: Record<string, MarkerColour> = { orange: "yellow", turquoise: "cyan" };

const COLOUR_BY_NAME = new Map<string, MarkerColour>([
  ...Object.entries(OTHER_NAMES),
  ...Object.entries(RESOLVE_NAMES).flatMap(([color, names]) =>
    [color, ...names].map((name) => [name.toLowerCase(), color as MarkerColour] as const),
  ),
]);

export const resolveColour = (color: MarkerColour): string => RESOLVE_NAMES[color][0] ?? "Blue";

/** Returns the color with this name, or undefined if there is none. */
export const findColour = (word: string): MarkerColour | undefined => COLOUR_BY_NAME.get(word.toLowerCase());
