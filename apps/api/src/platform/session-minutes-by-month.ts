import { SESSION_MINUTES_DDL } from "@shoal/contract";
import type { Analytics } from "./clickhouse.ts";

const OLD = "session_minutes_by_month";
/** What is written as a decimal with 6 digits before the point. */
const MAX_STARTUP_MS = 600_000;

/**
 * Installations of before had a partition a month. Their rows move into a table with a partition a day: edges write into the
 * new one meanwhile, and whoever is interrupted begins anew, since a row that is written twice counts once.
 */
export async function repartitionSessionMinutes(analytics: Analytics): Promise<void> {
  const keys = await readPartitionKeys(analytics);
  if (keys.get("session_minutes") === "toYYYYMM(minute)")
    await analytics.command({ query: `RENAME TABLE session_minutes TO ${OLD}` });
  else if (!keys.has(OLD)) return;
  await analytics.command({ query: SESSION_MINUTES_DDL });
  const columns = await readColumns(analytics);
  const values = columns.map((name) =>
    name === "startup_ms" ? `least(startup_ms, ${MAX_STARTUP_MS}) AS startup_ms` : name,
  );
  // A day at a time: an insert takes no more than 100 partitions.
  for (const day of await readDays(analytics))
    await analytics.command({
      query: `INSERT INTO session_minutes (${columns.join(", ")})
        SELECT ${values.join(", ")} FROM ${OLD} FINAL WHERE toDate(minute) = {day:Date}`,
      query_params: { day },
    });
  await analytics.command({ query: `DROP TABLE ${OLD} SYNC` });
}

async function readPartitionKeys(analytics: Analytics): Promise<Map<string, string>> {
  const rows = await read<{ name: string; key: string }>(
    analytics,
    "SELECT name, partition_key AS key FROM system.tables WHERE database = currentDatabase()",
  );
  return new Map(rows.map(({ name, key }) => [name, key]));
}

/** Those of before that are still there. */
async function readColumns(analytics: Analytics): Promise<string[]> {
  const rows = await read<{ name: string }>(
    analytics,
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${OLD}' AND name IN (
       SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'session_minutes')`,
  );
  return rows.map(({ name }) => name);
}

async function readDays(analytics: Analytics): Promise<string[]> {
  const rows = await read<{ day: string }>(
    analytics,
    `SELECT DISTINCT toString(toDate(minute)) AS day FROM ${OLD} ORDER BY day`,
  );
  return rows.map(({ day }) => day);
}

async function read<T>(analytics: Analytics, query: string): Promise<T[]> {
  return (await analytics.query({ query, format: "JSONEachRow" })).json<T>();
}
