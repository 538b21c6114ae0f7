import { AppError, type ErrorCode } from "@shoal/contract";
import { largestFirst, type ResourceHolder, sumHeldBytes } from "./largest-first.ts";

export interface BodyMemoryLimits {
  /** The limit for all bodies together. */
  limitBytes: number;
  /** The allocation unit: each sender holds at least this much. */
  blockBytes: number;
  /** How many bytes stay allocated while nothing is received. */
  keptBytes: number;
  /** The error for a sender that must give way; "too_many_requests" by default. */
  refusal?: ErrorCode;
}

const RETRY_AFTER_SEC = 5;

/**
 * Limits the memory of all bodies being received, in reusable blocks: fresh buffers stay allocated until the next garbage
 * collection, which grew the process by 90 MB during an upload of 300 MB. A body counts with the bytes received so far. When
 * memory is full, the client that holds most gives way: its user who holds most, and the slowest of that user's bodies. Senders
 * that hold little therefore never wait for others.
 * @example await memory.receive(sender, async (body) => { body.append(bytes); });
 */
export class BodyMemory {
  readonly #limits: BodyMemoryLimits;
  readonly #free: Buffer[] = [];
  readonly #receptions = new Set<BodyReception>();

  constructor(limits: BodyMemoryLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` with an empty body, whose bytes must not be used afterwards.
   * @throws AppError of `refusal` if this body had to give way: the sender retries.
   */
  async receive<T>(sender: ResourceHolder, work: (body: BodyReception) => Promise<T>): Promise<T> {
    const body = this.open(sender);
    try {
      return await Promise.race([work(body), body.interrupted]);
    } finally {
      this.close(body);
    }
  }

  /** Opens an empty body, which counts until it is closed. */
  open(sender: ResourceHolder): BodyReception {
    const body = new BodyReception(sender, this.#limits.blockBytes, {
      acquire: (forBody) => this.#acquire(forBody),
      giveBack: (blocks) => this.#giveBack(blocks),
      noRoom: () => this.#noRoom(),
    });
    this.#receptions.add(body);
    // Keeps the number of bodies below that of blocks, which bounds each search for the largest holder.
    this.#makeRoom(0);
    return body;
  }

  /** Releases the memory of a body, whose bytes must not be used afterwards. Closing it twice has no effect. */
  close(body: BodyReception): void {
    this.#receptions.delete(body);
    this.#giveBack(body.release());
  }

  /** Bytes held now; a body without any bytes counts as one block. */
  get heldBytes(): number {
    return sumHeldBytes([...this.#receptions]);
  }

  #acquire(forBody: BodyReception): Buffer {
    if (!this.#makeRoom(this.#limits.blockBytes)) throw forBody.interrupt(this.#noRoom());
    if (!forBody.isArriving) throw this.#noRoom();
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#limits.blockBytes);
  }

  /** Aborts the largest senders until this much more fits. @returns false if no sender is left. */
  #makeRoom(moreBytes: number): boolean {
    while (this.heldBytes + moreBytes > this.#limits.limitBytes) {
      const victim = findLargestSender([...this.#receptions]);
      if (!victim) return false;
      victim.interrupt(this.#noRoom());
      this.close(victim);
    }
    return true;
  }

  #noRoom(): AppError {
    const error = new AppError(
      this.#limits.refusal ?? "too_many_requests",
      "Too much data is being sent at once; try again in a moment",
    );
    error.retryAfterSec = RETRY_AFTER_SEC;
    return error;
  }

  #giveBack(blocks: readonly Buffer[]): void {
    const room = Math.floor(this.#limits.keptBytes / this.#limits.blockBytes) - this.#free.length;
    this.#free.push(...blocks.slice(0, Math.max(0, room)));
  }
}

/** The source of a body's blocks. */
interface BlockSource {
  acquire(forBody: BodyReception): Buffer;
  giveBack(blocks: readonly Buffer[]): void;
  noRoom(): AppError;
}

/** A body while it is being received. */
export class BodyReception {
  /** The sender. */
  readonly holder: ResourceHolder;
  /** Rejects when this body must end. */
  readonly interrupted: Promise<never>;
  readonly #blockBytes: number;
  readonly #pool: BlockSource;
  readonly #blocks: Buffer[] = [];
  #joinedBytes = 0;
  readonly #beganMs = performance.now();
  readonly #reject: (error: AppError) => void;
  #sizeBytes = 0;
  #state: "arriving" | "whole" | "over" = "arriving";

  constructor(sender: ResourceHolder, blockBytes: number, pool: BlockSource) {
    this.holder = sender;
    this.#blockBytes = blockBytes;
    this.#pool = pool;
    const { promise, reject } = Promise.withResolvers<never>();
    this.interrupted = promise;
    // A sender interrupted after the end no longer listens.
    promise.catch(() => undefined);
    this.#reject = reject;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  get heldBytes(): number {
    return Math.max(1, this.#blocks.length) * this.#blockBytes + this.#joinedBytes;
  }

  get isArriving(): boolean {
    return this.#state === "arriving";
  }

  get bytesPerMs(): number {
    return this.#sizeBytes / Math.max(1, performance.now() - this.#beganMs);
  }

  /** @throws AppError if this body had to give way. */
  append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.byteLength; ) {
      if (!this.isArriving) throw this.#pool.noRoom();
      const at = this.#sizeBytes % this.#blockBytes;
      // Acquiring a block may evict this very body, in which case nothing is added to it.
      const block = at === 0 ? this.#pool.acquire(this) : this.#blocks.at(-1);
      if (!block) throw this.#pool.noRoom();
      if (at === 0) this.#blocks.push(block);
      const part = bytes.subarray(done, done + this.#blockBytes - at);
      block.set(part, at);
      this.#sizeBytes += part.byteLength;
      done += part.byteLength;
    }
  }

  /** Marks the body as complete: it no longer gives way. @returns its bytes, in order. */
  complete(): Buffer[] {
    if (!this.isArriving) throw this.#pool.noRoom();
    this.#state = "whole";
    return this.#blocks.map((block, n) => block.subarray(0, this.#sizeBytes - n * this.#blockBytes));
  }

  /**
   * Returns the complete body in a single buffer, which counts until the body is closed; its blocks are released immediately.
   */
  join(): Buffer {
    const whole = Buffer.concat(this.complete());
    this.#joinedBytes = whole.byteLength;
    this.#pool.giveBack(this.#blocks.splice(0));
    return whole;
  }

  /** Ends the reception of this body. @returns the error. */
  interrupt(error: AppError): AppError {
    if (!this.isArriving) return error;
    this.#state = "over";
    this.#reject(error);
    return error;
  }

  /** @returns the blocks, which the next body uses. */
  release(): Buffer[] {
    this.#state = "over";
    this.#joinedBytes = 0;
    return this.#blocks.splice(0);
  }
}

/** Returns the body that must give way; undefined if no body is being received. */
function findLargestSender(bodies: readonly BodyReception[]): BodyReception | undefined {
  for (const ofUser of largestFirst(bodies)) {
    const arriving = ofUser.filter(({ isArriving }) => isArriving);
    if (arriving.length > 0) return arriving.reduce((a, b) => (b.bytesPerMs < a.bytesPerMs ? b : a));
  }
  return undefined;
}
