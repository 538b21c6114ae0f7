import { type Kysely, sql } from "kysely";

/** Adds keys with which a client's backends call the platform; only hashes of their secrets are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE api_keys (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    type text NOT NULL CHECK (type IN ('analytics')),
    description text NOT NULL,
    fixed_parameters jsonb NOT NULL DEFAULT '{}',
    secret_hash bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz
  )`.execute(db);
  await sql`CREATE INDEX api_keys_by_client ON api_keys (client_uuid, created_at)`.execute(db);
}
