import type { Language } from "@shoal/contract";

const LOCALES: Record<Language, string> = { EN: "en-GB", FR: "fr-FR" };
/** Narrow spaces of French numbers are no glyph of every font, and break lines nowhere else than wide ones. */
const plain = (text: string): string => text.replaceAll("\u202f", "\u00a0");
const dated = (language: Language, day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: "UTC" }).format(new Date(day));

/** Formats an amount of euro cents in the notation of the language. */
export const writeMoney = (language: Language, cents: number): string =>
  plain(new Intl.NumberFormat(LOCALES[language], { style: "currency", currency: "EUR" }).format(cents / 100));

/** In groups of four, as banks write it. */
export const writeIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1\u00a0");

export const writeNumber = (language: Language, value: number, maximumFractionDigits: number): string =>
  plain(new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits }).format(value));

/** @param day as 2026-11-05. */
export const writeDay = (language: Language, day: string): string =>
  dated(language, day, { dateStyle: "long" });

/** @param month as 2026-10. */
export const writeMonth = (language: Language, month: string): string =>
  dated(language, `${month}-01`, { year: "numeric", month: "long" });

/** @param country ISO 3166-1 alpha-2. */
export const writeCountry = (language: Language, country: string): string =>
  new Intl.DisplayNames(LOCALES[language], { type: "region" }).of(country) ?? country;
