import { hash } from "node:crypto";
import { AppError } from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import { type ByteRange, type Segment, SegmentIndex } from "@shoal/contract/stored-data";
import type { MediaStore } from "@shoal/store";
import { LoadingCache } from "../platform/loading-cache.ts";

/** The size of the cache. A parsed segment takes about 500 bytes, so 100 MB hold the indexes of 200,000 segments. */
const MAX_CACHE_BYTES = 100_000_000;
const BYTES_PER_SEGMENT = 500;
const DIGEST_IN_NAME = /\.([0-9a-f]{16})\.json$/;

/** A segment index for lookups by segment number. */
export interface TrackIndex {
  index: SegmentIndex;
  byNumber: (Segment | undefined)[];
}

/** Caches the segment indexes of tracks. Each version is read from the media store once. */
export class SegmentIndexes {
  readonly #store: MediaStore;
  readonly #cache = new LoadingCache<TrackIndex>({
    maxBytes: MAX_CACHE_BYTES,
    bytesOf: ({ index }) => (index.segments.length + 4) * BYTES_PER_SEGMENT,
  });
  constructor(store: MediaStore) {
    this.#store = store;
  }

  /** Returns the index if it is cached. */
  peek(track: PlaybackTrack): TrackIndex | undefined {
    return this.#cache.peek(track.indexObject);
  }

  async get(track: PlaybackTrack): Promise<TrackIndex> {
    return this.#cache.get(track.indexObject, async () => {
      const bytes = await this.#store.read(track.indexObject);
      verifyDigest(track.indexObject, bytes);
      const index = SegmentIndex.parse(JSON.parse(Buffer.from(bytes).toString()));
      const byNumber: (Segment | undefined)[] = [];
      for (const segment of index.segments) byNumber[segment.number] = segment;
      return { index, byNumber };
    });
  }
}

/**
 * Verifies an index against its name, which ends in a hash of the content. The names of scene lists are not verified, since they
 * only end in a version.
 */
function verifyDigest(object: string, bytes: Uint8Array): void {
  const [, digest] = DIGEST_IN_NAME.exec(object) ?? [];
  if (digest === undefined || hash("sha256", bytes).startsWith(digest)) return;
  throw new Error(`${object} is not what was stored`);
}

/** The number of a media segment, or of an init segment, where 0 is the default init segment. */
export type SegmentFile = number | { init: number };

/**
 * Returns the location of a file of a track in the media store.
 * @throws AppError "not_found" for a segment that is not published.
 */
export function rangeOf({ index, byNumber }: TrackIndex, file: SegmentFile): ByteRange {
  const range = typeof file === "number" ? byNumber[file] : initOf(index, file.init);
  if (!range) throw new AppError("not_found", `Segment ${JSON.stringify(file)} is not published`);
  return range;
}

const initOf = ({ init, moreInits }: SegmentIndex, number: number) =>
  number === 0 ? init : moreInits?.[number - 1];
