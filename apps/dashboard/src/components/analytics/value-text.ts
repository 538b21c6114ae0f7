import type { StatisticsDimension } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { countryName } from "../../lib/display-names.ts";

/** The values that the interface translates, by dimension. */
const TRANSLATED_VALUES = {
  device: ["phone", "tablet", "laptop", "desktop", "tv"],
  network: ["fixed", "mobile"],
} as const;
type LabelledValue = (typeof TRANSLATED_VALUES)[keyof typeof TRANSLATED_VALUES][number];

/**
 * Describes a value: as a word of the interface, the name of a country, or the text itself.
 * @example describeValue("country", "FR", "fr") // { text: "France" }
 */
export function describeValue(
  dimension: StatisticsDimension,
  value: string,
  language: string,
): { text: string } | { word: LabelledValue } | "unknown" {
  if (value === "" || (dimension === "network" && value === "unknown")) return "unknown";
  if (dimension === "provider") return value === "0" ? "unknown" : { text: `AS${value}` };
  if (dimension === "rendition") return Number(value) > 0 ? { text: `${value}p` } : "unknown";
  if (dimension === "country") return { text: countryName(value, language) };
  const known: readonly LabelledValue[] =
    dimension === "device" || dimension === "network" ? TRANSLATED_VALUES[dimension] : [];
  const word = known.find((each) => each === value);
  return word ? { word } : { text: value };
}

/**
 * Returns a function that writes values of a dimension in the reader's language; `label` is the server's name for the
 * value.
 */
export function useValueText(dimension: StatisticsDimension) {
  const { t, i18n } = useTranslation();
  return (value: string, label: string | null): string => {
    if (label) return label;
    const described = describeValue(dimension, value, i18n.language);
    if (described === "unknown") return t("analytics.breakdown.unknown");
    return "word" in described ? t(`analytics.values.${described.word}`) : described.text;
  };
}
