import type { Database, Tx } from "../../../platform/database.ts";
import { type LogEntry, logEntryOf } from "./log-entry.ts";
import { createLogsRepository } from "./logs.repository.ts";

const FLUSH_AFTER_MS = 200;
const FLUSH_ROWS = 100;
/** Some minutes of a busy platform whose database is away; about 5 MB. */
const MAX_WAITING = 10_000;

/** Writes the audit log: at once where an answer depends on it, else in batches behind the answers. */
export class LogWriter {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  readonly #waiting: LogEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #lost = 0;

  constructor(options: { db: Database; onError: (error: unknown) => void }) {
    this.#db = options.db;
    this.#onError = options.onError;
  }

  /** Writes before it resolves, with the transaction when there is one. */
  async write(tx: Tx | undefined, entry: Partial<LogEntry> & { type: string }): Promise<void> {
    await createLogsRepository(tx ?? this.#db).addEntries([logEntryOf(entry)]);
  }

  /** Writes soon; a killed process loses the last moment of these. */
  add(entry: LogEntry): void {
    if (this.#waiting.length >= MAX_WAITING) this.#lost += 1;
    else this.#waiting.push(entry);
    if (this.#waiting.length >= FLUSH_ROWS) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS);
  }

  /** Writes what waits. Entries that could not be written wait for the next time. */
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
    const batch = this.#waiting.splice(0, MAX_WAITING);
    if (batch.length === 0) return;
    try {
      await this.#resolveLogins(batch);
      const logs = createLogsRepository(this.#db);
      // An insert has 65,535 values at most.
      for (; batch.length > 0; batch.splice(0, FLUSH_ROWS)) await logs.addEntries(batch.slice(0, FLUSH_ROWS));
    } catch (error) {
      this.#waiting.unshift(...batch);
      this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS * 10);
      throw error;
    }
    if (this.#lost > 0) this.#onError(new Error(`${this.#lost} entries of the audit log were lost`));
    this.#lost = 0;
  }

  /** Says whose sign-in failed, when what was typed is a user's name or address. */
  async #resolveLogins(entries: LogEntry[]): Promise<void> {
    const failed = entries.filter((entry) => entry.attemptedLogin !== undefined);
    if (failed.length === 0) return;
    const logins = failed.map((entry) => entry.attemptedLogin ?? "");
    const users = await createLogsRepository(this.#db).listUsersByLogin(logins);
    const byLogin = new Map(
      users.flatMap((user) =>
        [user.username, user.email ?? user.username].map((login) => [login.toLowerCase(), user] as const),
      ),
    );
    for (const entry of failed) {
      const user = byLogin.get(entry.attemptedLogin?.toLowerCase() ?? "");
      delete entry.attemptedLogin;
      if (!user) continue;
      const { uuid, username, client_uuid, client_name } = user;
      Object.assign(entry, { userUuid: uuid, username, clientUuid: client_uuid, clientName: client_name });
    }
  }
}
