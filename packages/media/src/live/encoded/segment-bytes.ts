import { createHash, type Hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ByteRange } from "@shoal/contract/stored-data";

/** The store of finished segments. Names are relative, as in a media store. */
export interface LiveObjects {
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(range: ByteRange): Promise<Uint8Array>;
  remove(name: string): Promise<void>;
}

export interface SegmentBytesOptions {
  objects: LiveObjects;
  /** The prefix of all object names; ends in `/`. */
  folder: string;
  /** The limit for bytes of finished segments in memory, over all renditions. */
  keptBytes: number;
  /** The pauses, in ms, before each retry of an object that could not be written; no retries by default. */
  againAfterMs?: readonly number[];
  /** Called when an object could not be written or removed. */
  onFault(error: unknown): void;
}

interface GrowingObject {
  chunks: Buffer[];
  sizeBytes: number;
  hash: Hash;
}

/**
 * The bytes of a live. Incomplete and recent segments are in memory, and older ones in the object store. Each rendition of a
 * segment is one object, and its parts are ranges of this object.
 */
export class SegmentBytes {
  readonly #options: SegmentBytesOptions;
  readonly #growing = new Map<string, GrowingObject>();
  /** Finished segments by name, the oldest first. */
  readonly #kept = new Map<string, Buffer>();
  /** The segments that are being written. They stay in memory until they are stored. */
  readonly #writing = new Map<string, Promise<boolean>>();
  /** Segments that could not be written and exist only in memory. */
  readonly #unstored = new Set<string>();
  /** The init segments that could not be written. Later segments need them, so they stay in memory until they are stored. */
  readonly #unstoredInits = new Map<string, Buffer>();
  readonly #work = new Set<Promise<void>>();
  #keptBytes = 0;

  constructor(options: SegmentBytesOptions) {
    this.#options = options;
  }

  nameOf(trackId: string, number: number): string {
    return `${this.#options.folder}${trackId}/${number}.m4s`;
  }

  /** Appends a part to an object. @returns where the part is located in the object. */
  append(name: string, bytes: Buffer): ByteRange {
    const growing = this.#growing.get(name) ?? { chunks: [], sizeBytes: 0, hash: createHash("sha256") };
    this.#growing.set(name, growing);
    const range = { object: name, offset: growing.sizeBytes, length: bytes.length, sha256: sha256(bytes) };
    growing.chunks.push(bytes);
    growing.sizeBytes += bytes.length;
    growing.hash.update(bytes);
    return range;
  }

  /** Completes an object and starts writing it. @returns its sha256. */
  finish(name: string): string {
    const growing = this.#growing.get(name);
    if (!growing) return sha256(Buffer.alloc(0));
    this.#growing.delete(name);
    this.#keep(name, Buffer.concat(growing.chunks), "segment");
    return growing.hash.digest("hex");
  }

  /** Adds an init segment. */
  put(name: string, bytes: Buffer): ByteRange {
    this.#keep(name, bytes, "init");
    return { object: name, offset: 0, length: bytes.length, sha256: sha256(bytes) };
  }

  /** Resolves to whether a finished object has been stored. An init segment that could not be written is tried once more. */
  async isStored(name: string): Promise<boolean> {
    const init = this.#unstoredInits.get(name);
    if (init && !this.#writing.has(name)) this.#writeAgain(name, init);
    return (await this.#writing.get(name)) ?? true;
  }

  async read(range: ByteRange): Promise<Uint8Array> {
    const growing = this.#growing.get(range.object);
    const bytes = growing
      ? Buffer.concat(growing.chunks)
      : (this.#kept.get(range.object) ?? this.#unstoredInits.get(range.object));
    return bytes
      ? bytes.subarray(range.offset, range.offset + range.length)
      : this.#options.objects.read(range);
  }

  /** Removes an object that is no longer requested. */
  remove(name: string): void {
    this.#evict(name);
    this.#do(this.#options.objects.remove(name).catch(this.#options.onFault));
  }

  /** Resolves when all writes and removals so far are done. */
  async settle(): Promise<void> {
    await Promise.all(this.#work);
  }

  /** Removes stored objects from memory once the live has ended. Few of them are still requested, and these are read from the store. */
  release(): void {
    for (const name of Array.from(this.#kept.keys()))
      if (!this.#writing.has(name) && !this.#unstored.has(name)) this.#evict(name);
  }

  #do(work: Promise<void>): void {
    this.#work.add(work);
    void work.then(() => this.#work.delete(work));
  }

  #keep(name: string, bytes: Buffer, kind: "init" | "segment"): void {
    this.#evict(name);
    this.#kept.set(name, bytes);
    this.#keptBytes += bytes.length;
    this.#follow(name, this.#write(name, bytes), (isStored) => {
      if (kind === "init" && !isStored) this.#unstoredInits.set(name, bytes);
    });
    this.#drop();
  }

  #writeAgain(name: string, bytes: Buffer): void {
    const { objects, onFault } = this.#options;
    const writing = objects.put(name, bytes).then(
      () => true,
      (error: unknown) => {
        onFault(error);
        return false;
      },
    );
    this.#follow(name, writing, (isStored) => {
      if (!isStored) return;
      this.#unstoredInits.delete(name);
      this.#unstored.delete(name);
    });
  }

  #follow(name: string, writing: Promise<boolean>, onWritten: (isStored: boolean) => void): void {
    this.#writing.set(name, writing);
    const handleWritten = (isStored: boolean) => {
      if (this.#writing.get(name) === writing) this.#writing.delete(name);
      onWritten(isStored);
      this.#drop();
    };
    this.#do(writing.then(handleWritten));
  }

  /** Writes an object, with retries, so a short outage of the store leaves no gap. @returns whether the object is stored. */
  async #write(name: string, bytes: Buffer): Promise<boolean> {
    const { objects, onFault, againAfterMs = [] } = this.#options;
    const isKept = () => this.#kept.get(name) === bytes;
    for (const waitMs of [...againAfterMs, undefined]) {
      try {
        await objects.put(name, bytes);
        return true;
      } catch (error) {
        onFault(error);
      }
      if (waitMs === undefined || !isKept()) break;
      await delay(waitMs);
      if (!isKept()) break;
    }
    if (isKept()) this.#unstored.add(name);
    return false;
  }

  /** Drops the oldest segments, even if they could not be written. Otherwise, a full disk would fill the memory. */
  #drop(): void {
    const { keptBytes } = this.#options;
    for (const name of this.#kept.keys()) {
      if (this.#keptBytes <= keptBytes) return;
      if (this.#writing.has(name) && this.#keptBytes <= 2 * keptBytes) continue;
      this.#evict(name);
    }
  }

  #evict(name: string): void {
    this.#keptBytes -= this.#kept.get(name)?.length ?? 0;
    this.#kept.delete(name);
    this.#unstored.delete(name);
  }
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
