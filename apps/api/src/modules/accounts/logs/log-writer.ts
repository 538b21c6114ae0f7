import { BatchedWriter } from "../../../platform/batched-writer.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import { type LogEntry, logEntryOf } from "./log-entry.ts";
import { createLogsRepository } from "./logs.repository.ts";

/** Writes the audit log: immediately if a response depends on it, otherwise in batches after the responses. */
export class LogWriter {
  readonly #db: Database;
  readonly #behind: BatchedWriter<LogEntry>;

  constructor({ db, onError }: { db: Database; onError: (error: unknown) => void }) {
    this.#db = db;
    this.#behind = new BatchedWriter({
      write: (batch) => this.#writeBatch(batch),
      // An insert can have at most 65,535 values.
      batchSize: 100,
      flushAfterMs: 200,
      // The maximum number of waiting entries: some minutes of a busy platform without its database, which take about 5 MB.
      maxWaiting: 10_000,
      describeLoss: (count) => `${count} entries of the audit log were lost`,
      onError,
    });
  }

  /** Resolves once the entry is written, within the transaction if there is one. */
  async write(tx: Tx | undefined, entry: Partial<LogEntry> & { type: string }): Promise<void> {
    await createLogsRepository(tx ?? this.#db).addEntries([logEntryOf(entry)]);
  }

  /** Adds an entry that is written soon. A killed process loses the latest entries. */
  add(entry: LogEntry): void {
    this.#behind.add(entry);
  }

  /** Writes waiting entries. Entries that cannot be written stay in the queue for the next attempt. */
  flush(): Promise<void> {
    return this.#behind.flush();
  }

  close(): Promise<void> {
    return this.#behind.close();
  }

  async #writeBatch(batch: LogEntry[]): Promise<void> {
    await this.#resolveLogins(batch);
    await createLogsRepository(this.#db).addEntries(batch);
  }

  /** Finds the user of a failed sign-in if the entered text is a username or address. */
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
