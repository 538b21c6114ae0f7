import { type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { OptionalTimestamp, Timestamp } from "../../../platform/schema/columns.ts";

/** With which a browser uploads one video of a client. */
export interface UploadTokenRow {
  uuid: Generated<string>;
  client_uuid: string;
  /** Null for a backend, and for a user who was deleted. */
  user_uuid: string | null;
  created_by: string;
  /** The API key that made it, and the hash of the key's secret then; null for a user. */
  key_uuid: string | null;
  key_secret_hash: Buffer | null;
  secret_hash: Buffer;
  title: string;
  /** Its fields, among which may be the video's password: sealed by the uuid of the token. */
  sealed_fields: string;
  config_uuid: string | null;
  max_bytes: number;
  origins: string[];
  /** Also when it is gone: no second one is made. */
  video_uuid: string | null;
  used_at: OptionalTimestamp;
  revoked_at: OptionalTimestamp;
  expires_at: Timestamp;
  created_at: Timestamp;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    upload_tokens: UploadTokenRow;
  }
}

export const uploadTokenTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE upload_tokens (
      uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      user_uuid uuid REFERENCES users ON DELETE SET NULL,
      created_by text NOT NULL,
      secret_hash bytea NOT NULL,
      title text NOT NULL,
      sealed_fields text NOT NULL,
      config_uuid uuid,
      max_bytes bigint NOT NULL,
      origins text[] NOT NULL,
      video_uuid uuid,
      used_at timestamptz,
      revoked_at timestamptz,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((video_uuid IS NULL) = (used_at IS NULL))
    )`.execute(db);
    await sql`CREATE INDEX upload_tokens_listed ON upload_tokens (client_uuid, created_at DESC)`.execute(db);
    await sql`CREATE INDEX upload_tokens_by_user ON upload_tokens (user_uuid)`.execute(db);
    await sql`CREATE INDEX upload_tokens_by_age ON upload_tokens (expires_at)`.execute(db);
  },
};

/** Tokens name the API key that made them. A token whose key is no longer there has ended, so nothing refers to the key's row. */
export const uploadTokensOfKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE upload_tokens
      ADD COLUMN key_uuid uuid,
      ADD COLUMN key_secret_hash bytea,
      ADD CONSTRAINT upload_tokens_key_check CHECK ((key_uuid IS NULL) = (key_secret_hash IS NULL))`.execute(
      db,
    );
  },
};
