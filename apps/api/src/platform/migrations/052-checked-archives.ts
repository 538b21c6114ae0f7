import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // Whether the archive was compared with the final record of its live.
  sql`ALTER TABLE live_archives ADD COLUMN is_checked boolean NOT NULL DEFAULT false`,
  sql`CREATE INDEX live_archives_unchecked ON live_archives (changed_at) WHERE state = 'made' AND NOT is_checked`,
  // Recordings without a video track become videos with a still picture.
  sql`UPDATE live_archives SET state = 'owed' WHERE state = 'no_picture'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
