import { type Kysely, sql } from "kysely";

/** Where a video's camera stands: degrees of latitude and longitude, and what people call the place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos ADD COLUMN place jsonb`.execute(db);
  await sql`CREATE INDEX videos_placed ON videos (client_uuid, created_at) WHERE place IS NOT NULL`.execute(
    db,
  );
}
