import { type ClientView, COLOUR_PATTERN, type PlayerTheme } from "@shoal/contract";
import { CONTROL_CONTRAST, contrastOf, mendContrast, PLAYER_PANEL } from "@shoal/domain";
import i18next from "i18next";
import { numberFormat } from "../../lib/figures.ts";

/** The player's theme while it is being edited. */
export interface ThemeValues extends Record<string, unknown> {
  accent: string;
  background: string;
  hasTitle: boolean;
}

/** Converts a client's theme to the values of the form. */
export const themeValuesOf = ({ playerTheme }: ClientView): ThemeValues => ({ ...playerTheme });

/** Converts the values to the body of the call; they must be valid. */
export const themeOf = ({ accent, background, hasTitle }: ThemeValues): PlayerTheme => ({
  accent,
  background,
  hasTitle,
});

const THEME_COLOURS = ["accent", "background"] as const;
/** Whether a string is a valid colour. @example isColour("#2ad4c5") // true */
export const isColour = (text: string) => new RegExp(COLOUR_PATTERN).test(text);

/** Returns a message for each invalid colour. */
export const findThemeFaults = (values: ThemeValues): Partial<Record<keyof ThemeValues, string | false>> =>
  Object.fromEntries(
    THEME_COLOURS.map((name) => [name, !isColour(values[name]) && i18next.t("theme.fault")]),
  );

/** Returns the theme with the last valid colours, so that a colour still being typed does not change the preview. */
export const wholeThemeOf = (values: ThemeValues, before: PlayerTheme): PlayerTheme => {
  const pick = (name: (typeof THEME_COLOURS)[number]) =>
    isColour(values[name]) ? values[name] : before[name];
  return { accent: pick("accent"), background: pick("background"), hasTitle: values.hasTitle };
};

interface WeakContrast {
  ground: "controls" | "background";
  contrast: number;
  /** The nearest shade of the accent colour that has enough contrast to the surface. */
  corrected: string;
}

/** Finds the surfaces on which the accent colour has too little contrast. */
export function findWeakContrasts({ accent, background }: PlayerTheme): WeakContrast[] {
  const grounds = [
    ["controls", PLAYER_PANEL],
    ["background", background],
  ] as const;
  return grounds
    .map(([ground, colour]) => ({
      ground,
      contrast: contrastOf(accent, colour),
      corrected: mendContrast(accent, colour, CONTROL_CONTRAST),
    }))
    .filter(({ contrast }) => contrast < CONTROL_CONTRAST);
}

/** Formats a contrast with one decimal, always rounded down. @example formatContrast(2.99) // "2.9" */
export const formatContrast = (contrast: number): string =>
  numberFormat(i18next.language, { minimumFractionDigits: 1 }).format(Math.floor(contrast * 10) / 10);
