import { sha256 } from "@noble/hashes/sha2.js";
import type { SegmentId } from "../protocol/index.ts";
import type { SwarmEvent } from "../scheduler/state.ts";
import type { HashSource, SwarmEngineOptions } from "./engine.types.ts";
import type { CachedSegment, SegmentCache } from "./segment-cache.ts";
import { sha256Hex } from "./sha256.ts";

export interface SegmentComposerOptions {
  cache: SegmentCache;
  hashes: HashSource | undefined;
  dispatch(event: SwarmEvent): void;
  onFault: SwarmEngineOptions["onFault"];
}

/** Composes a live segment from its parts, so viewers at the live edge can offer it to viewers who are further behind. */
export class SegmentComposer {
  readonly #options: SegmentComposerOptions;
  readonly #running = new Set<SegmentId>();

  constructor(options: SegmentComposerOptions) {
    this.#options = options;
  }

  /** Does nothing while a part or the hash is missing, or if no hashes are published. */
  async compose(segment: SegmentId, parts: readonly SegmentId[]): Promise<void> {
    const { cache, hashes, dispatch, onFault } = this.#options;
    if (!hashes || parts.length === 0 || cache.has(segment) || this.#running.has(segment)) return;
    const entries = parts.flatMap((part) => cache.find(part) ?? []);
    if (entries.length < parts.length) return;
    this.#running.add(segment);
    const entry = joinParts(entries);
    if (hashes.find(segment) === undefined) await hashes.refresh(segment);
    const right = hashes.find(segment);
    const isRight = (await sha256Hex(entry.bytes, sha256)) === right;
    this.#running.delete(segment);
    // The hash is published later than the last part. The check is repeated with the next playlist.
    if (right === undefined) return;
    // Viewers who seek back request complete segments.
    cache.remove(parts);
    if (!isRight) onFault?.({ type: "server_hash_mismatch", segment });
    if (!isRight || cache.has(segment)) return;
    const dropped = cache.add(segment, entry);
    dispatch({ type: "held", segment });
    if (dropped.length > 0) dispatch({ type: "dropped", segments: dropped });
  }
}

function joinParts(parts: readonly CachedSegment[]): CachedSegment {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.bytes, at);
    at += part.bytes.length;
  }
  return { bytes, transport: "server", isChecked: true };
}
