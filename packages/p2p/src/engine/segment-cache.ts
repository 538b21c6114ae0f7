import type { SegmentId } from "../protocol/index.ts";

export type Transport = "server" | "peer";

export interface CachedSegment {
  bytes: Uint8Array<ArrayBuffer>;
  transport: Transport;
}

/** Checked segments, the least recently used dropped first beyond `maxBytes`. */
export class SegmentCache {
  readonly #entries = new Map<SegmentId, CachedSegment>();
  readonly #maxBytes: number;
  #sizeBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  find(segment: SegmentId): CachedSegment | undefined {
    const entry = this.#entries.get(segment);
    if (!entry) return undefined;
    this.#entries.delete(segment);
    this.#entries.set(segment, entry);
    return entry;
  }

  /** @returns the segments that had to make room; the given one itself when it is larger than the whole cache. */
  add(segment: SegmentId, entry: CachedSegment): SegmentId[] {
    this.#remove(segment);
    this.#entries.set(segment, entry);
    this.#sizeBytes += entry.bytes.length;
    const dropped: SegmentId[] = [];
    for (const oldest of this.#entries.keys()) {
      if (this.#sizeBytes <= this.#maxBytes) break;
      this.#remove(oldest);
      dropped.push(oldest);
    }
    return dropped;
  }

  #remove(segment: SegmentId): void {
    const entry = this.#entries.get(segment);
    if (!entry) return;
    this.#entries.delete(segment);
    this.#sizeBytes -= entry.bytes.length;
  }
}
