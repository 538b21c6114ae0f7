import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // A scene list is a video that plays its scenes. The scenes are videos too, which are not listed on their own.
  sql`ALTER TABLE videos ADD COLUMN kind text NOT NULL DEFAULT 'video' CHECK (kind IN ('video', 'scene_list', 'scene'))`,
  sql`CREATE INDEX videos_scene_lists ON videos (client_uuid, created_at, uuid) WHERE kind = 'scene_list'`,
  sql`CREATE TABLE scene_lists (
    video_uuid uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    revision int NOT NULL DEFAULT 1,
    -- The media that viewers see, in order.
    published uuid[] NOT NULL DEFAULT '{}'
  )`,
  sql`CREATE TABLE scene_media (
    video_uuid uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
    list_uuid uuid NOT NULL REFERENCES scene_lists ON DELETE CASCADE,
    -- No reference: a scene outlives the video that it is a part of.
    origin_uuid uuid NOT NULL,
    origin_title text NOT NULL,
    in_sec double precision NOT NULL,
    out_sec double precision NOT NULL,
    mode text NOT NULL CHECK (mode IN ('accurate', 'fast')),
    has_sound boolean NOT NULL
  )`,
  sql`CREATE INDEX scene_media_list ON scene_media (list_uuid)`,
  sql`CREATE TABLE scenes (
    list_uuid uuid NOT NULL REFERENCES scene_lists ON DELETE CASCADE,
    position int NOT NULL,
    name text NOT NULL,
    media_uuid uuid NOT NULL REFERENCES scene_media ON DELETE CASCADE,
    PRIMARY KEY (list_uuid, position)
  )`,
  sql`CREATE INDEX scenes_media ON scenes (media_uuid)`,
];

/** Excludes hidden rows from the indexes of lists, so that lists of videos still read only these indexes. */
async function narrowListIndexes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE schemaname = current_schema() AND tablename = 'videos' AND indexdef LIKE '%WHERE (trashed_at IS NULL)'`.execute(
    db,
  );
  for (const { name, definition } of rows) {
    await sql`DROP INDEX ${sql.ref(name)}`.execute(db);
    const narrowed = definition.replace(/\(trashed_at IS NULL\)$/, "(trashed_at IS NULL AND kind = 'video')");
    await sql.raw(narrowed).execute(db);
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
  await narrowListIndexes(db);
}
