import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import { type MediaStore, ObjectNotFound } from "@shoal/store";

/** The validators by which a server identifies its file. */
export interface FileValidators {
  etag: string | null;
  lastModified: string | null;
  /** The file's size in bytes; null while unknown. */
  sizeBytes: number | null;
}

/** The state of a fetch, which is stored next to its file. It is written only after the bytes are durable. */
interface FetchRecord extends FileValidators {
  /** The id of the only run that may write, which is the one that started last. */
  run: string;
  generation: number;
  durableBytes: number;
}

/** The error for a file that differs from the bytes fetched earlier. */
export class SourceChangedError extends Error {}

/** The size of the blocks in which arrived bytes are counted. It equals the size of an upload chunk. */
const BLOCK_SIZE_BYTES = 5_000_000;
/** The size of the blocks of a slow file. It is small, so that little is fetched twice. */
const SMALL_BLOCK_BYTES = 65_536;
const SMALL_BLOCK_AFTER_MS = 1_000;

/** A source that is written to the media store from its start. Each block is durable before the next one is accepted. */
export class GrowingSource {
  /** Called before bytes are written, with the block and its offset. */
  onBlock: (block: Uint8Array, offset: number) => Promise<void> = async () => undefined;
  /** Called when more bytes have become durable. */
  onDurable: () => void = () => undefined;
  readonly #store: MediaStore;
  readonly #object: string;
  readonly #generation: number;
  readonly #buffer = Buffer.allocUnsafeSlow(BLOCK_SIZE_BYTES);
  #record: FetchRecord;
  #offset = 0;
  #filled = 0;
  #flushedAtMs = 0;

  private constructor(store: MediaStore, object: string, generation: number, record: FetchRecord) {
    this.#store = store;
    this.#object = object;
    this.#generation = generation;
    this.#record = record;
  }

  /** Continues an earlier run's file, or starts over. A run that is still writing stops at its next block. */
  static async open(store: MediaStore, object: string, generation: number): Promise<GrowingSource> {
    const known = await readRecord(store, object);
    const isThere = known !== undefined && ((await store.findSize(object)) ?? 0) >= known.durableBytes;
    if (!isThere) await store.remove(object);
    const record = { ...(isThere ? known : createRecord(generation)), run: randomUUID() };
    const source = new GrowingSource(store, object, generation, record);
    await source.#save();
    return source;
  }

  get durableBytes(): number {
    return this.#record.durableBytes;
  }
  get validators(): FileValidators {
    return this.#record;
  }
  /** Whether the existing bytes belong to this generation. Bytes of another generation may be a different video. */
  get isOwn(): boolean {
    return this.#record.generation === this.#generation;
  }
  /** The position up to which the current response confirmed or added bytes. */
  get position(): number {
    return this.#offset;
  }

  /** Deletes all bytes. */
  async clear(): Promise<void> {
    await this.#store.remove(this.#object);
    this.#record = { ...createRecord(this.#generation), run: this.#record.run };
    await this.#save();
  }

  /** Starts a response at a byte offset. The response is compared with the bytes that already exist. */
  async begin(offset: number, validators: FileValidators): Promise<void> {
    this.#offset = offset;
    this.#filled = 0;
    this.#flushedAtMs = performance.now();
    const { durableBytes, run, generation } = this.#record;
    this.#record = { ...validators, durableBytes, run, generation };
    await this.#save();
  }

  /** Compares or writes bytes. @throws SourceChangedError, or any error of `onBlock`. */
  async write(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const taken = bytes.copy(this.#buffer, this.#filled, done);
      done += taken;
      this.#filled += taken;
      const isLate = performance.now() - this.#flushedAtMs > SMALL_BLOCK_AFTER_MS;
      if (this.#filled === BLOCK_SIZE_BYTES || (isLate && this.#filled >= SMALL_BLOCK_BYTES))
        await this.flush();
    }
  }

  /** Makes the written bytes durable. */
  async flush(): Promise<void> {
    const block = this.#buffer.subarray(0, this.#filled);
    const known = Math.min(block.length, Math.max(0, this.durableBytes - this.#offset));
    await this.#compare(block.subarray(0, known));
    if (known < block.length) await this.#add(block.subarray(known), this.#offset + known);
    this.#offset += block.length;
    this.#filled = 0;
    this.#flushedAtMs = performance.now();
  }

  /** Completes the file, and removes the state next to it. */
  async finish(): Promise<void> {
    // A file without bytes must exist as well.
    if (this.durableBytes === 0) await this.#store.writeAt(this.#object, 0, Buffer.alloc(0));
    await this.#store.remove(recordOf(this.#object));
  }

  async #compare(block: Uint8Array): Promise<void> {
    if (block.length === 0) return;
    const there = await this.#store.read(this.#object, { offset: this.#offset, length: block.length });
    if (Buffer.compare(there, block) !== 0) throw new SourceChangedError("Other bytes than before");
  }

  async #add(block: Uint8Array, offset: number): Promise<void> {
    await this.onBlock(block, offset);
    const record = await readRecord(this.#store, this.#object);
    if (record?.run !== this.#record.run) throw new Error("Another run fetches this file now");
    await this.#store.writeAt(this.#object, offset, block);
    this.#record.durableBytes = offset + block.length;
    // The response has confirmed the existing bytes, so they now belong to this generation.
    this.#record.generation = this.#generation;
    await this.#save();
    this.onDurable();
  }

  #save(): Promise<void> {
    return this.#store.put(recordOf(this.#object), Buffer.from(JSON.stringify(this.#record)));
  }
}

const recordOf = (object: string) => posix.join(posix.dirname(object), "fetch.json");

const createRecord = (generation: number): FetchRecord => ({
  run: "",
  generation,
  etag: null,
  lastModified: null,
  sizeBytes: null,
  durableBytes: 0,
});

async function readRecord(store: MediaStore, object: string): Promise<FetchRecord | undefined> {
  try {
    return JSON.parse(Buffer.from(await store.read(recordOf(object))).toString()) as FetchRecord;
  } catch (error) {
    if (error instanceof ObjectNotFound) return undefined;
    throw error;
  }
}
