import { localeOf } from "./dates.ts";

const formatterCache = new Map<string, Intl.DisplayNames>();

/** Returns a cached formatter: creating a formatter takes a hundred times as long as using it. */
function namesOf(language: string, type: "region" | "language"): Intl.DisplayNames {
  const key = `${language} ${type}`;
  const known = formatterCache.get(key);
  if (known) return known;
  const names = new Intl.DisplayNames(language, { type });
  formatterCache.set(key, names);
  return names;
}

/**
 * Returns the name of a country in the reader's language; a code that is not a country, such as that of a satellite network, is returned
 * unchanged.
 * @param code ISO 3166 alpha-2.
 * @example countryName("DE", "fr") // "Allemagne"
 */
export function countryName(code: string, language: string): string {
  try {
    return namesOf(language, "region").of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns the name of a language in the reader's language, with a capital letter. @example languageName("fr", "en") // "French" */
export function languageName(tag: string, language: string): string {
  const name = namesOf(language, "language").of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Joins texts to a list. @example listText(["Paris", "Lyon"], "en") // "Paris and Lyon" */
export const listText = (texts: readonly string[], language: string): string =>
  new Intl.ListFormat(localeOf(language)).format(texts);
