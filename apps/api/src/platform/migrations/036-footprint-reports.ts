import { type Kysely, sql } from "kysely";

/** Adds reports of a client's months, which never change, and the methods used for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE footprint_methods (
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    from_month text NOT NULL,
    method text NOT NULL,
    PRIMARY KEY (client_uuid, from_month)
  )`.execute(db);
  await sql`CREATE TABLE footprint_progress (
    client_uuid uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
    next_month text NOT NULL
  )`.execute(db);
  await sql`CREATE TABLE footprint_reports (
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    month text NOT NULL,
    method text NOT NULL,
    revision integer NOT NULL CHECK (revision > 0),
    reason text NOT NULL CHECK (reason IN ('closed', 'corrected', 'asked')),
    made_at timestamptz NOT NULL,
    report jsonb NOT NULL,
    PRIMARY KEY (client_uuid, month, method, revision)
  )`.execute(db);
}
