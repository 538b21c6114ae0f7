export interface BatchedWriterOptions<T> {
  /** Writes the batch; if it throws, none, some or all of it may have been written. */
  write: (batch: T[]) => Promise<void>;
  /** The maximum number of rows in a batch. */
  batchSize: number;
  flushAfterMs: number;
  /** Maximum number of waiting items; further items are dropped. */
  maxWaiting: number;
  /** Writes the report of lost rows. */
  describeLoss: (count: number) => string;
  onError: (error: unknown) => void;
}

/** A failed batch is retried after this many of the usual pauses. */
const RETRY_PAUSES = 10;

/** Writes items in batches in the background. If the process is killed, unwritten items are lost. */
export class BatchedWriter<T> {
  readonly #options: BatchedWriterOptions<T>;
  readonly #waiting: T[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #lost = 0;

  constructor(options: BatchedWriterOptions<T>) {
    this.#options = options;
  }

  add(entry: T): void {
    const { maxWaiting, batchSize, flushAfterMs } = this.#options;
    if (this.#waiting.length >= maxWaiting) this.#lost += 1;
    else this.#waiting.push(entry);
    // Flushes only once: items added during the write wait for the timer.
    if (this.#waiting.length === batchSize) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), flushAfterMs);
  }

  /** Writes waiting items. Items that could not be written are kept for the next flush. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running.then(() => this.#writeWaiting()).catch(this.#options.onError);
    return this.#running;
  }

  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  async #writeWaiting(): Promise<void> {
    const { write, batchSize, flushAfterMs, describeLoss, onError } = this.#options;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      try {
        await write(batch);
      } catch (error) {
        this.#waiting.unshift(...batch);
        this.#timer ??= setTimeout(() => void this.flush(), flushAfterMs * RETRY_PAUSES);
        throw error;
      }
    }
    if (this.#lost > 0) onError(new Error(describeLoss(this.#lost)));
    this.#lost = 0;
  }
}
