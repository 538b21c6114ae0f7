import type { ExitFault, ExitState } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableColumn<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** An archive of all data of a client. Its bytes are generated on request, from `exit_files`. */
export interface ExitRow {
  uuid: Generated<string>;
  client_uuid: string;
  user_uuid: string | null;
  state: Generated<ExitState>;
  snapshot_at: Generated<Date>;
  /** Whether the metadata is written, after which the checksums of media are computed. */
  is_listed: Generated<boolean>;
  size_bytes: Generated<number>;
  /** The expiry of the link. */
  key_hash: NullableColumn<Buffer>;
  key_until: NullableDate;
  claimed_until: Generated<Date>;
  /** The number of consecutive failed attempts. */
  attempts: Generated<number>;
  fault: NullableColumn<ExitFault>;
  ready_at: NullableDate;
  failed_at: NullableDate;
}

/** A range of bytes of an object in the media store: its name, offset and length. */
export type ExitSpan = readonly [object: string, offset: number, length: number];

export interface ExitFileRow {
  exit_uuid: string;
  client_uuid: string;
  number: number;
  kind: string;
  path: string;
  size_bytes: number;
  /** The checksum of the file; null until it is computed. */
  sha256: NullableColumn<Buffer>;
  /** The offset of its header in the archive; null until the archive is ready. */
  offset_bytes: NullableColumn<number>;
  is_missing: Generated<boolean>;
  /** The beginning of the file, or all of it if there are no spans. */
  content: NullableColumn<Buffer>;
  spans: ColumnType<ExitSpan[], string, string>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    exits: ExitRow;
    exit_files: ExitFileRow;
  }
}

const STATEMENTS = [
  sql`CREATE TABLE exits (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    user_uuid uuid REFERENCES users ON DELETE SET NULL,
    state text NOT NULL DEFAULT 'making' CHECK (state IN ('making', 'ready', 'failed')),
    snapshot_at timestamptz NOT NULL DEFAULT now(),
    is_listed boolean NOT NULL DEFAULT false,
    size_bytes bigint NOT NULL DEFAULT 0,
    key_hash bytea UNIQUE,
    key_until timestamptz,
    claimed_until timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    fault text CHECK ((fault IS NOT NULL) = (state = 'failed')),
    failed_at timestamptz,
    ready_at timestamptz
  )`,
  sql`CREATE INDEX exits_by_client ON exits (client_uuid)`,
  sql`CREATE INDEX exits_by_user ON exits (user_uuid)`,
  sql`CREATE INDEX exits_at_work ON exits (claimed_until) WHERE state = 'making'`,
  sql`CREATE TABLE exit_files (
    exit_uuid uuid NOT NULL REFERENCES exits ON DELETE CASCADE,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    number integer NOT NULL,
    kind text NOT NULL,
    path text NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 bytea,
    offset_bytes bigint,
    is_missing boolean NOT NULL DEFAULT false,
    content bytea,
    spans jsonb NOT NULL,
    PRIMARY KEY (exit_uuid, number)
  )`,
  sql`CREATE INDEX exit_files_by_client ON exit_files (client_uuid)`,
  sql`CREATE INDEX exit_files_unchecked ON exit_files (exit_uuid, number) WHERE sha256 IS NULL AND NOT is_missing`,
  sql`CREATE INDEX exit_files_by_place ON exit_files (exit_uuid, offset_bytes)`,
];

export const exitTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
