export * from "./alert-values.ts";
export * from "./evaluate-alert.ts";
