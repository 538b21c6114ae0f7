import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // Collections of hosted videos are chosen by hand only. Reported collections applied for 5 minutes each, so edges need not be
  // notified.
  sql`UPDATE video_rules SET collection_uuid = NULL, reported_at = NULL WHERE reported_at IS NOT NULL`,
  // A deleted name that reappears must not be mistaken for the earlier one.
  sql`ALTER TABLE plugin_videos ALTER COLUMN revision SET DEFAULT extract(epoch FROM now())::integer`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
