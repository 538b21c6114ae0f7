import { type Kysely, sql } from "kysely";

/** Adds the location of a video's camera: latitude and longitude in degrees, and a name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos ADD COLUMN place jsonb`.execute(db);
  await sql`CREATE INDEX videos_placed ON videos (client_uuid, created_at) WHERE place IS NOT NULL`.execute(
    db,
  );
}
