/** What the api asks of workers, and what they report. */
export * from "./jobs.ts";
