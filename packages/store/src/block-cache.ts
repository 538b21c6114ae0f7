import { createHash } from "node:crypto";
import { type FileHandle, link, mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ObjectNotFound, type StoreRange } from "./media-store.ts";
import { withFile } from "./with-file.ts";

/** The minimum fetch: viewers read an object from begin to end, a segment of some 100 KB at a time. */
const BLOCK_BYTES = 1_048_576;
/** The maximum of concurrent fetches, which pass through memory in small chunks. */
const RUN_BLOCKS = 32;
/** An object that was deleted is forgotten by then, however often it is read. */
const MAX_AGE_MS = 24 * 3_600_000;

export interface BlockCacheOptions {
  /** The folder of this cache only: files of an earlier process in it are removed. */
  folder: string;
  /** The bytes kept on the disk. Files being read or handed out may exceed them meanwhile. */
  maxBytes: number;
  fetch: (name: string, range: StoreRange) => AsyncIterable<Uint8Array>;
  now?: () => number;
}

/** Identifies the content of a stretch of an object, up to the begin of the next one. */
export interface Version {
  offset: number;
  tag: string;
}

/** An object as it was at a moment. */
export interface Moment {
  /** Bytes that must be there. */
  sizeBytes: number;
  /** In order: what is here of another version is fetched again. */
  versions: readonly Version[];
}

export interface LinkOptions extends Moment {
  /** The folder of the caller. */
  folder: string;
}

/** An object of which parts are here, in a file with holes. */
interface Entry {
  path: string;
  /** The file exists: the first reader makes it, and the others wait. */
  made: Promise<void>;
  sinceMs: number;
  /** Bytes from a block's begin that are here. */
  filled: Map<number, number>;
  /** The end of the object, once a fetch reached it. */
  end: number;
  loading: Map<number, Promise<void>>;
  /** By the begin of their stretches. */
  tags: Map<number, string>;
}

/**
 * Parts of remote objects on the local disk, the least recently used of which make room. Callers that want the same part at the
 * same time share one fetch.
 * @example const cache = await BlockCache.open({ folder, maxBytes: 10e9, fetch }); await cache.read("a.m4s", range);
 */
export class BlockCache {
  readonly #options: BlockCacheOptions;
  readonly #now: () => number;
  /** The least recently used one first. */
  readonly #entries = new Map<string, Entry>();
  #heldBytes = 0;
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

  /** Bytes on the disk. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** A range of an object that no longer changes; shorter where the object ends. @throws what `fetch` throws. */
  async read(name: string, range: StoreRange): Promise<Uint8Array> {
    return this.#read(name, await this.#entryOf(name), range, Number.POSITIVE_INFINITY);
  }

  /** A range of the first bytes of an object, of which `hasAll` was asked before. @throws ObjectNotFound when there are fewer. */
  async readOf(
    name: string,
    { offset, length }: StoreRange,
    { sizeBytes, versions }: Moment,
  ): Promise<Uint8Array> {
    const entry = await this.#entryOf(name);
    // It may have made room meanwhile. A newer version that someone else has opened stays: it is what the store has.
    if (entry.tags.size === 0) await this.#dropOtherVersions(entry, versions);
    if (entry.end < sizeBytes) entry.end = Number.POSITIVE_INFINITY;
    const wantedBytes = Math.max(0, Math.min(length, sizeBytes - offset));
    const bytes = await this.#read(name, entry, { offset, length: wantedBytes }, sizeBytes);
    if (bytes.byteLength < wantedBytes) throw new ObjectNotFound(`${name} up to ${sizeBytes}`);
    return bytes;
  }

  /** Whether the first bytes of an object are here as they are in the store. */
  async hasAll(name: string, moment: Moment): Promise<boolean> {
    const entry = await this.#entryAt(name, moment);
    return nextRun(entry, { from: 0, to: moment.sizeBytes, limit: moment.sizeBytes }) === undefined;
  }

