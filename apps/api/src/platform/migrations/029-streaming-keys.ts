import { type Kysely, sql } from "kysely";

/** With these a client's backend signs who may watch; their private halves are kept nowhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE client_streaming_keys (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    name text NOT NULL,
    public_key text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (client_uuid, public_key)
  )`.execute(db);
}
