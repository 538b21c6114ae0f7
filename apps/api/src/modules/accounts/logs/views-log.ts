import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../auth/index.ts";
import { logEntryOf } from "./log-entry.ts";
import { createLogsRepository } from "./logs.repository.ts";

/** The interval at which continued viewing of a client is logged again. */
const SAME_VIEW_WINDOW_MS = 3_600_000;
/** The number of remembered views on this replica: the views of an hour, one for each administrator and viewed client. */
const MAX_REMEMBERED = 10_000;

/** Logs that an administrator viewed another client's data, by any call. */
export class ViewsLog {
  readonly #db: Database;
  /** When a view was last logged, in ms, by user and client; oldest first. */
  readonly #noted = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Logs a view before the first response; does nothing for callers in their own client. */
  async record(
    { userUuid, username, clientUuid, ownClientUuid, user }: Actor,
    address: string,
  ): Promise<void> {
    const key = `${userUuid} ${clientUuid}`;
    const sinceMs = Date.now() - SAME_VIEW_WINDOW_MS;
    if (clientUuid === ownClientUuid || (this.#noted.get(key) ?? 0) > sinceMs) return;
    const logs = createLogsRepository(this.#db);
    const view = { userUuid, username, clientUuid, clientName: user.client_name, isViewed: true, address };
    // Another replica may have logged the view.
    if (!(await logs.hasEntry({ userUuid, clientUuid, type: "view" }, new Date(sinceMs))))
      await logs.addEntries([logEntryOf({ type: "view", ...view })]);
    this.#remember(key);
  }

  #remember(key: string): void {
    this.#noted.delete(key);
    this.#noted.set(key, Date.now());
    const [oldest] = this.#noted.keys();
    if (this.#noted.size > MAX_REMEMBERED && oldest !== undefined) this.#noted.delete(oldest);
  }
}
