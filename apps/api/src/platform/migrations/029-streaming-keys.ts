import { type Kysely, sql } from "kysely";

/** Stores the public keys with which the tokens of a client's backend are verified; private keys are not stored. */
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
