import i18next from "i18next";
import { numberText } from "../../lib/figures.ts";

const BYTES_PER_KB = 1_000;
const BYTES_PER_MB = 1_000_000;

/** Writes a size. Non-empty files have at least 1 kB. @example sizeText(2_400_000) // "2.4 MB", in French "2,4 Mo" */
export function sizeText(bytes: number): string {
  const { language } = i18next;
  const letter = language.toUpperCase() === "FR" ? "o" : "B";
  const [amount, unit] =
    bytes < BYTES_PER_MB
      ? [Math.max(Math.sign(bytes), Math.round(bytes / BYTES_PER_KB)), "k"]
      : [bytes / BYTES_PER_MB, "M"];
  return `${numberText(amount, language, 1)}\u00a0${unit}${letter}`;
}
