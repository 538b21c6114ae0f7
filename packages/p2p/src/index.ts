export * from "./engine/engine.ts";
export * from "./engine/engine.types.ts";
export type { Transport } from "./engine/segment-cache.ts";
export { SegmentGoneError } from "./engine/server-fetch.ts";
export { sha256Hex } from "./engine/sha256.ts";
export * from "./protocol/index.ts";
export * from "./scheduler/rendezvous.ts";
