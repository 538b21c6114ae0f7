import type { ProofMetric } from "@shoal/contract";
import { countOf, numberFormat } from "../../lib/figures.ts";

/** Formats a number. @param digits the maximum number of decimals. @example numberText(1234.56, "en", 1) // "1,234.6" */
export const numberText = (value: number, language: string, digits = 1): string =>
  // A negative value that is rounded to zero must not have a minus sign.
  numberFormat(language, { maximumFractionDigits: digits, signDisplay: "negative" }).format(value);

const METRIC_UNITS: Record<ProofMetric, string> = {
  rebuffering: "s/h",
  offload: "%",
  startup: "ms",
  bitrate: "kbps",
};
const METRIC_DIGITS: Record<ProofMetric, number> = { rebuffering: 1, offload: 1, startup: 0, bitrate: 0 };

/**
 * Formats a value with its unit; a dash if nothing was measured.
 * @example metricText(12.34, "rebuffering", "en") // "12.3 s/h"
 */
export function metricText(value: number | null, metric: ProofMetric, language: string): string {
  if (value === null) return "–";
  const isClose = METRIC_UNITS[metric] === "%" && language === "en";
  return `${numberText(value, language, METRIC_DIGITS[metric])}${isClose ? "" : "\u00a0"}${METRIC_UNITS[metric]}`;
}

/** Formats a difference. Differences of percentages are in points. @example differenceText(12.34, "offload", "en") // "12.3 points" */
export function differenceText(value: number | null, metric: ProofMetric, language: string): string {
  if (value === null || METRIC_UNITS[metric] !== "%") return metricText(value, metric, language);
  // "Point" is the same word in English and French, but the plural starts at different numbers: French writes "0,5 point".
  const text = numberText(value, language, METRIC_DIGITS[metric]);
  return `${text}\u00a0${countOf(text, language) === 1 ? "point" : "points"}`;
}
