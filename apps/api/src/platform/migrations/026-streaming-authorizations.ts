import { type Kysely, sql } from "kysely";

const TABLES = ["client_rules", "configs", "collections", "video_rules", "plugin_videos"];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES)
    await sql`UPDATE ${sql.table(table)}
      SET rules = jsonb_set(rules, '{streaming}', CASE WHEN rules->'streaming' = 'true' THEN '"open"'::jsonb ELSE '"refused"'::jsonb END)
      WHERE jsonb_typeof(rules->'streaming') = 'boolean'`.execute(db);
}
