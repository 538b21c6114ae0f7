export * from "./frame-clock.ts";
export * from "./frame-range.ts";
export * from "./frame-rate.ts";
export * from "./timecode.ts";
export * from "./typed-position.ts";
