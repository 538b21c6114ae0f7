import { englishTexts, type PlayerTexts } from "./en.ts";
import { frenchTexts } from "./fr.ts";

export type { PlayerTexts } from "./en.ts";
export type Language = "en" | "fr";

/** Picks the viewer's language: `?lang=` first, then the browser's preferences. Falls back to English if none is supported. */
export function pickLanguage(asked: string | null, preferred: readonly string[]): Language {
  const wanted = [asked ?? "", ...preferred].map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag): tag is Language => tag === "en" || tag === "fr") ?? "en";
}

export const textsOf = (language: Language): PlayerTexts => (language === "fr" ? frenchTexts : englishTexts);
