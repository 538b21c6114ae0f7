export * from "./session-sums.ts";
export * from "./steps.ts";
