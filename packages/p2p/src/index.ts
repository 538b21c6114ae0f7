export * from "./engine/engine.ts";
export * from "./engine/engine.types.ts";
export { FULL_SWARM } from "./engine/full-swarm.ts";
export { rememberLatest } from "./engine/remember-latest.ts";
export type { Transport } from "./engine/segment-cache.ts";
export { SegmentUnavailableError } from "./engine/server-fetch.ts";
export * from "./protocol/index.ts";
export * from "./scheduler/rendezvous.ts";
export type { SwarmState, Want } from "./scheduler/state.ts";
