import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readFile, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { BlockCache, type SectionVersion } from "../block-cache.ts";
import { isDiskFull } from "../free-bytes.ts";
import {
  assertName,
  type LocalFileOptions,
  mayGrow,
  ObjectNotFound,
  type SeekableObject,
  type StoredObject,
  type StoreRange,
} from "../media-store.ts";
import type { AdoptedBytes, AdoptingStore } from "../move-store.ts";
import { parseBlockKey, S3Growing } from "./s3-growing.ts";
import type { S3Credentials, S3Location } from "./s3-location.ts";
import { MAX_SINGLE_PUT_BYTES, S3Multipart } from "./s3-multipart.ts";
import { ADOPTED_HEADER, S3Objects } from "./s3-objects.ts";
import { S3_RETRY_POLICY, S3Requests, type S3RetryPolicy } from "./s3-requests.ts";

/** The local cache of objects. */
export interface StoreCacheOptions {
  /** A folder that only this process uses. It is emptied when the process starts. */
  folder: string;
  maxBytes: number;
  /** Whether reads are also cached, in addition to files for programs. Useful for processes that read the same bytes repeatedly. */
  hasReads: boolean;
}

export interface S3StoreOptions {
  credentials: S3Credentials;
  cache?: StoreCacheOptions | undefined;
  patience?: Partial<S3RetryPolicy>;
}

/** The number of sources that are remembered as stored in blocks. */
const MAX_KNOWN = 10_000;
/** The number of cached bytes that a stream reads at a time. */
const STREAM_STEP_BYTES = 1_048_576;
/** The size below which an object is fetched by one request, because this takes no longer than fetching its start. */
const MAX_COPY_BYTES = 32 * 1_048_576;
const WHOLE_OBJECT: StoreRange = { offset: 0, length: Number.MAX_SAFE_INTEGER };

/**
 * A media store in an S3-compatible bucket.
 * @example const store = await S3Store.open(parseS3Location("s3://media?region=eu-west-3"), { credentials });
 */
export class S3Store implements AdoptingStore {
  readonly #prefix: string;
  readonly #requests: S3Requests;
  readonly #objects: S3Objects;
  readonly #multipart: S3Multipart;
  readonly #growing: S3Growing;
  readonly #knownAsBlocks = new Set<string>();
  #cache: BlockCache | undefined;
  #hasCachedReads = false;

  private constructor(location: S3Location, { credentials, patience }: S3StoreOptions) {
    this.#prefix = location.prefix;
    this.#requests = new S3Requests(location, credentials, { ...S3_RETRY_POLICY, ...patience });
    this.#objects = new S3Objects(this.#requests);
    this.#multipart = new S3Multipart(this.#requests, this.#objects);
    this.#growing = new S3Growing(this.#objects);
  }

