import { createHash, hash, webcrypto } from "node:crypto";
import type { Readable } from "node:stream";
import { AppError } from "@shoal/contract";
import type { ByteRange } from "@shoal/contract/stored-data";
import { type MediaStore, ObjectNotFound } from "@shoal/store";
import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { EdgeMetrics } from "../platform/metrics.ts";

/** The number of ranges remembered as intact. Each takes some 200 bytes. */
const MAX_INTACT = 100_000;
const MAX_DAMAGED = 1_000;
/** How long a verified range is trusted, since a disk may corrupt it later. */
const INTACT_TTL_MS = 3_600_000;
/** The interval at which a damaged range is read again, so that a repaired object works without a restart. */
const DAMAGED_TTL_MS = 10_000;
/** The size below which the hash is computed on the main thread, because handing over to another thread takes 0.2 ms. */
const INLINE_HASH_BYTES = 65_536;

export interface CheckedMediaOptions {
  store: Pick<MediaStore, "read" | "stream">;
  metrics: Pick<EdgeMetrics, "mediaDamaged">;
  log: Pick<FastifyBaseLogger, "error">;
  now?: () => number;
}

/**
 * Reads media for viewers, and verifies them against the hashes in the index. A range is hashed once and trusted for an hour after
 * that.
 */
export class CheckedMedia {
  readonly #options: CheckedMediaOptions;
  readonly #now: () => number;
  /** Until when a range is trusted, by its key. */
  readonly #intact = new LRUCache<string, number>({ max: MAX_INTACT });
  /** When a range was last found to be damaged, by its key. */
  readonly #damaged = new Map<string, number>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(options: CheckedMediaOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** The number of ranges whose last read found them damaged. */
  get damagedCount(): number {
    return this.#damaged.size;
  }

  /**
   * Reads and verifies a range.
   * @throws AppError "unavailable" for a damaged range; ObjectNotFound for a missing object.
   */
  async read(range: ByteRange): Promise<Uint8Array> {
    this.#requireNotDamaged(range);
    const bytes = await this.#options.store.read(range.object, range);
    if (bytes.byteLength !== range.length)
      throw new ObjectNotFound(`${range.object} up to ${range.offset + range.length}`);
    if (!this.#isIntact(range)) this.#checkDigest(range, await digestOf(bytes));
    return bytes;
  }

  /**
   * Verifies a range without keeping it in memory.
   * @throws the same errors as `read`.
   */
  async verify(range: ByteRange): Promise<void> {
    this.#requireNotDamaged(range);
    if (this.#isIntact(range)) return;
    const key = keyOf(range);
    const running = this.#running.get(key);
    if (running) return running;
    const started = this.#hashStream(range).finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }

  /**
   * Streams a range after verifying it.
   * @throws the same errors as `read`.
   */
  async *stream(range: ByteRange): AsyncGenerator<Buffer> {
    await this.verify(range);
    yield* this.part(range, 0, range.length);
  }

  /** Streams the bytes from `start` to `end` of a range that was already verified. */
  part({ object, offset }: ByteRange, start: number, end: number): Readable {
    return this.#options.store.stream(object, { offset: offset + start, length: end - start });
  }

  async #hashStream(range: ByteRange): Promise<void> {
    const digest = createHash("sha256");
    let sizeBytes = 0;
    for await (const chunk of this.part(range, 0, range.length) as AsyncIterable<Buffer>) {
      digest.update(chunk);
      sizeBytes += chunk.length;
    }
    if (sizeBytes !== range.length)
      throw new ObjectNotFound(`${range.object} up to ${range.offset + range.length}`);
    this.#checkDigest(range, digest.digest("hex"));
  }

  #isIntact(range: ByteRange): boolean {
    return (this.#intact.get(keyOf(range)) ?? 0) > this.#now();
  }

  #requireNotDamaged(range: ByteRange): void {
    const sinceMs = this.#damaged.get(keyOf(range));
    if (sinceMs !== undefined && this.#now() - sinceMs < DAMAGED_TTL_MS) throw createDamagedError();
  }

  #checkDigest(range: ByteRange, sha256: string): void {
    const key = keyOf(range);
    this.#damaged.delete(key);
    if (sha256 === range.sha256) {
      this.#intact.set(key, this.#now() + INTACT_TTL_MS);
      return;
    }
    this.#damaged.set(key, this.#now());
    const [oldest] = this.#damaged.keys();
    if (this.#damaged.size > MAX_DAMAGED && oldest !== undefined) this.#damaged.delete(oldest);
    this.#options.metrics.mediaDamaged.inc();
    this.#options.log.error(
      { ...range, foundSha256: sha256 },
      "Bytes in the media store are not those that were stored: they are not served",
    );
    throw createDamagedError();
  }
}

const createDamagedError = () => new AppError("unavailable", "These media are damaged");

/** Returns the key of a range. The digest is part of it, because a recreated index may expect other bytes at the same position. */
const keyOf = ({ object, offset, sha256 }: ByteRange) => `${object}@${offset}@${sha256.slice(0, 16)}`;

/** Returns the SHA-256 of bytes in hex. Larger inputs are hashed on another thread, so that other viewers do not wait. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength <= INLINE_HASH_BYTES) return hash("sha256", bytes);
  return Buffer.from(await webcrypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString(
    "hex",
  );
}
