import type { CdnRules } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Bigint, DefaultJson, OptionalTimestamp, Timestamp } from "../../../platform/schema/columns.ts";

/** A secret for signing addresses of files. */
export interface CdnSecretOfRow {
  uuid: string;
  /** The secret, sealed for this entry. */
  sealed: string;
  /** The date in ISO 8601 and UTC, like every date in JSON columns. */
  createdAt: string;
  /** When a previous secret expires; null for the current one. */
  endsAt: string | null;
}

export interface CdnEntryRow {
  uuid: Generated<string>;
  client_uuid: string;
  user_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  /** The key in the entry's address at the edges. */
  key: string;
  name: string;
  /** The URL of the origin, with a trailing `/`. */
  origin_url: string;
  rules: DefaultJson<CdnRules>;
  cors_origins: Generated<string[]>;
  default_ttl_sec: number;
  ignores_query: Generated<boolean>;
  is_paused: Generated<boolean>;
  /** The time until which a deleted entry is served from caches; null for other entries. */
  drains_until: OptionalTimestamp;
  /** The secrets, the current one first. */
  secrets: DefaultJson<CdnSecretOfRow[]>;
  purge_number: Generated<number>;
  purged_all: Generated<number>;
  created_at: Timestamp;
  /** Rises with edits made in a form. A save based on an older value is rejected. */
  edit_revision: Generated<number>;
  /** Rises with every change that edges need. A trigger notifies the edges. */
  revision: Bigint;
}

/** A custom host name of an entry. */
export interface CdnHostRow {
  entry_uuid: string;
  client_uuid: string;
  host: string;
  /** When the host was found valid; null while it is not served. */
  checked_at: OptionalTimestamp;
  /** When the host was last rechecked automatically. */
  rechecked_at: OptionalTimestamp;
  /** When the automatic checks started to fail; null if the last one succeeded. */
  failing_since: OptionalTimestamp;
}

export interface CdnPurgeRow {
  entry_uuid: string;
  client_uuid: string;
  path: string;
  is_prefix: boolean;
  number: number;
}

/** Whether a client had an active subscription within its budget when edges were last notified of its entries. */
export interface CdnSubscriptionRow {
  client_uuid: string;
  is_active: boolean;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    cdn_entries: CdnEntryRow;
    cdn_hosts: CdnHostRow;
    cdn_purges: CdnPurgeRow;
    cdn_subscriptions: CdnSubscriptionRow;
  }
}

/** Entries are deleted with their client; the foreign key deletes their rows, so a trigger notifies edges. */
export const cdnTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE cdn_entries (
      uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      user_uuid uuid REFERENCES users ON DELETE SET NULL,
      key text NOT NULL UNIQUE CHECK (key ~ '^[a-z0-9]{12}$'),
      name text NOT NULL,
      origin_url text NOT NULL,
      rules jsonb NOT NULL DEFAULT '{}',
      cors_origins text[] NOT NULL DEFAULT '{}',
      default_ttl_sec integer NOT NULL CHECK (default_ttl_sec >= 0),
      is_paused boolean NOT NULL DEFAULT false,
      drains_until timestamptz,
      secrets jsonb NOT NULL DEFAULT '[]',
      purge_number integer NOT NULL DEFAULT 0,
      purged_all integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      edit_revision integer NOT NULL DEFAULT 1,
      revision bigint NOT NULL DEFAULT 1
    )`.execute(db);
    await sql`CREATE INDEX cdn_entries_of_client ON cdn_entries (client_uuid, created_at, uuid)`.execute(db);
    await sql`CREATE INDEX cdn_entries_by_user ON cdn_entries (user_uuid)`.execute(db);
    await sql`CREATE INDEX cdn_entries_that_drain ON cdn_entries (drains_until) WHERE drains_until IS NOT NULL`.execute(
      db,
    );
    await sql`CREATE INDEX cdn_entries_with_secrets ON cdn_entries (uuid) WHERE jsonb_array_length(secrets) > 1`.execute(
      db,
    );
    await sql`CREATE TABLE cdn_hosts (
      entry_uuid uuid NOT NULL REFERENCES cdn_entries ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      host text NOT NULL,
      checked_at timestamptz,
      PRIMARY KEY (entry_uuid, host)
    )`.execute(db);
    await sql`CREATE UNIQUE INDEX cdn_hosts_served ON cdn_hosts (host) WHERE checked_at IS NOT NULL`.execute(
      db,
    );
    await sql`CREATE INDEX cdn_hosts_of_client ON cdn_hosts (client_uuid)`.execute(db);
    await sql`CREATE TABLE cdn_purges (
      entry_uuid uuid NOT NULL REFERENCES cdn_entries ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      path text NOT NULL,
      is_prefix boolean NOT NULL,
      number integer NOT NULL
    )`.execute(db);
    await sql`CREATE INDEX cdn_purges_of_entry ON cdn_purges (entry_uuid, number)`.execute(db);
    await sql`CREATE INDEX cdn_purges_of_client ON cdn_purges (client_uuid)`.execute(db);
    await sql`CREATE TABLE cdn_subscriptions (
      client_uuid uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
      is_active boolean NOT NULL
    )`.execute(db);
    await sql`CREATE FUNCTION tell_cdn_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        entry uuid := coalesce(NEW.uuid, OLD.uuid);
        raised bigint := coalesce(NEW.revision, 0);
        place bigint;
      BEGIN
        IF TG_OP = 'UPDATE' AND NEW.revision = OLD.revision THEN RETURN NULL; END IF;
        INSERT INTO descriptor_changes (kind, video_uuid, revision) VALUES ('cdnEntry', entry, raised)
          RETURNING cursor INTO place;
        PERFORM pg_notify('shoal_playback', place || ':' || entry || ':' || raised || ':cdnEntry');
        RETURN NULL;
      END $$`.execute(db);
    await sql`CREATE TRIGGER cdn_entries_told AFTER INSERT OR UPDATE OR DELETE ON cdn_entries
      FOR EACH ROW EXECUTE FUNCTION tell_cdn_entry()`.execute(db);
  },
};

/** Adds the columns of the daily rechecks, and the option to ignore queries. */
export const cdnRechecks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE cdn_hosts ADD COLUMN rechecked_at timestamptz, ADD COLUMN failing_since timestamptz`.execute(
      db,
    );
    await sql`ALTER TABLE cdn_entries ADD COLUMN ignores_query boolean NOT NULL DEFAULT false`.execute(db);
  },
};
