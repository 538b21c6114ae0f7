import type { SegmentId } from "../protocol/index.ts";

export type Transport = "server" | "peer";

export interface CachedSegment {
  bytes: Uint8Array<ArrayBuffer>;
  transport: Transport;
  /** Whether the hash is verified, so that the segment may be offered. */
  isChecked: boolean;
}

/** Verified segments. The least recently used ones are dropped beyond `maxBytes`, or beyond a count. */
export class SegmentCache {
  readonly #entries = new Map<SegmentId, CachedSegment>();
  readonly #maxBytes: number;
  #sizeBytes = 0;
  #maxCount = Number.POSITIVE_INFINITY;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  has(segment: SegmentId): boolean {
    return this.#entries.has(segment);
  }

  /** Returns the length of a segment that may be offered, and 0 for any other. Does not count as a use of the segment. */
  offeredBytes(segment: SegmentId): number {
    const entry = this.#entries.get(segment);
    return entry?.isChecked ? entry.bytes.length : 0;
  }

  find(segment: SegmentId): CachedSegment | undefined {
    const entry = this.#entries.get(segment);
    if (!entry) return undefined;
    this.#entries.delete(segment);
    this.#entries.set(segment, entry);
    return entry;
  }

  /**
   * Marks a segment as verified, so that it may be offered.
   * @returns false when it is not in the cache, or was already verified.
   */
  confirmHash(segment: SegmentId): boolean {
    const entry = this.#entries.get(segment);
    if (!entry || entry.isChecked) return false;
    entry.isChecked = true;
    return true;
  }

  /** Adds a segment. @returns the evicted segments. If the added segment is larger than the whole cache, it is the evicted one. */
  add(segment: SegmentId, entry: CachedSegment): SegmentId[] {
    this.#remove(segment);
    this.#entries.set(segment, entry);
    this.#sizeBytes += entry.bytes.length;
    return this.#makeRoom();
  }

  /**
   * Limits how many segments are kept.
   * @param count the limit, or 0 for as many segments as fit.
   * @returns the evicted segments.
   */
  keepAtMost(count: number): SegmentId[] {
    this.#maxCount = count === 0 ? Number.POSITIVE_INFINITY : count;
    return this.#makeRoom();
  }

  remove(segments: readonly SegmentId[]): void {
    for (const segment of segments) this.#remove(segment);
  }

  #makeRoom(): SegmentId[] {
    const dropped: SegmentId[] = [];
    for (const oldest of this.#entries.keys()) {
      if (this.#sizeBytes <= this.#maxBytes && this.#entries.size <= this.#maxCount) break;
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
