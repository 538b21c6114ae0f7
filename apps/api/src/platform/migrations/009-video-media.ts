import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`ALTER TABLE videos
    -- The thumbnail that somebody chose, which one is being made, and whether the last could not be.
    ADD COLUMN custom_thumbnail text,
    ADD COLUMN thumbnail_work uuid,
    ADD COLUMN is_thumbnail_failed boolean NOT NULL DEFAULT false,
    -- Where its source lies; null for the usual place.
    ADD COLUMN source_object text,
    -- The highest generation that was ever begun: none is given twice.
    ADD COLUMN last_generation integer NOT NULL DEFAULT 1,
    -- Of a file that is to replace the media of that video. Such a row is in no list: it counts as trashed for ever.
    ADD COLUMN replaces_uuid uuid REFERENCES videos ON DELETE CASCADE`,
  sql`UPDATE videos SET last_generation = generation WHERE generation > 1`,
  sql`ALTER TABLE videos ADD CONSTRAINT videos_replacing_hidden CHECK (replaces_uuid IS NULL OR trashed_at = 'infinity')`,
  sql`CREATE UNIQUE INDEX videos_replaces ON videos (replaces_uuid) WHERE replaces_uuid IS NOT NULL`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
