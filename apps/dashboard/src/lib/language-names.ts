import type { Language } from "@shoal/contract";

/** The languages of the interface, each under its own name, so that readers can find theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { EN: "English", FR: "Français" };
