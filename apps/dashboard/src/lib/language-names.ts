import type { Language } from "@shoal/contract";

/** The languages of the interface, each named in itself, so that readers can find theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { EN: "English", FR: "Français" };
