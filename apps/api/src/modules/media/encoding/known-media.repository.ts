import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Creates the repository of what the media store must contain, for any client. */
export function createKnownMediaRepository(db: Tx) {
  return {
    /** The plans of videos, in an order that new videos rarely change. */
    async listKnownObjects(limit: number): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`SELECT plan_object AS name FROM encodings
          JOIN videos ON videos.uuid = encodings.video_uuid AND videos.generation = encodings.generation
        WHERE plan_object IS NOT NULL AND NOT videos.is_deleted AND videos.trashed_at IS NULL
        ORDER BY encodings.video_uuid LIMIT ${limit}`.execute(db);
      return rows.map(({ name }) => name);
    },

    /** Whether there are published media or recordings. */
    async hasMedia(): Promise<boolean> {
      const { rows } = await sql`SELECT FROM encodings WHERE index_version > 0
        UNION ALL SELECT FROM live_archives WHERE state = 'made' LIMIT 1`.execute(db);
      return rows.length > 0;
    },
  };
}
