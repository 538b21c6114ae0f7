import type { Language } from "@shoal/contract";
import type { ScreenFixtures, ScreenViewer } from "../screen-fixtures.ts";

/** A text on a screen. Either it is the same in both languages, or there is one text for each language. */
export type ScreenText = string | Record<Language, string>;
export type FromScreenFixtures<T> = T | ((fixtures: ScreenFixtures) => T);

export interface ScreenRow {
  /** The name by which the feature contributes the screen. `screens.e2e` compares these names. */
  screen: string;
  /** A suffix that distinguishes rows of the same screen. */
  note?: string;
  path: FromScreenFixtures<string>;
  who: ScreenViewer;
  /** The text of the screen's only heading of level 1. */
  heading: FromScreenFixtures<ScreenText>;
  /** A text that appears once the data has loaded. If a screen has no data, the text identifies the screen. */
  shows: FromScreenFixtures<ScreenText>;
}

export const createRow = (
  screen: string,
  who: ScreenViewer,
  path: FromScreenFixtures<string>,
  rest: Pick<ScreenRow, "heading" | "shows" | "note">,
): ScreenRow => ({ screen, who, path, ...rest });

export const VIDEOS_HEADING = { EN: "Videos", FR: "Vidéos" };
export const NO_RIGHTS = { EN: "No rights to modify", FR: "Pas de droits de modification" };
/** The text that users see instead of a screen that their role does not include. */
export const NOT_FOR_EDITORS = {
  note: "without the right to it",
  heading: {
    EN: "Only account managers can open this page",
    FR: "Page réservée aux gestionnaires du compte",
  },
  shows: { EN: "To open “Users”, ask an account manager", FR: "Pour ouvrir «\u00a0Utilisateurs\u00a0»" },
};
export const NOT_FOR_VISITORS = {
  note: "without the right to it",
  heading: {
    EN: "Only account managers and video managers can open this page",
    FR: "Page réservée aux gestionnaires du compte et de vidéos",
  },
  shows: {
    EN: "ask an account manager for one of these roles.",
    FR: "demandez l’un de ces rôles à un gestionnaire du compte.",
  },
};
