import type { VideoStats } from "@shoal/contract";

export type FigureKey = Exclude<keyof VideoStats, `${string}_unit`>;

const cachedFormats = new Map<string, Intl.NumberFormat>();

/** Returns a cached formatter: creating a formatter takes longer than formatting ten numbers, and lists format hundreds. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = cachedFormats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(language, options);
  cachedFormats.set(key, format);
  return format;
}

/** Writes a number in the reader's language. @example numberText(12_480.25, "en", 1) // "12,480.3" */
export const numberText = (value: number, language: string, maximumFractionDigits = 3): string =>
  numberFormat(language, { maximumFractionDigits }).format(value);

/**
 * Returns the plural count for a word next to a figure: 1 for the singular, otherwise 2. The count depends on the formatted figure, because
 * 1.996 is shown as "2,00", and English says "1.0 points".
 * @param text a formatted figure without its unit, from `numberText` or a similar function.
 * @example t("points", { text, count: countOf(text, "fr") }) // "1,5 point", "2,00 points"
 */
export function countOf(text: string, language: string): 1 | 2 {
  const digits = text.replace(language === "fr" ? /[^\d,]/g : /[^\d.]/g, "").replace(",", ".");
  const shown = digits.split(".")[1]?.length ?? 0;
  const rules = new Intl.PluralRules(language, {
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  });
  return rules.select(Number(digits)) === "one" ? 1 : 2;
}

/** The figures of a video without viewers, whose texts §3 defines. */
const QUOTED_FIGURES = new Set(["0s", "0kbps", "0wh", "0g"]);
/** The units that the API's texts contain, as English and French write them. */
const TRANSLATED_UNITS: Record<string, readonly [en: string, fr: string]> = {
  MB: ["MB", "Mo"],
  GB: ["GB", "Go"],
  TB: ["TB", "To"],
  PB: ["PB", "Po"],
  wh: ["Wh", "Wh"],
  kwh: ["kWh", "kWh"],
  Mwh: ["MWh", "MWh"],
};

/**
 * Translates figures formatted by the domain's `formatX` functions to the reader's language, with a no-break space before the unit.
 * @example translateFigure("1.5GB", "en") // "1.5 GB"
 * @example translateFigure("1.5GB", "fr") // "1,5 Go"
 */
export function translateFigure(text: string, language: string): string {
  const isFrench = language === "fr";
  if (!isFrench && QUOTED_FIGURES.has(text)) return text;
  const spaced = text.replace(/(\d) ?([A-Za-z]+|%)/g, (_, digit: string, unit: string) => {
    if (unit === "%" && !isFrench) return `${digit}%`;
    return `${digit}\u00a0${TRANSLATED_UNITS[unit]?.[isFrench ? 1 : 0] ?? unit}`;
  });
  return isFrench ? spaced.replace(/(\d)\.(\d)/g, "$1,$2") : spaced;
}

/** Writes a figure of a video. @example figureText(stats, "nbView", "en") // "12,480" */
export function figureText(stats: VideoStats, key: FigureKey, language: string): string {
  // Formats these numbers here, because the API's texts for them have no thousands separators.
  if (key === "nbView" || key === "concurrentUsers") return numberText(stats[key], language);
  return translateFigure(stats[`${key}_unit`], language);
}

const HOURS_WITHOUT_MINUTES = /^(\d{3,}\u00a0h) \d+\u00a0min$/;

/** Shortens a figure for narrow spaces: durations of 100 hours or more lose their minutes. @example "1676 h 52 min" → "1676 h" */
export const shortFigureText = (...figure: Parameters<typeof figureText>): string =>
  figureText(...figure).replace(HOURS_WITHOUT_MINUTES, "$1");
