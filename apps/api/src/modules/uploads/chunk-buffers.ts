import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@shoal/contract";

/**
 * Buffers of one size that are lent and used again: a fresh one for each chunk stays in memory until the next garbage
 * collection, which grew the process by 90 MB during an upload of 300 MB. Their number bounds what uploads hold.
 * @example const buffers = new ChunkBuffers({ sizeBytes: 5_000_001, limit: 16, patienceMs: 30_000 });
 */
export class ChunkBuffers {
  readonly #free: Buffer[] = [];
  readonly #waiting: ((buffer: Buffer) => void)[] = [];
  readonly #options: { sizeBytes: number; limit: number; patienceMs: number };
  #made = 0;

  constructor(options: { sizeBytes: number; limit: number; patienceMs: number }) {
    this.#options = options;
  }

  /**
   * Runs `work` with a buffer of its own, which must not be used afterwards.
   * @throws AppError "unavailable" when none came free in time: the sender tries again.
   */
  async lend<T>(work: (buffer: Buffer) => Promise<T>): Promise<T> {
    const buffer = await this.#take();
    try {
      return await work(buffer);
    } finally {
      this.#giveBack(buffer);
    }
  }

  async #take(): Promise<Buffer> {
    const free = this.#free.pop();
    if (free) return free;
    if (this.#made < this.#options.limit) {
      this.#made += 1;
      return Buffer.allocUnsafeSlow(this.#options.sizeBytes);
    }
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    this.#waiting.push(resolve);
    const gaveUp = new AbortController();
    const patience = wait(this.#options.patienceMs, undefined, { signal: gaveUp.signal, ref: false });
    const buffer = await Promise.race([promise, patience.catch(() => undefined)]);
    gaveUp.abort();
    if (buffer) return buffer;
    const place = this.#waiting.indexOf(resolve);
    // It came in the very moment in which patience ended.
    if (place === -1) return promise;
    this.#waiting.splice(place, 1);
    throw new AppError("unavailable", "Too many uploads at once; try again");
  }

  #giveBack(buffer: Buffer): void {
    const next = this.#waiting.shift();
    if (next) next(buffer);
    else this.#free.push(buffer);
  }
}
