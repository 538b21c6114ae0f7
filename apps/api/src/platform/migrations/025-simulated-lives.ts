import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // A live has its own generation: caches identify its segments by number, like the segments of videos.
  sql`ALTER TABLE videos ADD COLUMN simulated_live_at timestamptz, ADD COLUMN simulated_live_generation integer`,
  sql`CREATE INDEX videos_simulated_live ON videos (simulated_live_at) WHERE simulated_live_at IS NOT NULL`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
