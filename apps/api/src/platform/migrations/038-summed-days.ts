import { type Kysely, sql } from "kysely";

/**
 * Which days of UTC are summed up in the analytics engine, and in which version. One that is not, since something came late,
 * has its version too: what was added up before does not count any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE summed_days_version`.execute(db);
  await sql`CREATE TABLE summed_days (
    day date PRIMARY KEY,
    version bigint NOT NULL,
    is_summed boolean NOT NULL
  )`.execute(db);
}
