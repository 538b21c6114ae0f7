import { type Kysely, sql } from "kysely";

/** Media on other CDNs become a list like the library: with texts, and searched and sorted by time, title and figures. */
const STATEMENTS = [
  sql`ALTER TABLE plugin_videos
    ADD COLUMN title text NOT NULL DEFAULT '',
    ADD COLUMN description text NOT NULL DEFAULT '',
    ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
    ADD COLUMN is_hidden boolean NOT NULL DEFAULT false,
    ADD COLUMN last_reported_at timestamptz NOT NULL DEFAULT now()`,
  sql`UPDATE plugin_videos SET last_reported_at = coalesce(reported_at, created_at)`,
  sql`ALTER TABLE plugin_videos
    -- The name stands for a title that nobody gave.
    ADD COLUMN shown_lower text NOT NULL
      GENERATED ALWAYS AS (lower(CASE WHEN title = '' THEN name ELSE title END)) STORED,
    ADD COLUMN words_lower text NOT NULL GENERATED ALWAYS AS (lower(title || E'\\n' || name)) STORED,
    ADD COLUMN description_lower text NOT NULL GENERATED ALWAYS AS (lower(description)) STORED,
    ADD COLUMN tag_words text NOT NULL GENERATED ALWAYS AS (words_of_tags(tags)) STORED,
    ADD COLUMN tag_keys bigint[] NOT NULL GENERATED ALWAYS AS (keys_of_tags(tags)) STORED`,
  // Counts and filters read only this index. An entry uses at most 2,500 of the 2,704 bytes: 401 characters and 100 tags.
  sql`CREATE INDEX plugin_videos_list ON plugin_videos (client_uuid, is_hidden, uuid)
    INCLUDE (collection_uuid, tag_keys, words_lower)`,
  ...["created_at", "shown_lower", "last_reported_at"].map(
    (column) =>
      sql`CREATE INDEX ${sql.ref(`plugin_videos_${column}`)}
        ON plugin_videos (client_uuid, is_hidden, ${sql.ref(column)}, uuid)`,
  ),
  sql`CREATE INDEX plugin_videos_search ON plugin_videos
    USING gin (client_uuid, tag_keys, words_lower gin_trgm_ops, tag_words gin_trgm_ops)`,
  sql`CREATE INDEX plugin_videos_descriptions ON plugin_videos
    USING gin (client_uuid, description_lower gin_trgm_ops)`,
  // Like our videos, they have figures from their creation, so that lists can read them in order.
  sql`CREATE TRIGGER plugin_videos_figures AFTER INSERT ON plugin_videos
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION begin_figures()`,
  sql`INSERT INTO video_stats (video_uuid, client_uuid) SELECT uuid, client_uuid FROM plugin_videos
    ON CONFLICT DO NOTHING`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
