import { COUNTRY_CODES } from "@shoal/contract";
import { expect, test } from "vitest";
import world from "world-atlas/countries-110m.json" with { type: "json" };
import { countryCodeOf } from "./country-codes.ts";

const ATLAS_COUNTRIES = world.objects.countries.geometries.map((country) => ({
  id: "id" in country ? country.id : undefined,
  name: country.properties.name,
}));
/**
 * Returns the first letters of a name, because the atlas abbreviates many names. DIFFERING_NAMES lists names that differ in more than the
 * abbreviation.
 */
const firstLettersOf = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/[^\p{Letter}]/gu, "")
    .toLowerCase()
    .slice(0, 3);
const DIFFERING_NAMES: Record<string, string> = {
  CD: "Dem. Rep. Congo",
  CZ: "Czechia",
  FK: "Falkland Is.",
  MM: "Myanmar",
  MK: "Macedonia",
  SZ: "eSwatini",

  TF: "Fr. S. Antarctic Lands",
  SS: "S. Sudan",
  EH: "W. Sahara",
  GQ: "Eq. Guinea",
};

test("each country of the atlas has the code of the country with that name", () => {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const wrong = ATLAS_COUNTRIES.filter(({ id, name }) => {
    const code = countryCodeOf({ id, name });
    if (code === undefined) return id !== undefined;
    return DIFFERING_NAMES[code] !== name && firstLettersOf(names.of(code) ?? "") !== firstLettersOf(name);
  });
  expect(wrong).toEqual([]);
});

test("country codes are unique, and land without a number has none", () => {
  const codes = ATLAS_COUNTRIES.flatMap((country) => countryCodeOf(country) ?? []);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.length).toBe(175);
  expect(countryCodeOf({ id: undefined, name: "Kosovo" })).toBe("XK");
  expect(countryCodeOf({ id: undefined, name: "N. Cyprus" })).toBeUndefined();
});

test("every country of the map can be used in rules, and has a name in both languages", () => {
  const drawn = ATLAS_COUNTRIES.flatMap((country) => countryCodeOf(country) ?? []);
  expect(drawn.filter((code) => !COUNTRY_CODES.includes(code))).toEqual([]);
  for (const language of ["en", "fr"]) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    expect(COUNTRY_CODES.filter((code) => names.of(code) === code)).toEqual([]);
    expect(names.of("XK")).toBe("Kosovo");
  }
});
