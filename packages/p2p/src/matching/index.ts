export { LocationIndex } from "./location-index.ts";
export * from "./matching.ts";
