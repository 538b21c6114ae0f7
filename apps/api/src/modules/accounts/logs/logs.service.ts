import { DEFAULT_PAGE_SIZE, type Language, type LogEntry, type QueryOf, type routes } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import { CSV_START, writeCsvLine } from "@shoal/domain/csv";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../auth/index.ts";
import { createLogsRepository, type LogCursor, type LogFilter, type LogRow } from "./logs.repository.ts";

const DAY_MS = 24 * 3_600_000;
const MAX_EXPORT_LINES = 100_000;
const EXPORT_BATCH = 1_000;

/** Reads the audit log. Managers see their client's entries; administrators see all clients' entries, or the viewed client's. */
export function createLogsService({ db, keptDays }: { db: Database; keptDays: number }) {
  const logs = createLogsRepository(db);
  return {
    async listLogs(
      actor: Actor,
      query: QueryOf<typeof routes.listLogs>,
    ): Promise<{ _embedded: LogEntry[]; _size: number }> {
      const limit = query.pagesize ?? DEFAULT_PAGE_SIZE;
      const size = logs.countLogs(scopeOf(actor), query);
      if (limit === 0) return { _embedded: [], _size: await size };
      const page = { limit, offset: (query.page - 1) * limit };
      const [rows, count] = await Promise.all([logs.listLogs(scopeOf(actor), query, page), size]);
      return { _embedded: rows.map(presentLog), _size: count };
    },

    /** Streams the entries as a CSV file, the latest first. */
    async *exportLogs(actor: Actor, filter: LogFilter): AsyncGenerator<string> {
      yield CSV_START + writeCsvLine(LOG_COLUMNS.map(([name]) => name[actor.user.language]));
      let after: LogCursor | undefined;
      for (let lines = 0; lines < MAX_EXPORT_LINES; lines += EXPORT_BATCH) {
        const rows = await logs.listAfter(scopeOf(actor), filter, after, EXPORT_BATCH);
        const entries = rows.map(presentLog);
        yield entries.map((entry) => writeCsvLine(LOG_COLUMNS.map(([, read]) => read(entry)))).join("");
        const last = rows.at(-1);
        if (!last || rows.length < EXPORT_BATCH) return;
        after = { at: last.at_text, id: last.id };
      }
    },

    /** Removes entries that are older than the configured retention. */
    prune: (now = new Date()) => logs.deleteBefore(new Date(now.getTime() - keptDays * DAY_MS)),
  };
}
export type LogsService = ReturnType<typeof createLogsService>;

/** Returns the client whose entries are shown; undefined for all. */
function scopeOf(actor: Actor): string | undefined {
  const isOverview = hasRole(actor.roles, "admin") && actor.clientUuid === actor.ownClientUuid;
  return isOverview ? undefined : actor.clientUuid;
}

/** Returns an entry with the field names of the API. */
function presentLog(row: LogRow): LogEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    username: row.username,
    userUuid: row.user_uuid,
    clientname: row.is_viewed ? row.own_client_name : row.client_name,
    viewedClientname: row.is_viewed ? row.client_name : null,
    type: row.type,
    target: row.target,
    status: row.status,
    address: row.address,
  };
}

type CsvColumn = [name: Record<Language, string>, read: (entry: LogEntry) => string | number | null];

/** The columns of the exported CSV file, in order. */
const LOG_COLUMNS: readonly CsvColumn[] = [
  [{ EN: "Date (UTC)", FR: "Date (UTC)" }, (entry) => entry.at],
  [{ EN: "Username", FR: "Identifiant" }, (entry) => entry.username],
  [{ EN: "Client", FR: "Client" }, (entry) => entry.clientname],
  [{ EN: "Viewed client", FR: "Client consulté" }, (entry) => entry.viewedClientname],
  [{ EN: "Action", FR: "Action" }, (entry) => entry.type],
  [{ EN: "Target", FR: "Objet" }, (entry) => entry.target],
  [{ EN: "Status", FR: "Statut" }, (entry) => entry.status],
  [{ EN: "Address", FR: "Adresse" }, (entry) => entry.address],
];
