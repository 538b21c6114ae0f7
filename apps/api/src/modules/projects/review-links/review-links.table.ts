import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;
type NullableNumber = ColumnType<number | null, number | null | undefined, number | null>;

export interface ReviewLinkRow {
  uuid: string;
  client_uuid: string;
  project_uuid: string;
  label: string;
  /** The hash by which a link is found; the key itself is stored encrypted, so that it can be copied again. */
  key_hash: Buffer;
  sealed_key: string;
  asks_email: boolean;
  password_hash: NullableText;
  /** Rises with each new password, which ends sessions that were opened with another password. */
  password_revision: Generated<number>;
  ends_at: NullableDate;
  /** The only version that the link shows; null if it shows the newest. */
  version_number: NullableNumber;
  may_comment: boolean;
  may_download: boolean;
  has_watermark: boolean;
  is_on: Generated<boolean>;
  /** The creator; null once that user is deleted. */
  creator_uuid: NullableText;
  /** The creator's username, kept when the user is deleted. */
  creator_name: string;
  created_at: Generated<Date>;
  revision: Generated<number>;
}

/** A guest who entered, one row per browser. */
export interface ReviewGuestRow {
  uuid: string;
  /** Identifies the guest in their links to files. */
  download_uuid: Generated<string>;
  link_uuid: string;
  client_uuid: string;
  name: string;
  email: NullableText;
  token_hash: Buffer;
  /** The link's password revision when the guest entered. */
  password_revision: number;
  created_at: Generated<Date>;
  /** The time of the guest's last call, precise to the minute. */
  last_used_at: Generated<Date>;
  expires_at: Date;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    review_links: ReviewLinkRow;
    review_guests: ReviewGuestRow;
  }
}

/**
 * Creates the tables of review links, which are deleted with their project and client. The names of their creators stay when users
 * are deleted.
 */
export const reviewLinkTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE review_links (
      uuid uuid PRIMARY KEY,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      project_uuid uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      label text NOT NULL,
      key_hash bytea NOT NULL UNIQUE,
      sealed_key text NOT NULL,
      asks_email boolean NOT NULL,
      password_hash text,
      password_revision integer NOT NULL DEFAULT 1,
      ends_at timestamptz,
      version_number integer CHECK (version_number > 0),
      may_comment boolean NOT NULL,
      may_download boolean NOT NULL,
      has_watermark boolean NOT NULL,
      is_on boolean NOT NULL DEFAULT true,
      creator_uuid uuid REFERENCES users ON DELETE SET NULL,
      creator_name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      revision integer NOT NULL DEFAULT 1
    )`.execute(db);
    await sql`CREATE INDEX review_links_by_project ON review_links (project_uuid, created_at)`.execute(db);
    await sql`CREATE INDEX review_links_by_client ON review_links (client_uuid)`.execute(db);
    await sql`CREATE INDEX review_links_by_creator ON review_links (creator_uuid)`.execute(db);
    await sql`CREATE TABLE review_guests (
      uuid uuid PRIMARY KEY,
      download_uuid uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
      link_uuid uuid NOT NULL REFERENCES review_links ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      name text NOT NULL,
      email text,
      token_hash bytea NOT NULL UNIQUE,
      password_revision integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL
    )`.execute(db);
    await sql`CREATE INDEX review_guests_by_link ON review_guests (link_uuid)`.execute(db);
    await sql`CREATE INDEX review_guests_by_client ON review_guests (client_uuid)`.execute(db);
  },
};
