import { sha256 } from "@noble/hashes/sha2.js";
import { FULL_SCHEDULER } from "../scheduler/full-scheduler.ts";
import type { SwarmEngineOptions } from "./engine.types.ts";
import { Prefetcher, type PrefetchingOptions } from "./prefetching.ts";
import { SegmentComposer, type SegmentComposerOptions } from "./segment-composer.ts";

/** Additional functions for pages with our own player. Pages with other players load less code and do not need them. */
export interface SwarmParts extends Pick<SwarmEngineOptions, "scheduler" | "sha256InScript"> {
  /** Loads what a live has published before the player requests it. */
  prefetching?(options: PrefetchingOptions): Prefetcher;
  /** Composes a live's segments from their parts. */
  composing?(options: SegmentComposerOptions): SegmentComposer;
}

/** @example createSwarmEngine({ ...FULL_SWARM, ...options }) */
export const FULL_SWARM: SwarmParts = {
  scheduler: FULL_SCHEDULER,
  prefetching: (options) => new Prefetcher(options),
  composing: (options) => new SegmentComposer(options),
  sha256InScript: sha256,
};
