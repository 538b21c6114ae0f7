import type { Language } from "@shoal/contract";

const LOCALES: Record<Language, string> = { EN: "en-GB", FR: "fr-FR" };
/** Replaces narrow no-break spaces of French numbers with wide ones, because not every font contains them. */
const widenSpaces = (text: string): string => text.replaceAll("\u202f", "\u00a0");
const formatDate = (language: Language, day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: "UTC" }).format(new Date(day));

/** The decimal digits of a rate in euros, whose unit is a millionth of a euro. */
const RATE_DIGITS = 6;
const MICROS_PER_EURO = 1_000_000;

const formatEuros = (language: Language, euros: number, options: Intl.NumberFormatOptions = {}): string =>
  widenSpaces(
    // Amounts of zero have no sign. A credit note without VAT would otherwise show negative zero.
    new Intl.NumberFormat(LOCALES[language], { style: "currency", currency: "EUR", ...options }).format(
      euros + 0,
    ),
  );

/** Formats an amount of euro cents in the notation of the language. */
export const formatMoney = (language: Language, cents: number): string => formatEuros(language, cents / 100);

/** Formats a rate with all of its decimals, so that price times quantity is the amount. @param micros millionths of a euro. */
export const formatRate = (language: Language, micros: number): string =>
  formatEuros(language, micros / MICROS_PER_EURO, { maximumFractionDigits: RATE_DIGITS });

/** Formats an IBAN in groups of four, as banks do. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1\u00a0");

export const formatDecimal = (language: Language, value: number, maximumFractionDigits: number): string =>
  widenSpaces(new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits }).format(value));

/** Formats a day. @param day such as 2026-11-05. */
export const formatDay = (language: Language, day: string): string =>
  formatDate(language, day, { dateStyle: "long" });

/** Formats a month. @param month such as 2026-10. */
export const formatMonth = (language: Language, month: string): string =>
  formatDate(language, `${month}-01`, { year: "numeric", month: "long" });

/** Returns the name of a country. @param country its code in ISO 3166-1 alpha-2. */
export const formatCountry = (language: Language, country: string): string =>
  new Intl.DisplayNames(LOCALES[language], { type: "region" }).of(country) ?? country;
