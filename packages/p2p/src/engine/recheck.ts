import type { SegmentId } from "../protocol/index.ts";
import type { SwarmEngineOptions } from "./engine.types.ts";
import type { ObservedHashes } from "./observed-hashes.ts";
import { sha256Hex } from "./sha256.ts";

/**
 * The share of segments that are rechecked. It costs a thirtieth of what peers save. Among a hundred viewers, one almost certainly
 * finds a false hash.
 */
const RECHECK_SHARE = 1 / 32;
/** The time limit of a recheck. It is long enough for slow lines, because playback does not depend on the result. */
const TIMEOUT_MS = 60_000;

export interface RecheckOptions {
  options: SwarmEngineOptions;
  seen: ObservedHashes;
}

/** Occasionally checks against the server whether the hash that several viewers reported is correct. */
export class HashRecheck {
  readonly #options: RecheckOptions;
  readonly #abort = new AbortController();
  bytes = 0;

  constructor(options: RecheckOptions) {
    this.#options = options;
  }

  /** Rechecks a segment with the probability `RECHECK_SHARE`. @param random a random number from 0 to below 1. */
  maybe(segment: SegmentId, random = Math.random()): void {
    // The request failed, which shows nothing about the bytes.
    if (random < RECHECK_SHARE) void this.#run(segment).catch(() => {});
  }

  close(): void {
    this.#abort.abort();
  }

  async #run(segment: SegmentId): Promise<void> {
    const { options, seen } = this.#options;
    const confirmed = seen.find(segment);
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await options.requestSegment(segment, 0, signal);
    if (!response.ok) return;
    const bytes = new Uint8Array(await response.arrayBuffer());
    this.bytes += bytes.length;
    const sha256 = await sha256Hex(bytes, options.sha256InScript);
    seen.saw(segment, sha256);
    if (sha256 !== confirmed) options.onFault?.({ type: "confirmed_hash_wrong", segment });
  }
}
