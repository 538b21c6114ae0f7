import { type Kysely, sql } from "kysely";

/**
 * Records which days (UTC) are aggregated in ClickHouse, and in which version. A day whose data arrived late also has a version:
 * its earlier aggregates no longer count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE summed_days_version`.execute(db);
  await sql`CREATE TABLE summed_days (
    day date PRIMARY KEY,
    version bigint NOT NULL,
    is_summed boolean NOT NULL
  )`.execute(db);
}