  async #read(
    name: string,
    entry: Entry,
    { offset, length }: StoreRange,
    limit: number,
  ): Promise<Uint8Array> {
    // Opened first: the file may have to make room while it is read.
    return withFile(entry.path, "r+", async (file) => {
      await this.#fill(name, entry, file, { from: offset, to: offset + length, limit });
      this.#makeRoom();
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, entry.end - offset)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    });
  }

  /**
   * A file in a folder of the caller's that holds the first bytes of an object, which may have grown or changed since the last
   * call. It costs no room of its own while the object is here, and stays when that makes room. It must not be written: other
   * callers read the same bytes.
   * @throws ObjectNotFound when there are fewer bytes; what `fetch` throws.
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
      this.#makeRoom();
      if (entry.end < sizeBytes) throw new ObjectNotFound(`${name} up to ${sizeBytes}`);
      return path;
    });
  }

  async #entryAt(name: string, { sizeBytes, versions }: Moment): Promise<Entry> {
    const entry = await this.#entryOf(name);
    await this.#dropOtherVersions(entry, versions);
    if (entry.end < sizeBytes) entry.end = Number.POSITIVE_INFINITY;
    return entry;
  }

  async #entryOf(name: string): Promise<Entry> {
    const entry = this.#currentEntry(name) ?? this.#makeEntry(name);
    try {
      await entry.made;
    } catch (error) {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
      throw error;
    }
    return entry;
  }

  /** The entry of a name unless it is too old; it is now the most recently used one. */
  #currentEntry(name: string): Entry | undefined {
    const known = this.#entries.get(name);
    if (!known) return undefined;
    if (this.#now() - known.sinceMs >= MAX_AGE_MS) {
      this.#drop(name, known);
      return undefined;
    }
    this.#entries.delete(name);
    this.#entries.set(name, known);
    return known;
  }

  #makeEntry(name: string): Entry {
    const path = join(this.#options.folder, String(this.#made++));
    const entry: Entry = {
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

  async #fill(name: string, entry: Entry, file: FileHandle, wanted: Wanted): Promise<void> {
    for (;;) {
      const run = nextRun(entry, wanted);
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
      await load;
    }
  }

  async #load(name: string, entry: Entry, file: FileHandle, { first, end }: Run): Promise<void> {
    const offset = first * BLOCK_BYTES;
    let at = offset;
    for await (const chunk of this.#options.fetch(name, { offset, length: end - offset })) {
      for (let done = 0; done < chunk.byteLength; ) {
        const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done, at + done);
        done += bytesWritten;
      }
      at += chunk.byteLength;
    }
    if (at < end) entry.end = Math.min(entry.end, at);
    for (let n = first; n * BLOCK_BYTES < at; n++) {
      const filled = Math.min(BLOCK_BYTES, at - n * BLOCK_BYTES);
      if (this.#entries.get(name) === entry) this.#heldBytes += filled - (entry.filled.get(n) ?? 0);
      entry.filled.set(n, filled);
    }
  }

  async #dropOtherVersions(entry: Entry, versions: readonly Version[]): Promise<void> {
    for (const [n, { offset, tag }] of versions.entries()) {
      const known = entry.tags.get(offset);
      entry.tags.set(offset, tag);
      if (known === undefined || known === tag) continue;
      await Promise.allSettled(entry.loading.values());
      const end = versions[n + 1]?.offset ?? Number.POSITIVE_INFINITY;
      for (const [block, bytes] of entry.filled) {
        if ((block + 1) * BLOCK_BYTES <= offset || block * BLOCK_BYTES >= end) continue;
        entry.filled.delete(block);
        this.#heldBytes -= bytes;
      }
    }
  }

  #makeRoom(): void {
    for (const [name, entry] of this.#entries) {
      if (this.#heldBytes <= this.#options.maxBytes) return;
      if (entry.loading.size === 0) this.#drop(name, entry);
    }
  }

  #drop(name: string, entry: Entry): void {
    this.#entries.delete(name);
    for (const bytes of entry.filled.values()) this.#heldBytes -= bytes;
    // Remains are removed with the folder at the next start.
    rm(entry.path, { force: true }).catch(() => undefined);
  }
}

interface Wanted {
  from: number;
  to: number;
  /** Nothing behind it is fetched. */
  limit: number;
}

/** Blocks that are fetched together, and the byte behind them. */
interface Run {
  first: number;
  behind: number;
  end: number;
}

/** The first blocks of what is wanted that are not here. */
function nextRun(entry: Entry, { from, to, limit }: Wanted): Run | undefined {
  const until = Math.min(to, entry.end);
  const isHere = (n: number) => (entry.filled.get(n) ?? 0) >= Math.min(BLOCK_BYTES, until - n * BLOCK_BYTES);
  const last = Math.ceil(until / BLOCK_BYTES);
  let first = Math.floor(from / BLOCK_BYTES);
  while (first < last && isHere(first)) first++;
  if (first >= last) return undefined;
  let behind = first + 1;
  while (behind < last && behind - first < RUN_BLOCKS && !isHere(behind) && !entry.loading.has(behind))
    behind++;
  return { first, behind, end: Math.min(behind * BLOCK_BYTES, limit) };
}

async function isSameFile(file: FileHandle, path: string): Promise<boolean> {
  const [here, there] = await Promise.all([file.stat(), stat(path).catch(() => undefined)]);
  return here.ino === there?.ino && here.dev === there.dev;
}
