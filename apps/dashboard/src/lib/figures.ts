import type { VideoStats } from "@shoal/contract";

export type FigureKey = Exclude<keyof VideoStats, `${string}_unit`>;

const FRENCH_BYTES: Record<string, string> = { MB: "Mo", GB: "Go", TB: "To", PB: "Po" };

/**
 * A figure with its unit as the reader's language writes it.
 * @example inLanguage("1.5GB", "fr") // "1,5Go"
 */
export function inLanguage(text: string, language: string): string {
  if (language !== "fr") return text;
  return text.replace(/(\d)\.(\d)/g, "$1,$2").replace(/[MGTP]B\b/g, (unit) => FRENCH_BYTES[unit] ?? unit);
}

/** @example figureText(stats, "nbView", "en") // "12,480" */
export function figureText(stats: VideoStats, key: FigureKey, language: string): string {
  // Their twins of the wire have no separators.
  if (key === "nbView" || key === "concurrentUsers")
    return new Intl.NumberFormat(language).format(stats[key]);
  return inLanguage(stats[`${key}_unit`], language);
}

const HOURS_WITHOUT_MINUTES = /^(\d{3,}h) \d+min$/;

/** A figure where there is little room: from 100 hours on without minutes. @example "1676h 52min" → "1676h" */
export const shortFigureText = (...figure: Parameters<typeof figureText>): string =>
  figureText(...figure).replace(HOURS_WITHOUT_MINUTES, "$1");
