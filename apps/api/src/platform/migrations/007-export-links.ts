import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`CREATE TABLE export_links (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    video_uuid uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
    user_uuid uuid REFERENCES users ON DELETE SET NULL,
    name text NOT NULL,
    sites text[] NOT NULL DEFAULT '{}',
    ends_at timestamptz,
    is_paused boolean NOT NULL DEFAULT false,
    views bigint NOT NULL DEFAULT 0,
    last_view_at timestamptz,
    revision int NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql`CREATE INDEX export_links_newest ON export_links (client_uuid, created_at DESC, uuid)`,
  sql`CREATE INDEX export_links_video ON export_links (video_uuid)`,
  // Deleting a user looks for the user's links, which must not scan every link.
  sql`CREATE INDEX export_links_user ON export_links (user_uuid)`,
  // One stream notifies edges of all changes; changes that do not concern a video use the same column for their own id.
  sql`ALTER TABLE descriptor_changes ADD COLUMN kind text NOT NULL DEFAULT 'video'`,
  sql`ALTER TABLE clients ADD COLUMN player_theme jsonb NOT NULL
    DEFAULT '{"accent": "#2ad4c5", "background": "#000000", "hasTitle": true}'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
