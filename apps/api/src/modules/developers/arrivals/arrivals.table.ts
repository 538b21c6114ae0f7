import type { ArrivalFault, ArrivalState, CaptionCue } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** An archive of another installation, on its way in. */
export interface ArrivalRow {
  uuid: Generated<string>;
  client_uuid: string;
  /** In whose name things are created; null when that user was deleted. */
  user_uuid: string | null;
  state: Generated<ArrivalState>;
  fault: Nullable<ArrivalFault>;
  fault_path: Nullable<string>;
  /** Where it is fetched from, sealed by the uuid; null once it is over. */
  sealed_url: Nullable<string>;
  /** What its server calls these bytes: other bytes are another archive. */
  etag: Nullable<string>;
  size_bytes: Generated<number>;
  checked_bytes: Generated<number>;
  /** Times in a row that the work broke off. */
  attempts: Generated<number>;
  claimed_until: Generated<Date>;
  created_at: Generated<Date>;
  ended_at: NullableDate;
}

export interface ArrivedCaptions {
  language: string;
  label: string;
  kind: string;
  isDefault: boolean;
  cues: CaptionCue[];
}

/** A file of an archive that is to become a video's source, or a file of a comment. */
export interface ArrivalFileRow {
  arrival_uuid: string;
  client_uuid: string;
  number: number;
  kind: "video" | "attachment";
  /** Where its bytes begin in the archive. */
  offset_bytes: number;
  size_bytes: number;
  sha256: Buffer;
  old_uuid: string;
  new_uuid: string;
  captions: ColumnType<ArrivedCaptions[], string, string>;
  is_arrived: Generated<boolean>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    arrivals: ArrivalRow;
    arrival_files: ArrivalFileRow;
  }
}

const STATEMENTS = [
  sql`CREATE TABLE arrivals (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    user_uuid uuid REFERENCES users ON DELETE SET NULL,
    state text NOT NULL DEFAULT 'checking' CHECK (state IN ('checking', 'taking', 'done', 'failed')),
    fault text CHECK ((fault IS NOT NULL) = (state = 'failed')),
    fault_path text,
    sealed_url text,
    etag text,
    size_bytes bigint NOT NULL DEFAULT 0,
    checked_bytes bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    claimed_until timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz
  )`,
  sql`CREATE INDEX arrivals_by_client ON arrivals (client_uuid)`,
  sql`CREATE INDEX arrivals_by_user ON arrivals (user_uuid)`,
  sql`CREATE INDEX arrivals_at_work ON arrivals (claimed_until) WHERE state IN ('checking', 'taking')`,
  sql`CREATE TABLE arrival_files (
    arrival_uuid uuid NOT NULL REFERENCES arrivals ON DELETE CASCADE,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    number integer NOT NULL,
    kind text NOT NULL CHECK (kind IN ('video', 'attachment')),
    offset_bytes bigint NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 bytea NOT NULL,
    old_uuid uuid NOT NULL,
    new_uuid uuid NOT NULL,
    captions jsonb NOT NULL DEFAULT '[]',
    is_arrived boolean NOT NULL DEFAULT false,
    PRIMARY KEY (arrival_uuid, number)
  )`,
  sql`CREATE INDEX arrival_files_by_client ON arrival_files (client_uuid)`,
  sql`CREATE INDEX arrival_files_to_come ON arrival_files (arrival_uuid, number) WHERE NOT is_arrived`,
];

export const arrivalTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
