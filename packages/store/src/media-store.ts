import type { Readable } from "node:stream";

/** The bytes `[offset, offset + length)` of an object. */
export interface StoreRange {
  offset: number;
  length: number;
}

/** An object in a listing of the store. */
export interface StoredObject {
  name: string;
  sizeBytes: number;
}

/** Options for requesting a local path of an object. */
export interface LocalFileOptions {
  /** The caller's own folder. A store without local files puts a copy there, and the caller removes the folder. */
  folder: string;
  /**
   * The number of bytes needed. By default, it is the whole object. For a source that is still arriving, it is the number of bytes
   * that have arrived.
   */
  sizeBytes?: number;
}

/** An object for programs that seek. It contains the bytes that were present when it was opened. */
export interface SeekableObject {
  sizeBytes: number;
  /**
   * Reads a range. The result is shorter at the end of the object.
   * @throws the errors of reading the store.
   */
  read(range: StoreRange): Promise<Uint8Array>;
}

/**
 * The storage of media: named objects that never change once they exist, and sources to which blocks are added while they arrive. Names are
 * relative paths of `[A-Za-z0-9._-]` parts. A confirmed write survives a power failure. All stores follow this contract, which
 * `testing/store-contract.ts` tests.
 */
export interface MediaStore {
  /** Writes a whole object atomically. Writing the same name again replaces it. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished local file into the store. */
  putFile(name: string, localPath: string): Promise<void>;
  /**
   * Reads a range of an object, or the whole object if no range is given. The result is shorter at the end of the object. Throws
   * ObjectNotFound.
   */
  read(name: string, range?: StoreRange): Promise<Uint8Array>;
  /** Streams a range of an object, or the whole object. The stream fails if the object does not exist. */
  stream(name: string, range?: StoreRange): Readable;
  /** Returns the size of an object, or undefined if it does not exist. */
  findSize(name: string): Promise<number | undefined>;
  /**
   * Writes consecutive parts into an arriving source at an offset. Resolves when they are durable. The names of arriving sources
   * have no extension. Different blocks of `GROWING_BLOCK_BYTES` may be written concurrently, but not the same block. Unwritten
   * bytes must not be read.
   */
  writeAt(name: string, offset: number, bytes: Uint8Array | readonly Uint8Array[]): Promise<void>;
  /** Deletes an object, or everything below a name that ends in `/`. Missing objects are ignored. */
  remove(name: string): Promise<void>;
  /** Lists all objects whose name begins with the prefix, in no particular order. This is slow and must not be used while a user waits. */
  list(prefix?: string): AsyncGenerator<StoredObject>;
  /**
   * Returns a file with the bytes of an object, for programs that read files. It must not be written to. Throws ObjectNotFound.
   */
  localFile(name: string, options: LocalFileOptions): Promise<string>;
  /** Returns the path at which an object is or would be a local file. Returns undefined in stores without local files. */
  pathOf(name: string): string | undefined;
  /**
   * Opens an object without copying it. Only the bytes that are read are fetched. Returns undefined if a local file costs no more.
   * Throws ObjectNotFound.
   */
  openSeekable(
    name: string,
    options: Pick<LocalFileOptions, "sizeBytes">,
  ): Promise<SeekableObject | undefined>;
  /** Returns the free space of the store, or Infinity if it is unlimited. */
  freeBytes(): Promise<number>;
}

/** The block size of arriving sources: equal to the size of an upload's chunks (`UPLOAD_CHUNK_BYTES`). */
export const GROWING_BLOCK_BYTES = 5_000_000;

const NAME_PATTERN = /^(?!.*\.\.)[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/;

/** @throws Error for an invalid name. */
export function assertName(name: string): void {
  if (!NAME_PATTERN.test(name)) throw new Error(`Not a name of the media store: ${JSON.stringify(name)}`);
}

/** Returns whether an object may be an arriving source. */
export const mayGrow = (name: string): boolean => !name.slice(name.lastIndexOf("/") + 1).includes(".");

/**
 * The error for an object for which the store has no room. `code` equals the kernel's code, because the kernel may report the
 * condition first.
 */
export class DiskFull extends Error {
  readonly code = "ENOSPC";
  constructor(freeBytes: number) {
    super(
      `No space left for media: ${Math.floor(freeBytes / 1_000_000)} MB are free, which are kept for the databases`,
    );
    this.name = "DiskFull";
  }
}

export class ObjectNotFound extends Error {
  constructor(name: string) {
    super(`No object ${name} in the media store`);
    this.name = "ObjectNotFound";
  }
}
