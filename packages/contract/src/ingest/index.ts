/** What the ingest reports about lives, and what it receives. */
export * from "./live.ts";
