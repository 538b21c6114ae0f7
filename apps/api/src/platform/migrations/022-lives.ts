import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`CREATE TABLE lives (
    video_uuid uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    live_type text NOT NULL,
    -- Published with the key of the client itself.
    is_clients_own boolean NOT NULL DEFAULT false,
    key_hash bytea NOT NULL UNIQUE,
    sealed_key text NOT NULL,
    key_made_at timestamptz NOT NULL DEFAULT now(),
    is_seekable boolean NOT NULL DEFAULT true,
    seek_back_sec integer NOT NULL,
    -- It becomes an archive each time that it ends.
    is_kept boolean NOT NULL DEFAULT false,
    -- False once somebody has stopped it.
    is_open boolean NOT NULL DEFAULT true,
    opened_at timestamptz NOT NULL DEFAULT now(),
    -- What the ingest last told of it.
    state text NOT NULL DEFAULT 'idle',
    fault text,
    ingest_id uuid,
    ingest_url text,
    report_version integer NOT NULL DEFAULT 0,
    seen_at timestamptz,
    started_at timestamptz,
    ended_at timestamptz,
    tracks jsonb NOT NULL DEFAULT '[]'
  )`,
  sql`CREATE INDEX lives_client ON lives (client_uuid)`,
  sql`CREATE UNIQUE INDEX lives_clients_own ON lives (client_uuid) WHERE is_clients_own`,
  sql`CREATE INDEX lives_running ON lives (seen_at) WHERE state IN ('connecting', 'live', 'lost')`,
  sql`CREATE TABLE live_archives (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    live_uuid uuid REFERENCES videos ON DELETE SET NULL,
    generation integer NOT NULL,
    -- Where its segments and its journal lie.
    folder text NOT NULL UNIQUE,
    state text NOT NULL DEFAULT 'growing',
    video_uuid uuid UNIQUE REFERENCES videos ON DELETE CASCADE,
    changed_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql`CREATE INDEX live_archives_live ON live_archives (live_uuid)`,
  sql`CREATE INDEX live_archives_open ON live_archives (changed_at) WHERE state <> 'made'`,
  sql`CREATE UNIQUE INDEX clients_stream_key ON clients (stream_key)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
