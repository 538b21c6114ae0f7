import type { Readable } from "node:stream";

/** Bytes `[offset, offset + length)` of an object. */
export interface StoreRange {
  offset: number;
  length: number;
}

/** An object as a list names it. */
export interface StoredObject {
  name: string;
  sizeBytes: number;
}

/** The path at which a program finds an object. */
export interface LocalFileOptions {
  /** The caller's own folder: a store without files of its own puts one there, and the caller removes the folder. */
  folder: string;
  /** Bytes that must be there: those of a growing source that have arrived. All of an object without it. */
  sizeBytes?: number;
}

/** An object as programs read it that seek: the bytes that were there when it was opened. */
export interface SeekableObject {
  sizeBytes: number;
  /** Shorter where the object ends before. @throws what reads throw. */
  read(range: StoreRange): Promise<Uint8Array>;
}

/**
 * The storage of media: named objects that never change once they exist, and sources that grow while they arrive. Names are
 * relative paths of `[A-Za-z0-9._-]` parts. A confirmed write survives a power loss. Every store keeps this contract, which
 * `testing/store-contract.ts` tests.
 */
export interface MediaStore {
  /** Writes a whole object; it appears at once or not at all. Writing the same name again replaces it. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished local file in; the file is gone afterwards. */
  putFile(name: string, localPath: string): Promise<void>;
  /** A range of an object, shorter where the object ends before it; all of it without a range. Throws ObjectNotFound. */
  read(name: string, range?: StoreRange): Promise<Uint8Array>;
  /** The same without keeping it in memory. The stream fails when the object is not there. */
  stream(name: string, range?: StoreRange): Readable;
  /** Undefined when the object is not there. */
  findSize(name: string): Promise<number | undefined>;
  /**
   * Writes into a growing source at an offset, parts one behind the other, and makes it durable before it answers. Such
   * names have no extension. Writers of different blocks of `GROWING_BLOCK_BYTES` may write at once, of the same one not.
   * What nobody has written must not be read.
   */
  writeAt(name: string, offset: number, bytes: Uint8Array | readonly Uint8Array[]): Promise<void>;
  /** Deletes an object, or everything under a name that ends in `/`. Missing ones are no error. */
  remove(name: string): Promise<void>;
  /** Objects whose name begins with this, or all of them, in no order. Takes long: never while someone waits. */
  list(prefix?: string): AsyncGenerator<StoredObject>;
  /** A file with the bytes of an object, for programs that read files. It must not be written. Throws ObjectNotFound. */
  localFile(name: string, options: LocalFileOptions): Promise<string>;
  /** The path of an object where objects are files of this machine, whether it is there or not; undefined in other stores. */
  pathOf(name: string): string | undefined;
  /**
   * The same without a copy: only what is read comes here. Undefined where a file costs as little, or nothing. Throws
   * ObjectNotFound.
   */
  openSeekable(
    name: string,
    options: Pick<LocalFileOptions, "sizeBytes">,
  ): Promise<SeekableObject | undefined>;
  /** Free bytes of the store; Infinity where it has no limit. */
  freeBytes(): Promise<number>;
}

/** The size of a chunk of an upload (`UPLOAD_CHUNK_BYTES`): stores keep growing sources in such blocks. */
export const GROWING_BLOCK_BYTES = 5_000_000;

const NAME = /^(?!.*\.\.)[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/;

/** @throws Error for what no object is called. */
export function assertName(name: string): void {
  if (!NAME.test(name)) throw new Error(`Not a name of the media store: ${JSON.stringify(name)}`);
}

/** Whether an object may be a growing source. */
export const mayGrow = (name: string): boolean => !name.slice(name.lastIndexOf("/") + 1).includes(".");

/** There is no room for an object; `code` equals the kernel's, which may report it first. */
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
