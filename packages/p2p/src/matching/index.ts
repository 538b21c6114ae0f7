export * from "./matching.ts";
export { PlaceIndex } from "./place-index.ts";
