import { numberFormat, numberText } from "./figures.ts";

/** Writes an amount in euros. @example eurosText(123_456, "fr") // "1 234,56 €" */
export const eurosText = (cents: number, language: string): string =>
  numberFormat(language, { style: "currency", currency: "EUR" }).format(cents / 100);

/** Writes the price per TB with all its digits. @example rateText(10_000_000, "en") // "€10.00" */
export const rateText = (micros: number, language: string): string =>
  numberFormat(language, { style: "currency", currency: "EUR", maximumFractionDigits: 6 }).format(
    micros / 1_000_000,
  );

/** Writes stored data in GB·days, as on bills. @example storedText(3_250_000_000, "en") // "3.3" */
export const storedText = (byteDays: number, language: string): string =>
  numberText(byteDays / 1e9, language, 1);
