/** What the ingest tells of lives, and is told. */
export * from "./live.ts";
