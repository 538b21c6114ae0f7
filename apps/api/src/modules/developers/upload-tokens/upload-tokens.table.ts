import { type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { OptionalTimestamp, Timestamp } from "../../../platform/schema/columns.ts";

/** A token that lets a browser upload one video for a client. */
export interface UploadTokenRow {
  uuid: Generated<string>;
  client_uuid: string;
  /** The user for whom the video is created; null for a backend, and once the user is deleted. */
  user_uuid: string | null;
  created_by: string;
  /**
   * The user who created it, also after that user is deleted, and also an administrator of another client; null for a
   * backend.
   */
  maker_uuid: string | null;
  /** The API key that created it, and the hash of the key's secret at that time; null for a user. */
  key_uuid: string | null;
  key_secret_hash: Buffer | null;
  secret_hash: Buffer;
  title: string;
  /** The video's fields, which may include a password, encrypted with the uuid of the token as context. */
  sealed_fields: string;
  config_uuid: string | null;
  max_bytes: number;
  origins: string[];
  /** The uploaded video, which is kept when the video is deleted, so that no second video is created. */
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

/** Tokens record the API key that created them. There is no foreign key: a token ends when its key is deleted. */
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

/**
 * Lets tokens record the user who created them, without a foreign key, since a token ends when that user is deleted. Old tokens
 * of administrators who viewed another client have no user, and end when they expire.
 */
export const uploadTokensOfUsers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE upload_tokens ADD COLUMN maker_uuid uuid`.execute(db);
    await sql`UPDATE upload_tokens SET maker_uuid = user_uuid WHERE key_uuid IS NULL`.execute(db);
  },
};

/**
 * A new password ends the upload tokens that the user has created, as it ends their sessions. This is a trigger, so that it also
 * covers passwords that are changed through an api of the previous release.
 */
export const uploadTokensOfPasswords: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE INDEX upload_tokens_by_maker ON upload_tokens (maker_uuid) WHERE revoked_at IS NULL`.execute(
      db,
    );
    await sql`CREATE FUNCTION end_upload_tokens() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE upload_tokens SET revoked_at = now() WHERE maker_uuid = NEW.uuid AND revoked_at IS NULL;
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER users_end_upload_tokens AFTER UPDATE OF password_hash ON users FOR EACH ROW
      WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION end_upload_tokens()`.execute(
      db,
    );
  },
};

/**
 * Ends only the tokens that can still be used, in a fixed order. Otherwise a new password could deadlock with the deletion of old
 * tokens, which locks rows in another order. The two never lock the same tokens now, because only tokens that ended 30 days ago are
 * deleted. A token ends at most a day after it was used; a week leaves room for a longer time.
 */
export const usableUploadTokens: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE OR REPLACE FUNCTION end_upload_tokens() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM FROM upload_tokens
        WHERE maker_uuid = NEW.uuid AND revoked_at IS NULL
          AND greatest(expires_at, used_at) > now() - interval '7 days'
        ORDER BY uuid FOR NO KEY UPDATE;
      UPDATE upload_tokens SET revoked_at = now()
        WHERE maker_uuid = NEW.uuid AND revoked_at IS NULL
          AND greatest(expires_at, used_at) > now() - interval '7 days';
      RETURN NULL;
    END $$`.execute(db);
  },
};
