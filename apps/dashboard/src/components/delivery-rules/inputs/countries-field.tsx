import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from "@mantine/core";
import { COUNTRY_CODES } from "@shoal/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { countryName } from "../../../lib/display-names.ts";

/** Selects countries, listed by name in the reader's language; searching by their codes works too. */
export function CountriesField(props: Omit<MultiSelectProps, "data">) {
  const { t, i18n } = useTranslation();
  const countries = useMemo(() => listCountries(i18n.language), [i18n.language]);
  return (
    <MultiSelect
      searchable
      clearable
      hidePickedOptions
      maxDropdownHeight={260}
      nothingFoundMessage={t("deliveryRules.countries.none")}
      placeholder={props.value?.length ? "" : t("deliveryRules.countries.search")}
      data={countries}
      filter={({ options, search }) => findCountries(options as Country[], search)}
      {...props}
    />
  );
}

/** Selects a single country, searched the same way. */
export function CountrySelect(props: Omit<SelectProps, "data">) {
  const { t, i18n } = useTranslation();
  const countries = useMemo(() => listCountries(i18n.language), [i18n.language]);
  return (
    <Select
      searchable
      clearable
      maxDropdownHeight={260}
      nothingFoundMessage={t("deliveryRules.countries.none")}
      data={countries}
      filter={({ options, search }) => findCountries(options as Country[], search)}
      {...props}
    />
  );
}

interface Country {
  /** ISO 3166 alpha-2 code of the country. */
  value: string;
  label: string;
}

/** Lists every country by name, in the alphabetical order of the language. */
function listCountries(language: string): Country[] {
  return [...COUNTRY_CODES]
    .map((code) => ({ value: code, label: countryName(code, language) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
}

const toPlainText = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Finds countries by name, ignoring accents: "senegal" finds Sénégal. */
function findCountries(countries: Country[], search: string): Country[] {
  const wanted = toPlainText(search.trim());
  return countries.filter(
    ({ value, label }) => toPlainText(label).includes(wanted) || value.toLowerCase() === wanted,
  );
}
