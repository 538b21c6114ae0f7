import type { texts as auth } from "./en/auth.ts";
import type { texts as shell } from "./en/shell.ts";
import type { texts as uploads } from "./en/uploads.ts";
import type { texts as videos } from "./en/videos.ts";

/** English texts by area. A page loads the areas that it shows, in the reader's language alone. */
export interface Areas {
  shell: typeof shell;
  auth: typeof auth;
  uploads: typeof uploads;
  videos: typeof videos;
}
export type Area = keyof Areas;

/** The same keys with any text, plural forms included: what every other language must have. */
type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> };
export type TextsOf<A extends Area> = Same<Areas[A]>;

type Merge<U> = (U extends unknown ? (all: U) => void : never) extends (all: infer M) => void ? M : never;
export type AllTexts = Merge<Areas[Area]>;
