import { type Kysely, sql } from "kysely";

/** Aggregated days now also store rows: until a day has them, its hours are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE summed_days SET version = nextval('summed_days_version'), is_summed = false`.execute(db);
}
