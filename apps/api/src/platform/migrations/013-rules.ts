import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`CREATE TABLE configs (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    name text NOT NULL,
    -- Public: it stands in pages.
    key uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    rules jsonb NOT NULL DEFAULT '{}',
    sites jsonb NOT NULL DEFAULT '[]',
    is_revoked boolean NOT NULL DEFAULT false,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql`CREATE UNIQUE INDEX configs_name ON configs (client_uuid, lower(name))`,
  sql`CREATE TABLE collections (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    name text NOT NULL,
    rules jsonb NOT NULL DEFAULT '{}',
    reported_at timestamptz,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- As the SDK writes them.
    CONSTRAINT collections_name UNIQUE (client_uuid, name)
  )`,
  sql`CREATE TABLE video_rules (
    video_uuid uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    rules jsonb NOT NULL DEFAULT '{}',
    collection_uuid uuid REFERENCES collections ON DELETE SET NULL,
    -- Null for a collection that was chosen by hand.
    reported_at timestamptz,
    config_uuid uuid REFERENCES configs ON DELETE SET NULL,
    revision integer NOT NULL DEFAULT 0
  )`,
  sql`CREATE INDEX video_rules_client ON video_rules (client_uuid)`,
  sql`CREATE INDEX video_rules_collection ON video_rules (collection_uuid) WHERE collection_uuid IS NOT NULL`,
  sql`CREATE INDEX video_rules_config ON video_rules (config_uuid) WHERE config_uuid IS NOT NULL`,
  // Media on any CDN, identified by the name that pages give them.
  sql`CREATE TABLE plugin_videos (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    name text NOT NULL,
    rules jsonb NOT NULL DEFAULT '{}',
    collection_uuid uuid REFERENCES collections ON DELETE SET NULL,
    reported_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT plugin_videos_name UNIQUE (client_uuid, name)
  )`,
  sql`CREATE INDEX plugin_videos_collection ON plugin_videos (collection_uuid) WHERE collection_uuid IS NOT NULL`,
  sql`CREATE TABLE client_rules (
    client_uuid uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
    rules jsonb NOT NULL DEFAULT '{}',
    time_zone text NOT NULL DEFAULT 'UTC',
    revision integer NOT NULL DEFAULT 0
  )`,
  // The revision rises with changes that edges need but no form of the client edits.
  sql`ALTER TABLE clients ADD COLUMN edge_revision bigint NOT NULL DEFAULT 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
