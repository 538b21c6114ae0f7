import i18next from "i18next";
import { numberText } from "../../lib/figures.ts";

const KB = 1_000;
const MB = 1_000_000;

/** Writes a size; non-empty files have at least 1 kB. @example sizeText(2_400_000) // "2.4 MB", in French "2,4 Mo" */
export function sizeText(bytes: number): string {
  const { language } = i18next;
  const letter = language.toUpperCase() === "FR" ? "o" : "B";
  const [amount, unit] =
    bytes < MB ? [Math.max(Math.sign(bytes), Math.round(bytes / KB)), "k"] : [bytes / MB, "M"];
  return `${numberText(amount, language, 1)}\u00a0${unit}${letter}`;
}
