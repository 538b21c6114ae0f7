import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Changes the tags of many videos of one client at once. */
export function createTagsRepository(db: Tx) {
  return {
    /** Appends to each video the tags that it does not have yet. */
    async addTags(clientUuid: string, uuids: string[], tags: string[]): Promise<void> {
      await sql`
        UPDATE videos SET modified_at = now(), edit_revision = edit_revision + 1,
          tags = tags || ARRAY(SELECT tag FROM unnest(${tags}::text[]) AS tag WHERE tag <> ALL(videos.tags))
        WHERE client_uuid = ${clientUuid} AND uuid = ANY(${uuids}::uuid[])`.execute(db);
    },

    async removeTags(clientUuid: string, uuids: string[], tags: string[]): Promise<void> {
      await sql`
        UPDATE videos SET modified_at = now(), edit_revision = edit_revision + 1, tags = ARRAY(
          SELECT tag FROM unnest(tags) WITH ORDINALITY AS own (tag, place)
          WHERE tag <> ALL(${tags}::text[]) ORDER BY place
        )
        WHERE client_uuid = ${clientUuid} AND uuid = ANY(${uuids}::uuid[])`.execute(db);
    },
  };
}
