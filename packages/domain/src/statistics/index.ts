export * from "./forecast.ts";
export * from "./session-sums.ts";
export * from "./steps.ts";
