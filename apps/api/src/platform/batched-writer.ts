export interface BatchedWriterOptions<T> {
  /** Writes some, all or none. */
  write: (batch: T[]) => Promise<void>;
  /** The rows per batch. */
  batchSize: number;
  flushAfterMs: number;
  /** Beyond so many that wait, further ones are lost. */
  maxWaiting: number;
  /** The report of lost rows. */
  describeLoss: (count: number) => string;
  onError: (error: unknown) => void;
}

/** What could not be written is tried again after so many times the usual pause. */
const RETRY_PAUSES = 10;

/** Writes what is added soon, in batches, so that nothing waits for it. A killed process loses what it has not written. */
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
    // Once: what comes while it is written waits for the timer.
    if (this.#waiting.length === batchSize) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), flushAfterMs);
  }

  /** Writes what waits. What could not be written waits for the next time. */
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
