export * from "./engine/engine.ts";
export * from "./engine/engine.types.ts";
export { rememberLatest } from "./engine/remember-latest.ts";
export type { Transport } from "./engine/segment-cache.ts";
export { SegmentGoneError } from "./engine/server-fetch.ts";
export { WHOLE_SWARM } from "./engine/whole-swarm.ts";
export * from "./protocol/index.ts";
export * from "./scheduler/rendezvous.ts";
export type { SwarmState, Want } from "./scheduler/state.ts";
