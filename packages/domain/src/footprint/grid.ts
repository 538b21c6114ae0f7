import type { FootprintGrid } from "@shoal/contract";
import { averageIntensity } from "@tgwf/co2";
import countries from "i18n-iso-countries";

/** For each country, the newest year in the package. */
export const GRID_SOURCE =
  "Ember, yearly average grid intensity (CC BY-SA 4.0), newest year of each country in @tgwf/co2 0.19.0 of the Green Web Foundation";
export const GRID_URL = "https://developers.thegreenwebfoundation.org/co2js/data/";

const data: Record<string, number> = averageIntensity.data;
/** Kosovo, which has no code of ISO 3166: the data calls it as the World Bank does, and the list of codes otherwise. */
const OWN_CODES: Record<string, string> = { XK: "XKX" };
const alpha3Of = (country: string) => OWN_CODES[country] ?? countries.alpha2ToAlpha3(country);

/**
 * Countries alone: the data has continents and unions, too. Those of ISO 3166, as in every report so far: one more would move
 * what is assumed of unknown countries, and with it months that are closed.
 */
const known = Object.keys(countries.getAlpha3Codes())
  .flatMap((code) => data[code] ?? [])
  .sort((a, b) => a - b);
const share = (part: number) => known[Math.floor(part * (known.length - 1))] ?? 0;
/** For an unknown country: the world's mean, and the bounds of nine of ten countries. */
const UNKNOWN = { low: share(0.1), central: data.WORLD ?? 0, high: share(0.9), isAssumed: true };

/** Grams of CO₂ equivalent a kWh in a country. @param country ISO 3166 alpha-2, or "" */
export function gridOf(country: string): FootprintGrid {
  const code = country ? alpha3Of(country) : undefined;
  const grams = code ? data[code] : undefined;
  if (grams === undefined) return { country, ...UNKNOWN };
  return { country, low: grams, central: grams, high: grams, isAssumed: false };
}
