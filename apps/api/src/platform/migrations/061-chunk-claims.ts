import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // The upload whose bytes are being written at an offset: other bytes for the same offset are rejected instead of mixed in.
  sql`CREATE TABLE chunk_claims (
    video_uuid uuid NOT NULL REFERENCES videos (uuid) ON DELETE CASCADE,
    number integer NOT NULL,
    sha256 bytea NOT NULL,
    claimed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (video_uuid, number)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
