/** The content of the media store, of the tables of the analytics engine and of the spools before it. */
export * from "./media.ts";
export * from "./spool.ts";
export * from "./tables.ts";
