/** The messages between ingests and the api about lives. */
export * from "./live.ts";
