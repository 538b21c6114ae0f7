import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds types, expiry dates, allowed addresses, rotated secrets and the last use to API keys. */
export const apiKeyTypes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE api_keys
      DROP CONSTRAINT api_keys_type_check,
      ADD CONSTRAINT api_keys_type_check
        CHECK (type IN ('analytics', 'read', 'upload', 'live', 'full', 'delivery')),
      ADD COLUMN old_secret_hash bytea,
      ADD COLUMN old_secret_until timestamptz,
      ADD COLUMN addresses text[] NOT NULL DEFAULT '{}',
      ADD COLUMN created_by text,
      ADD COLUMN expires_at timestamptz,
      ADD COLUMN revoked_at timestamptz,
      ADD COLUMN last_used_address text,
      ADD COLUMN last_used_call text`.execute(db);
    await sql`CREATE INDEX api_keys_revoked ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL`.execute(
      db,
    );
  },
};