  static async open(location: S3Location, options: S3StoreOptions): Promise<S3Store> {
    const store = new S3Store(location, options);
    if (!options.cache) return store;
    const { folder, maxBytes, hasReads } = options.cache;
    store.#hasCachedReads = hasReads;
    store.#cache = await BlockCache.open({
      folder,
      maxBytes,
      fetch: (name, range) => store.#bytesOf(name, range),
    });
    return store;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#objects.put(this.#keyOf(name), bytes);
  }

  async putFile(name: string, localPath: string): Promise<void> {
    const key = this.#keyOf(name);
    const { size } = await stat(localPath);
    if (size > MAX_SINGLE_PUT_BYTES) await this.#multipart.putFile(key, localPath);
    else await this.#objects.put(key, await readFile(localPath));
    await unlink(localPath);
  }

  async adopt(name: string, { sizeBytes, stream, workFolder }: AdoptedBytes): Promise<boolean> {
    const key = this.#keyOf(name);
    // This is checked before the bytes are fetched. With stores that lack conditional writes, it is the only check.
    if (await this.#find(name, key)) return false;
    const headers = { [ADOPTED_HEADER]: "1" };
    if (sizeBytes > MAX_SINGLE_PUT_BYTES) {
      const path = join(workFolder, randomUUID());
      try {
        await pipeline(stream(), createWriteStream(path, { flags: "wx" }));
        if ((await stat(path)).size !== sizeBytes) throw new Error(`${name} changed while it was copied`);
        if (await this.#find(name, key)) return false;
        await this.#multipart.putFile(key, path, headers);
      } finally {
        await rm(path, { force: true });
      }
      return true;
    }
    const bytes = await buffer(stream());
    if (bytes.length !== sizeBytes) throw new Error(`${name} changed while it was copied`);
    return this.#growing.putMissing(key, bytes, headers);
  }

  async isAdopted(name: string): Promise<boolean> {
    return (await this.#objects.head(this.#keyOf(name)))?.isAdopted ?? false;
  }

  async read(name: string, range?: StoreRange): Promise<Uint8Array> {
    if (this.#cache && this.#hasCachedReads && range && !mayGrow(name)) {
      try {
        return await this.#cache.read(name, range);
      } catch (error) {
        // The store already has the bytes, so viewers need no room on this disk.
        if (!isDiskFull(error)) throw error;
      }
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#bytesOf(name, range)) chunks.push(chunk);
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  }

  stream(name: string, range?: StoreRange): Readable {
    const isCached = this.#hasCachedReads && range && !mayGrow(name);
    const bytes = isCached ? this.#stepsOf(name, range) : this.#bytesOf(name, range);
    return Readable.from(bytes, { objectMode: false });
  }

  async findSize(name: string): Promise<number | undefined> {
    const key = this.#keyOf(name);
    return (await this.#find(name, key))?.sizeBytes;
  }

  async writeAt(name: string, offset: number, bytes: Uint8Array | readonly Uint8Array[]): Promise<void> {
    if (!mayGrow(name)) throw new Error(`A growing source has no extension: ${name}`);
    const whole = bytes instanceof Uint8Array ? bytes : Buffer.concat(bytes);
    await this.#growing.writeAt(
      this.#keyOf(name),
      offset,
      Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength),
    );
  }

  async remove(name: string): Promise<void> {
    const key = this.#keyOf(name);
    if (name.endsWith("/")) return this.#objects.removeAll(key);
    await this.#objects.remove(key);
    if (mayGrow(name)) await this.#growing.remove(key);
    this.#knownAsBlocks.delete(key);
  }

  async *list(prefix = ""): AsyncGenerator<StoredObject> {
    if (prefix) assertName(prefix);
    let source: { key: string; endBytes: number } | undefined;
    for await (const { key, sizeBytes } of this.#objects.list(`${this.#prefix}${prefix}`)) {
      const block = parseBlockKey(key, sizeBytes);
      if (source && source.key !== block?.key) yield this.#named(source.key, source.endBytes);
      source = block;
      if (!block) yield this.#named(key, sizeBytes);
    }
    if (source) yield this.#named(source.key, source.endBytes);
  }

  async localFile(name: string, { folder, sizeBytes }: LocalFileOptions): Promise<string> {
    if (!this.#cache) throw new Error("This process keeps no files of the media store");
    const found = await this.#find(name, this.#keyOf(name));
    if (!found) throw new ObjectNotFound(name);
    const { versions } = found;
    return this.#cache.link(name, { sizeBytes: sizeBytes ?? found.sizeBytes, folder, versions });
  }

  pathOf(): undefined {
    return undefined;
  }

  async openSeekable(
    name: string,
    { sizeBytes: wantedBytes }: Pick<LocalFileOptions, "sizeBytes">,
  ): Promise<SeekableObject | undefined> {
    const cache = this.#cache;
    if (!cache) throw new Error("This process keeps no files of the media store");
    if (wantedBytes !== undefined && wantedBytes <= MAX_COPY_BYTES) return undefined;
    const found = await this.#find(name, this.#keyOf(name));
    if (!found) throw new ObjectNotFound(name);
    const sizeBytes = wantedBytes ?? found.sizeBytes;
    if (sizeBytes <= MAX_COPY_BYTES) return undefined;
    if (found.sizeBytes < sizeBytes) throw new ObjectNotFound(`${name} up to ${sizeBytes}`);
    const wanted = { sizeBytes, versions: found.versions };
    if (await cache.hasAll(name, wanted)) return undefined;
    return { sizeBytes, read: (range) => cache.readOf(name, range, wanted) };
  }

  async freeBytes(): Promise<number> {
    return Number.POSITIVE_INFINITY;
  }

  /** Ends multipart uploads that ended processes have left behind. */
  sweep(nowMs?: number): Promise<number> {
    return this.#multipart.sweep(this.#prefix, nowMs);
  }

  /** Closes idle connections. */
  close(): void {
    this.#requests.close();
  }

  /** Reads directly from the store and bypasses the cache. */
  async *#bytesOf(name: string, range?: StoreRange): AsyncGenerator<Uint8Array> {
    const key = this.#keyOf(name);
    if (!this.#knownAsBlocks.has(key)) {
      try {
        return yield* this.#objects.stream(key, range);
      } catch (error) {
        if (!(error instanceof ObjectNotFound)) throw error;
        if (!mayGrow(name)) throw new ObjectNotFound(name);
      }
    }
    yield* this.#bytesOfBlocks(name, key, range ?? WHOLE_OBJECT);
  }

  async *#bytesOfBlocks(name: string, key: string, range: StoreRange): AsyncGenerator<Uint8Array> {
    let isEmpty = true;
    for await (const chunk of this.#growing.stream(key, range)) {
      if (isEmpty) this.#remember(key);
      isEmpty = false;
      yield chunk;
    }
    // Distinguishes a missing object from an object that only ends before the offset.
    if (isEmpty && (await this.#growing.find(key)) === undefined) throw new ObjectNotFound(name);
  }

  async #find(
    name: string,
    key: string,
  ): Promise<{ sizeBytes: number; versions: SectionVersion[] } | undefined> {
    const facts = this.#knownAsBlocks.has(key) ? undefined : await this.#objects.head(key);
    if (facts) return { sizeBytes: facts.sizeBytes, versions: [{ offset: 0, tag: facts.etag }] };
    return mayGrow(name) ? this.#growing.find(key) : undefined;
  }

  async *#stepsOf(name: string, { offset, length }: StoreRange): AsyncGenerator<Uint8Array> {
    const end = offset + length;
    for (let at = offset; at < end; ) {
      const bytes = await this.read(name, { offset: at, length: Math.min(STREAM_STEP_BYTES, end - at) });
      if (bytes.byteLength === 0) return;
      at += bytes.byteLength;
      yield bytes;
    }
  }

  #remember(key: string): void {
    if (this.#knownAsBlocks.size >= MAX_KNOWN) this.#knownAsBlocks.clear();
    this.#knownAsBlocks.add(key);
  }

  #named(key: string, sizeBytes: number): StoredObject {
    return { name: key.slice(this.#prefix.length), sizeBytes };
  }

  #keyOf(name: string): string {
    assertName(name);
    return `${this.#prefix}${name}`;
  }
}
