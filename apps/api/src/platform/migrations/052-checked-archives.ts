import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // Whether what was made of a recording was compared with what had been written down of it in the end.
  sql`ALTER TABLE live_archives ADD COLUMN is_checked boolean NOT NULL DEFAULT false`,
  sql`CREATE INDEX live_archives_unchecked ON live_archives (changed_at) WHERE state = 'made' AND NOT is_checked`,
  // Recordings of sound alone become videos with a picture that stands.
  sql`UPDATE live_archives SET state = 'owed' WHERE state = 'no_picture'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
