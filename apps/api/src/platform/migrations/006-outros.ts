import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`CREATE TABLE pictures (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    name text NOT NULL,
    alt text NOT NULL DEFAULT '',
    state text NOT NULL DEFAULT 'preparing',
    error_type text,
    original_name text NOT NULL,
    original_size_bytes bigint NOT NULL,
    stored_bytes bigint NOT NULL DEFAULT 0,
    width integer,
    height integer,
    files jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT now(),
    modified_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql`CREATE INDEX pictures_newest ON pictures (client_uuid, created_at DESC, uuid)`,
  sql`CREATE INDEX pictures_failed ON pictures (modified_at) WHERE state = 'failed'`,
  sql`CREATE TABLE outros (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    button jsonb,
    subtext jsonb,
    -- A picture in use is not deleted.
    image_uuid uuid REFERENCES pictures,
    background_uuid uuid REFERENCES pictures,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    modified_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql`CREATE INDEX outros_changed ON outros (client_uuid, modified_at DESC, uuid)`,
  sql`CREATE INDEX outros_image ON outros (image_uuid) WHERE image_uuid IS NOT NULL`,
  sql`CREATE INDEX outros_background ON outros (background_uuid) WHERE background_uuid IS NOT NULL`,
  sql`ALTER TABLE videos ADD COLUMN outro_uuid uuid REFERENCES outros ON DELETE SET NULL`,
  sql`CREATE INDEX videos_outro ON videos (outro_uuid) WHERE outro_uuid IS NOT NULL`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
