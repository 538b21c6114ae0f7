import { type Kysely, sql } from "kysely";

/** PostgreSQL does not use an expression index for an index-only scan: it fetched the row of each video in these two orders. */
const STATEMENTS = [
  // The sort key is limited to what fits into an index entry.
  sql`ALTER TABLE videos ADD COLUMN tag_order text NOT NULL
    GENERATED ALWAYS AS (left(words_of_tags(tags), 200)) STORED`,
  sql`DROP INDEX videos_tags`,
  sql`CREATE INDEX videos_tag_order ON videos (client_uuid, tag_order, uuid)
    WHERE trashed_at IS NULL AND kind = 'video'`,
  sql`ALTER TABLE video_stats ADD COLUMN rebuff_order double precision NOT NULL
    GENERATED ALWAYS AS (coalesce(rebuff, 0)) STORED`,
  sql`DROP INDEX video_stats_rebuff`,
  sql`CREATE INDEX video_stats_rebuff_order ON video_stats (client_uuid, rebuff_order, video_uuid)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
