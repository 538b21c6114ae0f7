import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // The latest measurements of a live, from the ingest that runs it.
  sql`ALTER TABLE lives ADD COLUMN condition jsonb`,
  // The ingest run that fetches a live from its URL, and the time of that run's last report.
  sql`ALTER TABLE lives ADD COLUMN fetcher_id uuid, ADD COLUMN fetcher_seen_at timestamptz`,
  sql`CREATE INDEX lives_fetched ON lives (video_uuid) WHERE live_type = 'custom' AND is_open`,
  sql`CREATE TABLE external_streams (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    video_uuid uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    -- Its place among those of its live.
    position integer NOT NULL,
    platform text NOT NULL,
    -- Of platform 'other'; the others have one server for everybody.
    url text,
    sealed_key text NOT NULL,
    -- False once somebody has stopped it.
    is_on boolean NOT NULL DEFAULT true
  )`,
  sql`CREATE INDEX external_streams_video ON external_streams (video_uuid)`,
  sql`CREATE INDEX external_streams_client ON external_streams (client_uuid)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
