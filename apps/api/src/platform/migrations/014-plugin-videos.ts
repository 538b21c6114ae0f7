import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // Edges, which know only client and name, use this key to request a video and its changes: pluginVideoKey computes the same key.
  sql`ALTER TABLE plugin_videos
    ADD COLUMN key uuid GENERATED ALWAYS AS (md5(client_uuid::text || ' ' || name)::uuid) STORED,
    ADD COLUMN revision integer NOT NULL DEFAULT 1,
    -- Of the plugin that played it last; null for none that told.
    ADD COLUMN version text`,
  sql`CREATE UNIQUE INDEX plugin_videos_key ON plugin_videos (key)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
