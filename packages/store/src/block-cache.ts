import { createHash } from "node:crypto";
import { type FileHandle, link, mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isDiskFull } from "./free-bytes.ts";
import { ObjectNotFound, type StoreRange } from "./media-store.ts";
import { withFile } from "./with-file.ts";

/** The minimum size of a fetch. Viewers read an object from start to end, in segments of some 100 KB. */
const BLOCK_SIZE_BYTES = 1_048_576;
/** The maximum number of concurrent fetches. They pass through memory in small chunks. */
const MAX_RUN_BLOCKS = 32;
/** The share of the cached bytes that is kept when the disk is full, because other programs need the space more. */
const KEPT_SHARE_WHEN_FULL = 0.5;
/** The age at which an object is checked again. It limits how long a deleted object stays cached, however often it is read. */
const MAX_AGE_MS = 24 * 3_600_000;

export interface BlockCacheOptions {
  /** The folder that only this cache uses. Files of an earlier process in it are removed. */
  folder: string;
  /** The size limit on disk. Files being read or lent may exceed it temporarily. */
  maxBytes: number;
  fetch: (name: string, range: StoreRange) => AsyncIterable<Uint8Array>;
  now?: () => number;
}

/** Identifies the content of a section of an object, up to the start of the next one. */
export interface SectionVersion {
  offset: number;
  tag: string;
}

/** The size and the section versions of an object when it was read. */
export interface ObjectState {
  /** The minimum size of the object. An object that is still being written may be larger. */
  sizeBytes: number;
  /** The versions of the object's sections, in order. Sections with another version are fetched again. */
  versions: readonly SectionVersion[];
}

export interface LinkOptions extends ObjectState {
  /** The caller's own folder. */
  folder: string;
}

/** A partially cached object, in a sparse file. */
interface CacheEntry {
  path: string;
  /** Resolves when the file exists. The first reader creates it, and the others wait. */
  made: Promise<void>;
  sinceMs: number;
  /** The number of cached bytes from the start of each block. */
  filled: Map<number, number>;
  /** The end of the object, once a fetch has reached it. */
  end: number;
  loading: Map<number, Promise<void>>;
  /** The ETags of the object's sections, by offset. */
  tags: Map<number, string>;
}

/**
 * Caches parts of remote objects on the local disk. The least recently used ones are evicted. When the disk is full, half of all
 * bytes are evicted. Concurrent callers for the same part share one fetch.
 * @example const cache = await BlockCache.open({ folder, maxBytes: 10e9, fetch }); await cache.read("a.m4s", range);
 */
export class BlockCache {
  readonly #options: BlockCacheOptions;
  readonly #now: () => number;
  /** The entries in the order of their use, with the least recently used one first. */
  readonly #entries = new Map<string, CacheEntry>();
  #heldBytes = 0;
  #isMakingRoom = false;
  #made = 0;

