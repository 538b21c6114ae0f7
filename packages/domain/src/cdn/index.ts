export * from "./caching.ts";
export * from "./calculator.ts";
export * from "./entry-state.ts";
export * from "./purges.ts";
