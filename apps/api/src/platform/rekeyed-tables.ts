import type { Analytics } from "./clickhouse.ts";

/** The largest start-up time that analytics tables can store: a decimal with 6 digits before the point. */
const MAX_STARTUP_MS = 600_000;

/** A table with daily partitions. */
export interface DailyTable {
  name: string;
  /** The column with the row's time. */
  at: string;
  /** Expressions for columns of earlier versions that had a wider type. */
  values?: Record<string, string>;
}

export const SESSION_MINUTES: DailyTable = {
  name: "session_minutes",
  at: "minute",
  values: { startup_ms: `least(startup_ms, ${MAX_STARTUP_MS}) AS startup_ms` },
};

/** Returns the name of a table while its rows are moved. */
const oldNameOf = ({ name }: DailyTable) => `${name}_before`;

/**
 * Renames a table of an earlier version, which stored the client as text in each row. Since keys cannot be changed, edges
 * immediately write into a new table with the current keys.
 */
export async function renameToOld(analytics: Analytics, table: DailyTable): Promise<void> {
  if ((await readClientTypes(analytics)).get(table.name) === "String")
    await analytics.command({ query: `RENAME TABLE ${table.name} TO ${oldNameOf(table)}` });
}

/**
 * Moves the rows of a table that was set aside into the current table, if there are any. After an interruption it starts again,
 * since a row written twice counts once.
 */
export async function moveRows(analytics: Analytics, table: DailyTable): Promise<void> {
  if (!(await readClientTypes(analytics)).has(oldNameOf(table))) return;
  const columns = await readColumns(analytics, table);
  const values = columns.map((name) => table.values?.[name] ?? name);
  // Rows are moved one day at a time, because an insert can cover at most 100 partitions.
  for (const day of await readDays(analytics, table))
    await analytics.command({
      query: `INSERT INTO ${table.name} (${columns.join(", ")})
        SELECT ${values.join(", ")} FROM ${oldNameOf(table)} FINAL WHERE toDate(${table.at}) = {day:Date}`,
      query_params: { day },
    });
  await analytics.command({ query: `DROP TABLE ${oldNameOf(table)} SYNC` });
}

/** Returns the type of the client column of each table. */
async function readClientTypes(analytics: Analytics): Promise<Map<string, string>> {
  const rows = await readRows<{ table: string; type: string }>(
    analytics,
    "SELECT table, type FROM system.columns WHERE database = currentDatabase() AND name = 'client_uuid'",
  );
  return new Map(rows.map(({ table, type }) => [table, type]));
}

/** Lists the columns of the earlier version that still exist. */
async function readColumns(analytics: Analytics, table: DailyTable): Promise<string[]> {
  const rows = await readRows<{ name: string }>(
    analytics,
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${oldNameOf(table)}' AND name IN (
       SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table.name}')`,
  );
  return rows.map(({ name }) => name);
}

async function readDays(analytics: Analytics, table: DailyTable): Promise<string[]> {
  const rows = await readRows<{ day: string }>(
    analytics,
    `SELECT DISTINCT toString(toDate(${table.at})) AS day FROM ${oldNameOf(table)} ORDER BY day`,
  );
  return rows.map(({ day }) => day);
}

async function readRows<T>(analytics: Analytics, query: string): Promise<T[]> {
  return (await analytics.query({ query, format: "JSONEachRow" })).json<T>();
}
