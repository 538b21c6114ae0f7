import type { FieldError, ImportFault, ImportKind, ImportRowState, ImportState } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableColumn<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** A list of videos that a client imports. */
export interface ImportTableRow {
  uuid: Generated<string>;
  client_uuid: string;
  /** The user for whom videos are created; null once that user is deleted. */
  user_uuid: string | null;
  kind: ImportKind;
  name: string;
  state: Generated<ImportState>;
  fault: NullableColumn<ImportFault>;
  /**
   * The list, or the credentials to request it, encrypted with the uuid as context. Lists are deleted once read, credentials
   * once the import is finished.
   */
  sealed_source: NullableColumn<string>;
  /** The cursor for reading, which is the source's value for its next page; null at the start. */
  cursor: NullableColumn<string>;
  ignored_fields: Generated<string[]>;
  /** The number of consecutive failures of the import's source. */
  attempts: Generated<number>;
  /** When the whole list was read; null before. */
  listed_at: NullableDate;
  /** The time until which only one process works on the import. */
  claimed_until: Generated<Date>;
  created_at: Generated<Date>;
  started_at: NullableDate;
  ended_at: NullableDate;
}

export interface ImportItemRow {
  import_uuid: string;
  /** The item's index in the list, from 1. */
  number: number;
  /** The line of the file where the item starts, from 1; for other sources, its index. */
  line: number;
  client_uuid: string;
  state: ImportRowState;
  title: string;
  shown_url: string;
  tags: string[];
  caption_count: number;
  chapter_count: number;
  /** The item, encrypted with import and line as context; null for a faulty line, and once the import is finished. */
  sealed_item: string | null;
  faults: ColumnType<FieldError[], string, string>;
  video_uuid: NullableColumn<string>;
  /** The source's id of the video; null for a line of a list. */
  source_key: NullableColumn<string>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    imports: ImportTableRow;
    import_items: ImportItemRow;
  }
}

const STATEMENTS = [
  sql`CREATE TABLE imports (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    user_uuid uuid REFERENCES users ON DELETE SET NULL,
    kind text NOT NULL,
    name text NOT NULL,
    state text NOT NULL DEFAULT 'reading'
      CHECK (state IN ('reading', 'ready', 'running', 'paused', 'done', 'cancelled', 'failed')),
    fault text,
    sealed_source text,
    cursor text,
    ignored_fields text[] NOT NULL DEFAULT '{}',
    attempts integer NOT NULL DEFAULT 0,
    claimed_until timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    ended_at timestamptz
  )`,
  sql`CREATE INDEX imports_by_client ON imports (client_uuid, created_at DESC)`,
  sql`CREATE INDEX imports_by_user ON imports (user_uuid)`,
  sql`CREATE INDEX imports_at_work ON imports (claimed_until) WHERE state IN ('reading', 'running')`,
  sql`CREATE TABLE import_items (
    import_uuid uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
    number integer NOT NULL,
    line integer NOT NULL,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    state text NOT NULL CHECK (state IN ('broken', 'waiting', 'fetching', 'imported', 'failed', 'cancelled')),
    title text NOT NULL,
    shown_url text NOT NULL,
    tags text[] NOT NULL,
    caption_count integer NOT NULL,
    chapter_count integer NOT NULL,
    sealed_item text,
    faults jsonb NOT NULL,
    video_uuid uuid,
    PRIMARY KEY (import_uuid, number)
  )`,
  sql`CREATE INDEX import_items_by_state ON import_items (import_uuid, state, number)`,
  sql`CREATE INDEX import_items_fetching ON import_items (client_uuid) WHERE state = 'fetching'`,
  sql`CREATE INDEX import_items_by_client ON import_items (client_uuid)`,
];

export const importTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
