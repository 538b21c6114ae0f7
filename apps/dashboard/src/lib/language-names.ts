import type { Language } from "@shoal/contract";

/** The languages of the interface, each in its own words, whatever the language of the page: readers find theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { EN: "English", FR: "Français" };
