import { NativeSelect } from "@mantine/core";
import { COUNTRY_CODES } from "@shoal/contract";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { countryName } from "../../../lib/display-names.ts";

/** Selects a country by its name in the reader's language; the value is its code. */
export function CountrySelect(props: Omit<ComponentProps<typeof NativeSelect>, "data">) {
  const { i18n } = useTranslation();
  return <NativeSelect autoComplete="country" data={countriesIn(i18n.language)} {...props} />;
}

/** Lists all countries by name, including Kosovo, which has no official code. */
const countriesIn = (language: string) =>
  COUNTRY_CODES.map((code) => ({ value: code, label: countryName(code, language) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, language),
  );
