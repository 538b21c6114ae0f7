/** The content of the media store, of the ClickHouse tables, and of the spools whose rows are written to them. */
export * from "./media.ts";
export * from "./spool.ts";
export * from "./tables.ts";
