import { type Kysely, sql } from "kysely";

/** Adds a client's proof mode and its history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE proof_modes (
    client_uuid uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
    is_on boolean NOT NULL,
    share_pct integer NOT NULL CHECK (share_pct BETWEEN 1 AND 20),
    limit_gb double precision,
    salt text NOT NULL DEFAULT gen_random_uuid()::text,
    consent_by text,
    consent_at timestamptz,
    revision integer NOT NULL DEFAULT 1,
    started_at timestamptz,
    sessions integer NOT NULL DEFAULT 0,
    stop_reason text CHECK (stop_reason IN ('rebuffering', 'traffic')),
    stop_value double precision,
    stopped_at timestamptz,
    CHECK (NOT is_on OR (consent_at IS NOT NULL AND started_at IS NOT NULL)),
    CHECK ((stop_reason IS NULL) = (stopped_at IS NULL))
  )`.execute(db);
  await sql`CREATE TABLE proof_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    type text NOT NULL CHECK (type IN ('proof.started', 'proof.switched_off', 'proof.stopped')),
    at timestamptz NOT NULL,
    payload jsonb NOT NULL
  )`.execute(db);
  await sql`CREATE INDEX proof_events_of_client ON proof_events (client_uuid, at)`.execute(db);
}
