import type { SectionVersion } from "../block-cache.ts";
import { GROWING_BLOCK_BYTES, ObjectNotFound, type StoreRange } from "../media-store.ts";
import { S3Error } from "./s3-error.ts";
import type { S3Objects } from "./s3-objects.ts";

/** The key of a source's block: `uploads/…/source.blocks/000012`. */
const BLOCK_NAME_PATTERN = /^(.*)\.blocks\/(\d{6})$/;
/** The maximum number of attempts to write a block. Two writers of the same block mean that a client repeats a chunk. */
const MAX_WRITES = 10;

/** Returns the key prefix of a source's blocks. */
const blocksOf = (key: string): string => `${key}.blocks/`;
const keyOf = (key: string, n: number): string => `${blocksOf(key)}${String(n).padStart(6, "0")}`;

/** Returns the source to which a block's key belongs, and the source's minimum length. Returns undefined for other keys. */
export function parseBlockKey(key: string, sizeBytes: number): { key: string; endBytes: number } | undefined {
  const [, source, n] = BLOCK_NAME_PATTERN.exec(key) ?? [];
  return source === undefined
    ? undefined
    : { key: source, endBytes: Number(n) * GROWING_BLOCK_BYTES + sizeBytes };
}

/**
 * Arriving sources in a store whose objects cannot be appended to. Each block is an object whose key follows from its offset. Any
 * process can therefore write and read any block without a list.
 */
export class S3Growing {
  readonly #objects: S3Objects;
  /** Whether the store accepts conditional writes. False once it has rejected one. */
  #hasConditions = true;
  /** Whether the store expects ETags without quotes, as radosgw does against the standard. The store's responses show it. */
  #hasBareTags = false;
  constructor(objects: S3Objects) {
    this.#objects = objects;
  }

  async writeAt(key: string, offset: number, bytes: Buffer): Promise<void> {
    const writes: Promise<void>[] = [];
    for (let done = 0; done < bytes.length || writes.length === 0; ) {
      const n = Math.floor((offset + done) / GROWING_BLOCK_BYTES);
      const offsetInBlock = offset + done - n * GROWING_BLOCK_BYTES;
      const part = bytes.subarray(done, done + GROWING_BLOCK_BYTES - offsetInBlock);
      writes.push(this.#writeBlock(keyOf(key, n), offsetInBlock, part));
      done += part.length;
    }
    await Promise.all(writes);
  }

  /** Reads up to the first missing byte. Reads nothing if the first block is missing. */
  async *stream(key: string, { offset, length }: StoreRange): AsyncGenerator<Buffer> {
    const end = offset + length;
    for (let at = offset; at < end; ) {
      const n = Math.floor(at / GROWING_BLOCK_BYTES);
      const blockEnd = (n + 1) * GROWING_BLOCK_BYTES;
      const range = { offset: at - n * GROWING_BLOCK_BYTES, length: Math.min(end, blockEnd) - at };
      try {
        for await (const chunk of this.#objects.stream(keyOf(key, n), range)) {
          at += chunk.length;
          yield chunk;
        }
      } catch (error) {
        if (error instanceof ObjectNotFound) return;
        throw error;
      }
      if (at < Math.min(end, blockEnd)) return;
    }
  }

  /** Returns the length of a source and the identity of its blocks, or undefined if it has no blocks. */
  async find(key: string): Promise<{ sizeBytes: number; versions: SectionVersion[] } | undefined> {
    const versions: SectionVersion[] = [];
    let sizeBytes = 0;
    for await (const block of this.#objects.list(blocksOf(key))) {
      const endBytes = parseBlockKey(block.key, block.sizeBytes)?.endBytes ?? 0;
      versions.push({ offset: endBytes - block.sizeBytes, tag: block.etag });
      sizeBytes = Math.max(sizeBytes, endBytes);
    }
    return versions.length === 0 ? undefined : { sizeBytes, versions };
  }

  remove(key: string): Promise<void> {
    return this.#objects.removeAll(blocksOf(key));
  }

  /** Writes an object unless it exists. @returns whether it was stored. */
  async putMissing(key: string, bytes: Buffer, headers: Record<string, string>): Promise<boolean> {
    for (let n = 1; ; n++) {
      const condition = this.#conditionOf(undefined);
      try {
        await this.#objects.put(key, bytes, { ...headers, ...condition });
        return true;
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        if (error.status === 412) return false;
        if (error.status === 501 && condition["if-none-match"]) this.#hasConditions = false;
        // Another process is writing the same block.
        else if (error.status !== 409 || n >= MAX_WRITES) throw error;
      }
    }
  }

  /**
   * Writes one block. A complete block replaces the existing one. A partial block is merged with it, and the write is retried if
   * another writer was faster.
   */
  async #writeBlock(key: string, offsetInBlock: number, bytes: Buffer): Promise<void> {
    if (bytes.length === GROWING_BLOCK_BYTES) return this.#objects.put(key, bytes);
    let refused: string | undefined;
    for (let n = 1; ; n++) {
      const known = await this.#objects.find(key);
      // No other writer was faster. The store compares the ETag without its quotes.
      if (refused !== undefined && known?.etag === refused) this.#hasBareTags = !this.#hasBareTags;
      const merged = mergeAt(known?.bytes, offsetInBlock, bytes);
      // The bytes are already stored, for example by an attempt whose response was lost.
      if (known?.bytes.equals(merged)) return;
      try {
        return await this.#objects.put(key, merged, this.#conditionOf(known?.etag));
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        refused = error.status === 412 ? known?.etag : undefined;
        if (error.status === 501) this.#hasConditions = false;
        else if (!OVERTAKEN_STATUSES.has(error.status) || n >= MAX_WRITES) throw error;
      }
    }
  }

  #conditionOf(etag: string | undefined): Record<string, string> {
    if (!this.#hasConditions) return {};
    if (etag === undefined) return { "if-none-match": "*" };
    return { "if-match": this.#hasBareTags ? etag.replaceAll('"', "") : etag };
  }
}

/** The statuses of a rejected write. Another writer has written, is writing, or has removed the block. */
const OVERTAKEN_STATUSES = new Set([404, 409, 412]);

function mergeAt(known: Buffer | undefined, offsetInBlock: number, bytes: Buffer): Buffer {
  const merged = Buffer.alloc(Math.max(known?.length ?? 0, offsetInBlock + bytes.length));
  known?.copy(merged);
  bytes.copy(merged, offsetInBlock);
  return merged;
}
