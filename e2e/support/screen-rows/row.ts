import type { Language } from "@shoal/contract";
import { NAMES, type Viewer, type World } from "../screen-world.ts";

/** The same in both languages, or one text for each. */
export type Words = string | Record<Language, string>;
export type InWorld<T> = T | ((world: World) => T);

export interface ScreenRow {
  /** The name in its feature: `screens.e2e` compares the names. */
  screen: string;
  /** Distinguishes rows of the same screen. */
  note?: string;
  path: InWorld<string>;
  who: Viewer;
  /** The one heading of level 1. */
  heading: InWorld<Words>;
  /** A text shown once the data has loaded; without data, one that identifies the screen. */
  shows: InWorld<Words>;
}

export const row = (
  screen: string,
  who: Viewer,
  path: InWorld<string>,
  rest: Pick<ScreenRow, "heading" | "shows" | "note">,
): ScreenRow => ({ screen, who, path, ...rest });

export const VIDEOS = { EN: "Videos", FR: "Vidéos" };
export const NO_RIGHTS = { EN: "No rights to modify", FR: "Pas de droits de modification" };
/** The redirect target for users who may not see a screen. */
export const LIBRARY = { note: "without the right to it", heading: VIDEOS, shows: NAMES.broken };
