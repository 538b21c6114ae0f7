export * from "./align-versions.ts";
export * from "./alignment.types.ts";
export * from "./carry-range.ts";
export * from "./pack.ts";
export * from "./signatures.ts";
