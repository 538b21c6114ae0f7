import { type Kysely, sql } from "kysely";

/**
 * Records whether a custom thumbnail is an uploaded picture, which everyone may see. For earlier thumbnails this is unknown, so
 * they count as frames.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos ADD COLUMN is_thumbnail_sent boolean NOT NULL DEFAULT false`.execute(db);
}
