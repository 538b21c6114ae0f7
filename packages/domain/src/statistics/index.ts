export * from "./forecast.ts";
export * from "./retention.ts";
export * from "./session-sums.ts";
export * from "./steps.ts";
