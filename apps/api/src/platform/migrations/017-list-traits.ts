import { type Kysely, sql } from "kysely";

/** The columns of their index, so that a scan checks the filters without reading rows. */
const WALKED = ["created_at", "title_lower", "duration_sec", "status", "type", "user_uuid", "tag_order"];

const STATEMENTS = [
  // The most frequent filters of lists are stored as one number, so that filters become ranges of an index. `list-traits.ts`
  // computes the same number.
  sql`ALTER TABLE videos ADD COLUMN traits integer NOT NULL GENERATED ALWAYS AS (
    (array_position(ARRAY['to_encode', 'waiting_for_encoding', 'encoding', 'segmented', 'encoded', 'to_stop', 'stopped',
      'error', 'uploading', 'upload_failed', 'restart'], status) - 1) * 36
    + (type = 'live')::integer * 18
    + CASE WHEN error_type IS NULL THEN 0 WHEN error_type = 'upload_failed' THEN 6 ELSE 12 END
    + rebuffering * 2
    + (delete_at IS NOT NULL AND NOT is_deleted)::integer) STORED`,
  sql`DROP INDEX videos_list`,
  sql`CREATE INDEX videos_list ON videos (client_uuid, traits, uuid)
    -- At most 2,200 of the 2,704 bytes that an entry may have: 300 characters and 100 tags.
    INCLUDE (created_at, duration_sec, origin_uuid, user_uuid, type, status, tag_keys, title_lower)
    WHERE trashed_at IS NULL AND kind = 'video'`,
  sql`CREATE INDEX videos_uuid ON videos (client_uuid, uuid) INCLUDE (traits)
    WHERE trashed_at IS NULL AND kind = 'video'`,
  ...WALKED.flatMap((column) => [
    sql`DROP INDEX ${sql.ref(`videos_${column}`)}`,
    sql`CREATE INDEX ${sql.ref(`videos_${column}`)} ON videos (client_uuid, ${sql.ref(column)}, uuid) INCLUDE (traits)
      WHERE trashed_at IS NULL AND kind = 'video'`,
  ]),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
