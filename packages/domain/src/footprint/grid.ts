import type { FootprintGrid } from "@shoal/contract";
import { averageIntensity } from "@tgwf/co2";
import countries from "i18n-iso-countries";

/** The source of the grid data. The package contains the latest available year of each country. */
export const GRID_SOURCE =
  "Ember, yearly average grid intensity (CC BY-SA 4.0), newest year of each country in @tgwf/co2 0.19.0 of the Green Web Foundation";
export const GRID_URL = "https://developers.thegreenwebfoundation.org/co2js/data/";

const intensities: Record<string, number> = averageIntensity.data;
/** Kosovo has no ISO 3166 code. The data uses the World Bank's code for it, and the list of country codes uses another one. */
const CODES_OF_DATA: Record<string, string> = { XK: "XKX" };
const alpha3Of = (country: string) => CODES_OF_DATA[country] ?? countries.alpha2ToAlpha3(country);

/**
 * The intensities of countries, ascending. The data also has continents and unions, but the set is limited to ISO 3166 as in every report
 * so far: one more country would change the values assumed for unknown countries, and with them closed months.
 */
const sortedIntensities = Object.keys(countries.getAlpha3Codes())
  .flatMap((code) => intensities[code] ?? [])
  .sort((a, b) => a - b);
const intensityAt = (part: number) =>
  sortedIntensities[Math.floor(part * (sortedIntensities.length - 1))] ?? 0;
/** The intensity for an unknown country: the world average, with the 10th and 90th percentile of all countries as the range. */
const UNKNOWN_COUNTRY_GRID = {
  low: intensityAt(0.1),
  central: intensities.WORLD ?? 0,
  high: intensityAt(0.9),
  isAssumed: true,
};

/** Grams of CO₂ equivalent per kWh in a country. @param country ISO 3166 alpha-2, or "" */
export function gridOf(country: string): FootprintGrid {
  const code = country ? alpha3Of(country) : undefined;
  const grams = code ? intensities[code] : undefined;
  if (grams === undefined) return { country, ...UNKNOWN_COUNTRY_GRID };
  return { country, low: grams, central: grams, high: grams, isAssumed: false };
}
