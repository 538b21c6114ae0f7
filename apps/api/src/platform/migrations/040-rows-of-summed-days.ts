import { type Kysely, sql } from "kysely";

/** What is summed up of a day has its rows beside it now: until a day has them, its hours are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE summed_days SET version = nextval('summed_days_version'), is_summed = false`.execute(db);
}
