import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // `array_to_string` is not immutable for every type; for text it is.
  sql`CREATE FUNCTION words_of_tags(tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '|:|' || array_to_string(tags, '|:|')`,
  sql`ALTER TABLE videos
    ADD COLUMN starts_at timestamptz,
    ADD COLUMN delete_at timestamptz,
    ADD COLUMN is_deleted boolean NOT NULL DEFAULT false,
    ADD COLUMN trashed_at timestamptz,
    ADD COLUMN password_hash text,
    ADD COLUMN intro_modal jsonb,
    ADD COLUMN chapters jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN download boolean NOT NULL DEFAULT false,
    ADD COLUMN is_accelerated boolean NOT NULL DEFAULT false,
    ADD COLUMN tag_words text NOT NULL GENERATED ALWAYS AS (words_of_tags(tags)) STORED,
    ADD COLUMN origin_uuid uuid REFERENCES videos ON DELETE SET NULL`,
  // Lists leave the trash out; what is planned and what the trash holds are found by their times.
  sql`CREATE INDEX videos_starting ON videos (starts_at) WHERE starts_at IS NOT NULL`,
  sql`CREATE INDEX videos_ending ON videos (delete_at) WHERE delete_at IS NOT NULL AND NOT is_deleted`,
  sql`CREATE INDEX videos_trashed ON videos (trashed_at) WHERE trashed_at IS NOT NULL`,
  sql`CREATE INDEX videos_trash ON videos (client_uuid, trashed_at DESC, uuid) WHERE trashed_at IS NOT NULL`,
  // For lists, and so that deleting a video does not read all of them to find what was cut from it.
  sql`CREATE INDEX videos_children ON videos (origin_uuid) WHERE origin_uuid IS NOT NULL`,
  sql`CREATE TABLE categories (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    name text NOT NULL
  )`,
  sql`CREATE UNIQUE INDEX categories_name ON categories (client_uuid, lower(name))`,
  sql`CREATE TABLE video_categories (
    video_uuid uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
    category_uuid uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
    PRIMARY KEY (video_uuid, category_uuid)
  )`,
  sql`CREATE INDEX video_categories_category ON video_categories (category_uuid)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
