export * from "./entry-state.ts";
export * from "./purges.ts";