  private constructor(options: BlockCacheOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  static async open(options: BlockCacheOptions): Promise<BlockCache> {
    await rm(options.folder, { recursive: true, force: true });
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    return new BlockCache(options);
  }

  /** The number of cached bytes on the disk. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * Reads a range of an object that no longer changes. The result is shorter at the end of the object.
   * @throws the errors of `fetch`, and `ENOSPC` when the disk is full.
   */
  async read(name: string, range: StoreRange): Promise<Uint8Array> {
    return this.#read(name, await this.#entryOf(name), range, Number.POSITIVE_INFINITY);
  }

  /**
   * Reads a range within the first bytes of an object, as checked with `hasAll`.
   * @throws ObjectNotFound if there are fewer bytes.
   */
  async readOf(
    name: string,
    { offset, length }: StoreRange,
    { sizeBytes, versions }: ObjectState,
  ): Promise<Uint8Array> {
    const entry = await this.#entryOf(name);
    // The entry may have been evicted in the meantime. A newer version that another caller has opened stays, because it is the
    // version in the store.
    if (entry.tags.size === 0) await this.#dropOtherVersions(entry, versions);
    if (entry.end < sizeBytes) entry.end = Number.POSITIVE_INFINITY;
    const wantedBytes = Math.max(0, Math.min(length, sizeBytes - offset));
    const bytes = await this.#read(name, entry, { offset, length: wantedBytes }, sizeBytes);
    if (bytes.byteLength < wantedBytes) throw new ObjectNotFound(`${name} up to ${sizeBytes}`);
    return bytes;
  }

  /** Returns whether the first bytes of an object are cached in the version that the store has. */
  async hasAll(name: string, moment: ObjectState): Promise<boolean> {
    const entry = await this.#entryAt(name, moment);
    return nextBlockRun(entry, { from: 0, to: moment.sizeBytes, limit: moment.sizeBytes }) === undefined;
  }

  async #read(
    name: string,
    entry: CacheEntry,
    { offset, length }: StoreRange,
    limit: number,
  ): Promise<Uint8Array> {
    // The file is opened first, because it may be evicted while it is read.
    return withFile(entry.path, "r+", async (file) => {
      await this.#fill(name, entry, file, { from: offset, to: offset + length, limit });
      void this.#makeRoom();
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, entry.end - offset)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    });
  }

  /**
   * Links a file into the caller's folder with the first bytes of an object, which may have been extended or changed since the last call.
   * It uses no additional space while the object is cached, and remains after it is evicted. It must not be written to: other callers read
   * the same bytes.
   * @throws ObjectNotFound if there are fewer bytes; the errors of `fetch`.
   */
  async link(name: string, { sizeBytes, folder, versions }: LinkOptions): Promise<string> {
    const entry = await this.#entryAt(name, { sizeBytes, versions });
    const path = join(folder, `stored-${createHash("sha256").update(name).digest("hex").slice(0, 16)}`);
    return withFile(entry.path, "r+", async (file) => {
      if (!(await isSameFile(file, path))) {
        await rm(path, { force: true });
        await link(entry.path, path);
      }
      await this.#fill(name, entry, file, { from: 0, to: sizeBytes, limit: sizeBytes });
      void this.#makeRoom();
      if (entry.end < sizeBytes) throw new ObjectNotFound(`${name} up to ${sizeBytes}`);
      return path;
    });
  }

  async #entryAt(name: string, { sizeBytes, versions }: ObjectState): Promise<CacheEntry> {
    const entry = await this.#entryOf(name);
    await this.#dropOtherVersions(entry, versions);
    if (entry.end < sizeBytes) entry.end = Number.POSITIVE_INFINITY;
    return entry;
  }

  async #entryOf(name: string): Promise<CacheEntry> {
    const entry = this.#currentEntry(name) ?? this.#makeEntry(name);
    try {
      await entry.made;
    } catch (error) {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
      this.#makeRoomIfFull(error);
      throw error;
    }
    return entry;
  }

  /** Returns the entry of a name unless it is too old, and marks it as the most recently used one. */
  #currentEntry(name: string): CacheEntry | undefined {
    const known = this.#entries.get(name);
    if (!known) return undefined;
    if (this.#now() - known.sinceMs >= MAX_AGE_MS) {
      void this.#drop(name, known);
      return undefined;
    }
    this.#entries.delete(name);
    this.#entries.set(name, known);
    return known;
  }

  #makeEntry(name: string): CacheEntry {
    const path = join(this.#options.folder, String(this.#made++));
    const entry: CacheEntry = {
      path,
      made: open(path, "wx").then((file) => file.close()),
      sinceMs: this.#now(),
      filled: new Map(),
      end: Number.POSITIVE_INFINITY,
      loading: new Map(),
      tags: new Map(),
    };
    this.#entries.set(name, entry);
    return entry;
  }

  async #fill(name: string, entry: CacheEntry, file: FileHandle, wanted: ByteRequest): Promise<void> {
    for (;;) {
      const run = nextBlockRun(entry, wanted);
      if (!run) return;
      const running = entry.loading.get(run.first);
      if (running) {
        await running;
        continue;
      }
      const load = this.#load(name, entry, file, run).finally(() => {
        for (let n = run.first; n < run.behind; n++) entry.loading.delete(n);
      });
      for (let n = run.first; n < run.behind; n++) entry.loading.set(n, load);
      try {
        await load;
      } catch (error) {
        this.#makeRoomIfFull(error);
        throw error;
      }
    }
  }

  async #load(name: string, entry: CacheEntry, file: FileHandle, { first, end }: BlockRun): Promise<void> {
    const offset = first * BLOCK_SIZE_BYTES;
    let at = offset;
    try {
      for await (const chunk of this.#options.fetch(name, { offset, length: end - offset })) {
        for (let done = 0; done < chunk.byteLength; ) {
          const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done, at + done);
          done += bytesWritten;
        }
        at += chunk.byteLength;
      }
      if (at < end) entry.end = Math.min(entry.end, at);
    } finally {
      this.#recordFilled(name, entry, first, at);
    }
  }

  /**
   * Counts what a fetch has written, even if the fetch failed.
   * @param first the fetch's first block.
   * @param end the position after its last byte.
   */
  #recordFilled(name: string, entry: CacheEntry, first: number, end: number): void {
    for (let n = first; n * BLOCK_SIZE_BYTES < end; n++) {
      const filled = Math.max(
        entry.filled.get(n) ?? 0,
        Math.min(BLOCK_SIZE_BYTES, end - n * BLOCK_SIZE_BYTES),
      );
      if (this.#entries.get(name) === entry) this.#heldBytes += filled - (entry.filled.get(n) ?? 0);
      entry.filled.set(n, filled);
    }
  }

  async #dropOtherVersions(entry: CacheEntry, versions: readonly SectionVersion[]): Promise<void> {
    for (const [n, { offset, tag }] of versions.entries()) {
      const known = entry.tags.get(offset);
      entry.tags.set(offset, tag);
      if (known === undefined || known === tag) continue;
      await Promise.allSettled(entry.loading.values());
      const end = versions[n + 1]?.offset ?? Number.POSITIVE_INFINITY;
      for (const [block, bytes] of entry.filled) {
        if ((block + 1) * BLOCK_SIZE_BYTES <= offset || block * BLOCK_SIZE_BYTES >= end) continue;
        entry.filled.delete(block);
        this.#heldBytes -= bytes;
      }
    }
  }

  /** Evicts entries. @returns once their files are removed. */
  async #makeRoom(maxBytes = this.#options.maxBytes): Promise<void> {
    const removed: Promise<void>[] = [];
    for (const [name, entry] of this.#entries) {
      if (this.#heldBytes <= maxBytes) break;
      if (entry.loading.size === 0) removed.push(this.#drop(name, entry));
    }
    await Promise.all(removed);
  }

  /**
   * Makes room. Several writes may fail until the evicted files are removed, but entries are evicted only once.
   * @param error the error of a write to the cache.
   */
  #makeRoomIfFull(error: unknown): void {
    if (!isDiskFull(error) || this.#isMakingRoom) return;
    this.#isMakingRoom = true;
    void this.#makeRoom(this.#heldBytes * KEPT_SHARE_WHEN_FULL).finally(() => {
      this.#isMakingRoom = false;
    });
  }

  async #drop(name: string, entry: CacheEntry): Promise<void> {
    this.#entries.delete(name);
    for (const bytes of entry.filled.values()) this.#heldBytes -= bytes;
    // Leftovers are removed with the folder at the next start.
    await rm(entry.path, { force: true }).catch(() => undefined);
  }
}

