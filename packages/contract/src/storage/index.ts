/** The content of the media store and of the tables of the analytics engine. */
export * from "./media.ts";
export * from "./tables.ts";
