import { DEFAULT_PAGE_SIZE, type LogEntry, type QueryOf, type routes } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import { CSV_START, writeCsvLine } from "@shoal/domain/csv";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../auth/index.ts";
import { LOG_COLUMNS, presentLog } from "./logs.present.ts";
import { createLogsRepository, type LogCursor, type LogFilter } from "./logs.repository.ts";

const DAY_MS = 24 * 3_600_000;
const EXPORT_MAX_LINES = 100_000;
const EXPORT_BATCH = 1_000;

/** Reads the audit log: a manager his client's, an administrator every client's or the viewed one's. */
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

    /** The latest lines as a CSV file, read as they are sent. */
    async *exportLogs(actor: Actor, filter: LogFilter): AsyncGenerator<string> {
      yield CSV_START + writeCsvLine(LOG_COLUMNS.map(([name]) => name[actor.user.language]));
      let after: LogCursor | undefined;
      for (let lines = 0; lines < EXPORT_MAX_LINES; lines += EXPORT_BATCH) {
        const rows = await logs.listAfter(scopeOf(actor), filter, after, EXPORT_BATCH);
        const entries = rows.map(presentLog);
        yield entries.map((entry) => writeCsvLine(LOG_COLUMNS.map(([, read]) => read(entry)))).join("");
        const last = rows.at(-1);
        if (!last || rows.length < EXPORT_BATCH) return;
        after = { at: last.at_text, id: last.id };
      }
    },

    /** Forgets what is older than the setting says. */
    prune: (now = new Date()) => logs.deleteBefore(new Date(now.getTime() - keptDays * DAY_MS)),
  };
}
export type LogsService = ReturnType<typeof createLogsService>;

/** The client whose entries are shown; undefined for all. */
function scopeOf(actor: Actor): string | undefined {
  const isOverview = hasRole(actor.roles, "admin") && actor.clientUuid === actor.ownClientUuid;
  return isOverview ? undefined : actor.clientUuid;
}