interface ByteRequest {
  from: number;
  to: number;
  /** The position at which fetching stops. */
  limit: number;
}

/** Consecutive blocks that are fetched together, and the position of the byte that follows them. */
interface BlockRun {
  first: number;
  behind: number;
  end: number;
}

/** Returns the first required blocks that are not cached. */
function nextBlockRun(entry: CacheEntry, { from, to, limit }: ByteRequest): BlockRun | undefined {
  const until = Math.min(to, entry.end);
  const isHere = (n: number) =>
    (entry.filled.get(n) ?? 0) >= Math.min(BLOCK_SIZE_BYTES, until - n * BLOCK_SIZE_BYTES);
  const last = Math.ceil(until / BLOCK_SIZE_BYTES);
  let first = Math.floor(from / BLOCK_SIZE_BYTES);
  while (first < last && isHere(first)) first++;
  if (first >= last) return undefined;
  let behind = first + 1;
  while (behind < last && behind - first < MAX_RUN_BLOCKS && !isHere(behind) && !entry.loading.has(behind))
    behind++;
  return { first, behind, end: Math.min(behind * BLOCK_SIZE_BYTES, limit) };
}

async function isSameFile(file: FileHandle, path: string): Promise<boolean> {
  const [here, there] = await Promise.all([file.stat(), stat(path).catch(() => undefined)]);
  return here.ino === there?.ino && here.dev === there.dev;
}
