export { reduce } from "./full-scheduler.ts";
export * from "./pieces.ts";
export { hashText } from "./rendezvous.ts";
export { createSwarmState, type SwarmEffect, type SwarmEvent, type SwarmState } from "./state.ts";
