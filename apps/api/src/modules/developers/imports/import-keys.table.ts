import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The origin of an imported video, so that a client does not import it again. Deleted with its video. */
export interface ImportOriginRow {
  client_uuid: string;
  source_key: string;
  video_uuid: string;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    import_origins: ImportOriginRow;
  }
}

const STATEMENTS = [
  // `listed_at` is set once the whole list has been read. An import can be paused before that.
  sql`ALTER TABLE imports ADD COLUMN listed_at timestamptz`,
  sql`UPDATE imports SET listed_at = created_at WHERE state <> 'reading'`,
  sql`ALTER TABLE import_items ADD COLUMN source_key text`,
  // A page of a source may repeat an entry of an earlier page.
  sql`CREATE UNIQUE INDEX import_items_by_key ON import_items (import_uuid, source_key) WHERE source_key IS NOT NULL`,
  sql`ALTER TABLE import_items DROP CONSTRAINT import_items_state_check`,
  sql`ALTER TABLE import_items ADD CONSTRAINT import_items_state_check
    CHECK (state IN ('broken', 'waiting', 'fetching', 'imported', 'failed', 'present', 'cancelled'))`,
  sql`CREATE TABLE import_origins (
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    source_key text NOT NULL,
    video_uuid uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
    PRIMARY KEY (client_uuid, source_key)
  )`,
  sql`CREATE INDEX import_origins_by_video ON import_origins (video_uuid)`,
];

export const importKeys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
