import type { ArrivalFault, ArrivalReport, ArrivalState, CaptionCue } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableColumn<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** An archive from another installation that is being loaded. */
export interface ArrivalRow {
  uuid: Generated<string>;
  client_uuid: string;
  /** The user who creates the objects; null once that user is deleted. */
  user_uuid: string | null;
  state: Generated<ArrivalState>;
  fault: NullableColumn<ArrivalFault>;
  fault_path: NullableColumn<string>;
  /** The URL of the archive, encrypted with the uuid as context; null once the arrival has finished. */
  sealed_url: NullableColumn<string>;
  /** The ETag of the archive's bytes. Bytes with another ETag are a different archive. */
  etag: NullableColumn<string>;
  /** The name of an archive uploaded as a file; null for an archive loaded from a link. */
  file_name: NullableColumn<string>;
  fingerprint: NullableColumn<string>;
  /** When the last chunk of an uploaded archive arrived. */
  chunk_at: NullableDate;
  size_bytes: Generated<number>;
  checked_bytes: Generated<number>;
  /** The number of consecutive failed attempts. */
  attempts: Generated<number>;
  claimed_until: Generated<Date>;
  created_at: Generated<Date>;
  ended_at: NullableDate;
  /** Which objects were loaded and which were not; null until loading has finished. */
  report: ColumnType<ArrivalReport | null, string | undefined, string>;
}

/** A chunk of an uploaded archive. */
export interface ArrivalChunkRow {
  arrival_uuid: string;
  client_uuid: string;
  number: number;
  sha256: Buffer;
  /** Whether the chunk is stored. While it is being written, no other bytes are accepted for it. */
  is_stored: Generated<boolean>;
}

/** An uploaded archive in the media store. The row exists until the archive is removed. */
export interface ArrivalObjectRow {
  arrival_uuid: string;
}

/** The uuids of an object at its former installation and at this one. */
export interface ArrivedThingRow {
  client_uuid: string;
  /** The table that contains the object. */
  kind: string;
  old_uuid: string;
  new_uuid: string;
  /** The archive that contained the object; null once that archive is deleted. */
  arrival_uuid: NullableColumn<string>;
  /** Whether the video is closed to all viewers, because archives do not contain what restricted it. */
  is_closed: Generated<boolean>;
}

/** The uuid of a deleted video or export link, whose address other clients cannot use. */
export interface GoneUuidRow {
  uuid: string;
  owner_uuid: string;
}

export interface ArrivedCaptions {
  language: string;
  label: string;
  kind: string;
  isDefault: boolean;
  cues: CaptionCue[];
}

/** A file of an archive that becomes the source of a video, or the file of a comment or message. */
export interface ArrivalFileRow {
  arrival_uuid: string;
  client_uuid: string;
  number: number;
  kind: "video" | "attachment" | "message_file";
  /** The offset of the file's bytes in the archive. */
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
    arrival_chunks: ArrivalChunkRow;
    arrival_objects: ArrivalObjectRow;
    arrived_things: ArrivedThingRow;
    gone_uuids: GoneUuidRow;
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
    ended_at timestamptz,
    report jsonb
  )`,
  sql`CREATE INDEX arrivals_by_client ON arrivals (client_uuid)`,
  sql`CREATE INDEX arrivals_by_user ON arrivals (user_uuid)`,
  sql`CREATE INDEX arrivals_at_work ON arrivals (claimed_until) WHERE state IN ('checking', 'taking')`,
  sql`CREATE TABLE arrival_files (
    arrival_uuid uuid NOT NULL REFERENCES arrivals ON DELETE CASCADE,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    number integer NOT NULL,
    kind text NOT NULL CHECK (kind IN ('video', 'attachment', 'message_file')),
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
  sql`CREATE TABLE arrived_things (
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    kind text NOT NULL,
    old_uuid uuid NOT NULL,
    new_uuid uuid NOT NULL,
    arrival_uuid uuid REFERENCES arrivals ON DELETE SET NULL,
    is_closed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (client_uuid, kind, old_uuid)
  )`,
  sql`CREATE INDEX arrived_things_by_old ON arrived_things (old_uuid, kind)`,
  sql`CREATE INDEX arrived_things_by_arrival ON arrived_things (arrival_uuid, kind, old_uuid)`,
  sql`CREATE INDEX arrival_files_to_come ON arrival_files (arrival_uuid, number) WHERE NOT is_arrived`,
];

export const arrivalTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

/**
 * Prevents archives from taking over the addresses of deleted videos, which pages of other clients may still contain long
 * afterwards.
 */
export const goneUuidTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE gone_uuids (uuid uuid PRIMARY KEY, owner_uuid uuid NOT NULL)`.execute(db);
    await sql`CREATE FUNCTION note_gone_uuid() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO gone_uuids (uuid, owner_uuid) VALUES (OLD.uuid, OLD.client_uuid)
        ON CONFLICT (uuid) DO UPDATE SET owner_uuid = excluded.owner_uuid;
      RETURN NULL;
    END $$`.execute(db);
    for (const table of ["videos", "export_links"])
      await sql`CREATE TRIGGER ${sql.raw(`${table}_are_remembered`)} AFTER DELETE ON ${sql.table(table)} FOR EACH ROW
        EXECUTE FUNCTION note_gone_uuid()`.execute(db);
  },
};

const UPLOAD_STATEMENTS = [
  sql`ALTER TABLE arrivals
    ADD COLUMN file_name text,
    ADD COLUMN fingerprint text,
    ADD COLUMN chunk_at timestamptz,
    DROP CONSTRAINT arrivals_state_check,
    ADD CONSTRAINT arrivals_state_check CHECK (state IN ('uploading', 'checking', 'taking', 'done', 'failed'))`,
  sql`CREATE TABLE arrival_chunks (
    arrival_uuid uuid NOT NULL REFERENCES arrivals ON DELETE CASCADE,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    number integer NOT NULL,
    sha256 bytea NOT NULL,
    is_stored boolean NOT NULL DEFAULT false,
    PRIMARY KEY (arrival_uuid, number)
  )`,
  sql`CREATE INDEX arrival_chunks_by_client ON arrival_chunks (client_uuid)`,
  // An object is listed here until it is deleted, even if its arrival or client no longer exists.
  sql`CREATE TABLE arrival_objects (arrival_uuid uuid PRIMARY KEY)`,
];

/** Adds uploaded archives, which can come from installations that no longer exist. */
export const arrivalUploadTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of UPLOAD_STATEMENTS) await statement.execute(db);
  },
};
