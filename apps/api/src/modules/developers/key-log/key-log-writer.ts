import type { Insertable } from "kysely";
import type { Database } from "../../../platform/database.ts";
import { createKeyLogRepository } from "./key-log.repository.ts";
import type { ApiKeyCallRow } from "./key-log.table.ts";

const FLUSH_AFTER_MS = 500;
const FLUSH_ROWS = 500;
/** Some seconds of a busy platform whose database is away; about 5 MB. */
const MAX_WAITING = 10_000;

/** Writes calls in batches behind their answers: none waits for it. While the database is away, calls beyond the queue are not logged. */
export class KeyLogWriter {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  readonly #waiting: Insertable<ApiKeyCallRow>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #lost = 0;

  constructor(options: { db: Database; onError: (error: unknown) => void }) {
    this.#db = options.db;
    this.#onError = options.onError;
  }

  add(call: Insertable<ApiKeyCallRow>): void {
    if (this.#waiting.length >= MAX_WAITING) this.#lost += 1;
    else this.#waiting.push(call);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS);
  }

  /** Writes what waits. What could not be written waits for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running.then(() => this.#writeWaiting()).catch(this.#onError);
    return this.#running;
  }

  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, FLUSH_ROWS);
      try {
        await createKeyLogRepository(this.#db).addCalls(batch);
      } catch (error) {
        this.#waiting.unshift(...batch);
        this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS * 10);
        throw error;
      }
    }
    if (this.#lost > 0) this.#onError(new Error(`${this.#lost} calls are missing in the logs of API keys`));
    this.#lost = 0;
  }
}
