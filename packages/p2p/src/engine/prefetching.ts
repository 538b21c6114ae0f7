import type { SegmentId } from "../protocol/index.ts";
import type { SwarmEffect, SwarmEvent } from "../scheduler/state.ts";
import type { PublishedSegment } from "./engine.types.ts";
import { createLoad, type SegmentLoad } from "./loads.ts";
import type { SegmentCache } from "./segment-cache.ts";

/**
 * The maximum number of published segments that are considered: they cover a window of 2 minutes of 2 s segments, and an LL-HLS live has
 * fewer parts.
 */
const MAX_PUBLISHED_SEGMENTS = 64;

export interface PrefetchingOptions {
  cache: SegmentCache;
  dispatch(event: SwarmEvent): void;
  loads: Map<SegmentId, SegmentLoad>;
  findHash(load: SegmentLoad): void;
  abandon(load: SegmentLoad): void;
}

/** Loads what a live has published before the player requests it. */
export class Prefetcher {
  readonly #options: PrefetchingOptions;

  constructor(options: PrefetchingOptions) {
    this.#options = options;
  }

  publish(segments: readonly PublishedSegment[]): void {
    const { cache, dispatch } = this.#options;
    const missing = segments.filter(({ segment }) => !cache.has(segment)).slice(0, MAX_PUBLISHED_SEGMENTS);
    dispatch({ type: "published", segments: missing });
  }

  run(effect: Extract<SwarmEffect, { type: "prefetch" | "dropPrefetch" }>): void {
    const { segment } = effect;
    const { cache, dispatch, loads, findHash, abandon } = this.#options;
    const known = loads.get(segment);
    if (effect.type === "dropPrefetch") {
      if (known?.isPrefetch) abandon(known);
    } else if (known || cache.has(segment)) {
      dispatch({ type: "abandon", segment });
    } else {
      const load = createLoad(segment, effect.startSec, true);
      loads.set(segment, load);
      findHash(load);
    }
  }
}
