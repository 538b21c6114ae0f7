import { FOOTPRINT_METHODS, type FootprintMethodId, type FootprintRange } from "@shoal/contract";
import { numberFormat } from "../../lib/figures.ts";

/** The kinds of quantities in a report. Values are written in a unit that fits their size. */
export type Quantity = "wh" | "grams" | "litres";

const QUANTITY_UNITS: Record<Quantity, readonly [factor: number, name: string][]> = {
  wh: [
    [1, "Wh"],
    [1e3, "kWh"],
    [1e6, "MWh"],
  ],
  grams: [
    [1, "g CO₂e"],
    [1e3, "kg CO₂e"],
    [1e6, "t CO₂e"],
  ],
  litres: [
    [1, "L"],
    [1e3, "m³"],
  ],
};

/**
 * Writes an estimate with three significant digits, which is all that it supports.
 * @example estimateText(5260, "wh", "fr") // "5,26 kWh"
 */
export function estimateText(value: number, quantity: Quantity, language: string, largest = value): string {
  const [factor, name] = QUANTITY_UNITS[quantity].filter(([from]) => Math.abs(largest) >= from).at(-1) ??
    QUANTITY_UNITS[quantity][0] ?? [1, ""];
  return `${numberText(value / factor, language)}\u00a0${name}`;
}

export const numberText = (value: number, language: string): string =>
  numberFormat(
    language,
    Math.abs(value) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  ).format(value);

export const percentText = (percent: number, language: string): string =>
  numberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(percent / 100);

/** Writes both ends of a range in one unit. */
export function rangeTexts({ low, high }: FootprintRange, quantity: Quantity, language: string) {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  return {
    low: estimateText(low, quantity, language, largest),
    high: estimateText(high, quantity, language, largest),
  };
}

/** Returns the method named in the URL; undefined if it is unknown. */
export const methodOf = (text: string | null | undefined): FootprintMethodId | undefined =>
  FOOTPRINT_METHODS.find((id) => id === text);
