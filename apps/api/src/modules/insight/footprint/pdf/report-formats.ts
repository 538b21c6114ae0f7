import type { FootprintBreakdownRow, FootprintReport, Language } from "@shoal/contract";
import { pdfTexts } from "./pdf-texts.ts";

/** Writes the values of a report in a language. */
export function formatsFor(language: Language, { timeZone }: Pick<FootprintReport, "timeZone">) {
  const locale = language === "FR" ? "fr-FR" : "en-GB";
  const texts = pdfTexts(language);
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "long" });
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "long", timeStyle: "short" });
  const month = new Intl.DateTimeFormat(locale, { timeZone, month: "long", year: "numeric" });
  const countries = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
  return {
    number: (value: number): string => {
      const size = Math.abs(value);
      const digits = size >= 100 || value === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
      const options = { minimumFractionDigits: 0, maximumFractionDigits: digits };
      // Narrow spaces are in few fonts.
      return new Intl.NumberFormat(locale, options).format(value).replaceAll("\u202f", "\u00a0");
    },
    day: (iso: string) => day.format(new Date(iso)),
    moment: (iso: string) => moment.format(new Date(iso)),
    month: (iso: string) => month.format(new Date(iso)),
    value: ({ dimension, value }: Pick<FootprintBreakdownRow, "dimension" | "value">): string => {
      if (value === "" || value === "unknown") return texts.unknown;
      if (dimension !== "country") return texts.values[value] ?? value;
      return /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? value) : value;
    },
  };
}
export type Formats = ReturnType<typeof formatsFor>;
