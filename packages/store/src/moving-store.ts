import { Readable } from "node:stream";
import {
  type LocalFileOptions,
  type MediaStore,
  ObjectNotFound,
  type SeekableObject,
  type StoredObject,
  type StoreRange,
} from "./media-store.ts";

/**
 * A store into which objects are being moved from an old one (`MEDIA_STORE_FROM`). Writes go to the new store, and objects that it
 * lacks are read from the old one. Removals go to the old store first and to the new one afterwards, so a concurrent copy notices
 * them.
 */
export class MovingStore implements MediaStore {
  readonly #to: MediaStore;
  readonly #from: MediaStore;
  constructor(to: MediaStore, from: MediaStore) {
    this.#to = to;
    this.#from = from;
  }

  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#to.put(name, bytes);
  }

  putFile(name: string, localPath: string): Promise<void> {
    return this.#to.putFile(name, localPath);
  }

  read(name: string, range?: StoreRange): Promise<Uint8Array> {
    return this.#first((store) => store.read(name, range));
  }

  stream(name: string, range?: StoreRange): Readable {
    return Readable.from(this.#bytesOf(name, range), { objectMode: false });
  }

  async findSize(name: string): Promise<number | undefined> {
    return (await this.#to.findSize(name)) ?? this.#from.findSize(name);
  }

  /** Writes to the store that holds the first blocks of the source, where it is completed. */
  async writeAt(name: string, offset: number, bytes: Uint8Array | readonly Uint8Array[]): Promise<void> {
    const isNew =
      (await this.#to.findSize(name)) !== undefined || (await this.#from.findSize(name)) === undefined;
    await (isNew ? this.#to : this.#from).writeAt(name, offset, bytes);
  }

  async remove(name: string): Promise<void> {
    await this.#from.remove(name);
    await this.#to.remove(name);
  }

  /** The old store is listed first. Objects that are copied in the meantime then remain in the list. */
  async *list(prefix?: string): AsyncGenerator<StoredObject> {
    for await (const { name, sizeBytes } of this.#from.list(prefix))
      yield { name, sizeBytes: (await this.#to.findSize(name)) ?? sizeBytes };
    for await (const object of this.#to.list(prefix))
      if ((await this.#from.findSize(object.name)) === undefined) yield object;
  }

  localFile(name: string, options: LocalFileOptions): Promise<string> {
    return this.#first((store) => store.localFile(name, options));
  }

  /** Returns no path, because an object may be in either store and may move. */
  pathOf(): undefined {
    return undefined;
  }

  openSeekable(
    name: string,
    options: Pick<LocalFileOptions, "sizeBytes">,
  ): Promise<SeekableObject | undefined> {
    return this.#first((store) => store.openSeekable(name, options));
  }

  freeBytes(): Promise<number> {
    return this.#to.freeBytes();
  }

  async #first<T>(read: (store: MediaStore) => Promise<T>): Promise<T> {
    try {
      return await read(this.#to);
    } catch (error) {
      if (!(error instanceof ObjectNotFound)) throw error;
      return read(this.#from);
    }
  }

  async *#bytesOf(name: string, range?: StoreRange): AsyncGenerator<Uint8Array> {
    let hasBegun = false;
    try {
      for await (const chunk of this.#to.stream(name, range)) {
        hasBegun = true;
        yield chunk;
      }
    } catch (error) {
      if (hasBegun || !isNotFound(error)) throw error;
      yield* this.#from.stream(name, range);
    }
  }
}

/** Returns whether an error means that an object is missing. Streams of a folder store fail with the system's error codes. */
const isNotFound = (error: unknown): boolean =>
  error instanceof ObjectNotFound || (error as NodeJS.ErrnoException).code === "ENOENT";
