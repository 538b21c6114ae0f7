/** The requests of the api to workers, and their reports. */
export * from "./jobs.ts";
