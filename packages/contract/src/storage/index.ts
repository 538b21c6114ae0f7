/** What lies in the media store and in the tables of the analytics engine. */
export * from "./media.ts";
export * from "./tables.ts";
