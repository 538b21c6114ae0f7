import type { Readable } from "node:stream";

/**
 * Where media lies: named objects that never change once they are there, and sources that grow while they arrive.
 * Names are relative paths of `[A-Za-z0-9._-]` parts. What a write has answered for is there after a power loss.
 */
export interface MediaStore {
  /** Writes a whole object; it appears at once or not at all. Writing the same name again replaces it. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished local file in; the file is gone afterwards. */
  putFile(name: string, localPath: string): Promise<void>;
  /** Bytes `[offset, offset + length)` of an object; all of it without a range. Throws ObjectNotFound. */
  read(name: string, range?: { offset: number; length: number }): Promise<Uint8Array>;
  stream(name: string, range?: { offset: number; length: number }): Readable;
  /** Undefined when the object is not there. */
  findSize(name: string): Promise<number | undefined>;
  /** Writes into a growing source at an offset, parts one behind the other, and makes it durable before it answers. */
  writeAt(name: string, offset: number, bytes: Uint8Array | readonly Uint8Array[]): Promise<void>;
  /** Deletes an object, or everything under a name that ends in `/`. Missing ones are no error. */
  remove(name: string): Promise<void>;
  /** A path that ffmpeg can read, for stores that have one. */
  localPath(name: string): string;
  /** Free bytes of the store; Infinity where it has no limit. */
  freeBytes(): Promise<number>;
}

/** There is no room for an object; `code` as the kernel says it, because it may say it first. */
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
