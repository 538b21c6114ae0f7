import { type Kysely, sql } from "kysely";

// The plan's object in the media store, for jobs; null for cuts and until jobs are sent.
const STATEMENTS = [sql`ALTER TABLE encodings ADD COLUMN plan_object text`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
