export * from "./pieces.ts";
export { reduce } from "./reduce.ts";
export { hashText } from "./rendezvous.ts";
export { createSwarmState, type SwarmEffect, type SwarmEvent, type SwarmState } from "./state.ts";
