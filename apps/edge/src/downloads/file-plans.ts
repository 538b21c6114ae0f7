import { createHash, randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { planProgressiveFile, type Span, TooManySamples } from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import type { CheckedMedia } from "../media/checked-media.ts";
import type { SegmentIndexes } from "../media/segment-indexes.ts";
import { LoadingCache } from "../platform/loading-cache.ts";

/** The disk space for indexes. An index takes about 2 MB per hour of video, so this is enough for more than a hundred hours. */
const MAX_CACHE_BYTES = 256_000_000;
const BYTES_PER_SPAN = 120;
/**
 * The maximum number of plans that wait to be made. They are made one at a time, because the tables of long videos take much
 * memory.
 */
const MAX_WAITING = 8;

/** A downloadable file whose media bytes are read from the store. Only its index is written by the edge. */
export interface FilePlan {
  etag: string;
  /** The index, as a local file. */
  headPath: string;
  headBytes: number;
  spans: Span[];
  /** Where each span starts in the file, in bytes. */
  starts: Float64Array;
  sizeBytes: number;
  /** Whether the media turned out to be damaged. The next request makes a new plan. */
  isDoubtful: boolean;
}

/** Keeps the plans of recently requested files. Their indexes are stored in a folder, so that slow downloads take no memory. */
export class FilePlans {
  readonly #folder: string;
  readonly #store: Pick<MediaStore, "read">;
  readonly #indexes: SegmentIndexes;
  readonly #media: Pick<CheckedMedia, "verify">;
  readonly #cache: LoadingCache<FilePlan>;
  #waiting = 0;
  #tail: Promise<unknown> = Promise.resolve();

  private constructor(
    folder: string,
    store: Pick<MediaStore, "read">,
    indexes: SegmentIndexes,
    media: Pick<CheckedMedia, "verify">,
  ) {
    this.#media = media;
    this.#folder = folder;
    this.#store = store;
    this.#indexes = indexes;
    const bytesOf = ({ headBytes, spans }: FilePlan) => headBytes + spans.length * BYTES_PER_SPAN;
    // An open file stays readable after its deletion, until its readers have finished.
    const onEvicted = ({ headPath }: FilePlan) => void rm(headPath, { force: true }).catch(() => undefined);
    this.#cache = new LoadingCache({ maxBytes: MAX_CACHE_BYTES, bytesOf, onEvicted });
  }

  /** Opens an empty folder. The plans of an earlier process are deleted, and made again on request. */
  static async open(
    folder: string,
    store: Pick<MediaStore, "read">,
    indexes: SegmentIndexes,
    media: Pick<CheckedMedia, "verify">,
  ): Promise<FilePlans> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return new FilePlans(folder, store, indexes, media);
  }

  /**
   * Plans the file of one rendition with every audio track.
   * @throws AppError "not_found" for an unknown rendition, "file_too_large", "unavailable".
   */
  get(descriptor: PlaybackDescriptor, trackId: string): Promise<FilePlan> {
    const tracks = descriptor.tracks.filter(({ id, kind }) => id === trackId || kind === "audio");
    const picture = tracks.find(({ id, kind }) => id === trackId && kind === "video");
    if (!picture) throw new AppError("not_found", `No rendition ${trackId}`);
    const ordered = [picture, ...tracks.filter((track) => track !== picture)];
    const key = ordered.map(({ indexObject }) => indexObject).join(" ");
    const known = this.#cache.peek(key);
    if (known?.isDoubtful) {
      this.#cache.invalidate(key);
      void rm(known.headPath, { force: true }).catch(() => undefined);
    }
    return this.#cache.get(key, () => this.#inTurn(() => this.#plan(ordered)));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING)
      throw new AppError("unavailable", "Too many downloads at once; try again later");
    this.#waiting += 1;
    const mine = this.#tail.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#tail = mine.catch(() => undefined);
    return mine;
  }

  async #plan(tracks: PlaybackDescriptor["tracks"]): Promise<FilePlan> {
    const listed = await Promise.all(
      tracks.map(async (track) => ({ ...track, index: (await this.#indexes.get(track)).index })),
    );
    const inits = listed.flatMap(({ index }) => [index.init, ...(index.moreInits ?? [])]);
    for (const init of inits) await this.#media.verify(init);
    const planned = await planProgressiveFile(listed, (object, range) =>
      this.#store.read(object, range),
    ).catch((error: unknown) => {
      if (error instanceof TooManySamples) throw new AppError("file_too_large", error.message);
      throw error;
    });
    const headPath = join(this.#folder, randomUUID());
    await writeFile(headPath, planned.head);
    const { spans, sizeBytes } = planned;
    const starts = new Float64Array(spans.length);
    let place = planned.head.length;
    for (const [n, { length }] of spans.entries()) {
      starts[n] = place;
      place += length;
    }
    const media = listed.map(({ index }) => [index.init, ...index.segments].map(({ sha256 }) => sha256));
    const etag = createHash("sha256").update(planned.head).update(JSON.stringify(media)).digest("base64url");
    return {
      etag: `"${etag.slice(0, 22)}"`,
      headPath,
      headBytes: planned.head.length,
      spans,
      starts,
      sizeBytes,
      isDoubtful: false,
    };
  }
}
