import { sha256 } from "@noble/hashes/sha2.js";
import { WHOLE_SCHEDULER } from "../scheduler/whole-scheduler.ts";
import { Composing, type ComposingOptions } from "./composing.ts";
import type { SwarmEngineOptions } from "./engine.types.ts";
import { Prefetching, type PrefetchingOptions } from "./prefetching.ts";

/** Additional functions for pages with our own player. Pages with other players load less code and do not need them. */
export interface SwarmParts extends Pick<SwarmEngineOptions, "scheduler" | "sha256InScript"> {
  /** Loads what a live has published before the player requests it. */
  prefetching?(options: PrefetchingOptions): Prefetching;
  /** Composes a live's segments from their parts. */
  composing?(options: ComposingOptions): Composing;
}

/** @example createSwarmEngine({ ...WHOLE_SWARM, ...options }) */
export const WHOLE_SWARM: SwarmParts = {
  scheduler: WHOLE_SCHEDULER,
  prefetching: (options) => new Prefetching(options),
  composing: (options) => new Composing(options),
  sha256InScript: sha256,
};
