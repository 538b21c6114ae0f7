import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";

/** The number of a client's tags that the list contains at most. */
const MAX_TAGS = 1_000;

/** Creates the repository of one client's tags and categories. */
export function createLabelsRepository(db: Tx) {
  const categories = (clientUuid: string) =>
    db
      .selectFrom("categories")
      .select(["uuid", "name"])
      .select(
        sql<number>`(SELECT count(*) FROM video_categories AS label JOIN videos ON videos.uuid = label.video_uuid
          WHERE label.category_uuid = categories.uuid AND videos.trashed_at IS NULL)`.as("video_count"),
      )
      .where("client_uuid", "=", clientUuid);

  return {
    /** Lists tags, the most used first. Plugin clients have the tags of their media on other CDNs as well. */
    async listTags(clientUuid: string): Promise<{ tag: string; count: number }[]> {
      const { rows } = await sql<{ tag: string; count: number }>`
        SELECT tag, count(*) AS count FROM (
          SELECT unnest(tags) AS tag FROM videos
          WHERE client_uuid = ${clientUuid} AND trashed_at IS NULL AND kind = 'video'
          UNION ALL
          SELECT unnest(tags) FROM plugin_videos WHERE client_uuid = ${clientUuid}
            AND EXISTS (SELECT 1 FROM clients WHERE uuid = ${clientUuid} AND type = 'plugin')
        ) AS used GROUP BY tag ORDER BY count DESC, tag LIMIT ${MAX_TAGS}`.execute(db);
      return rows;
    },

    listCategories: (clientUuid: string) => categories(clientUuid).orderBy(sql`lower(name)`).execute(),

    findCategory: (clientUuid: string, uuid: string) =>
      categories(clientUuid).where("uuid", "=", uuid).executeTakeFirst(),

    /** Counts the client's categories; other transactions that add one wait until this one ends. */
    async countForAdding(clientUuid: string): Promise<number> {
      await lockForAdding(db, clientUuid);
      const { count } = await db
        .selectFrom("categories")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirstOrThrow();
      return count;
    },

    async addCategory(clientUuid: string, name: string): Promise<string> {
      const { uuid } = await db
        .insertInto("categories")
        .values({ client_uuid: clientUuid, name })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },

    /** @returns false if the category does not exist. */
    async renameCategory(clientUuid: string, uuid: string, name: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("categories")
        .set({ name })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** @returns false if the category does not exist. */
    async deleteCategory(clientUuid: string, uuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("categories")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /**
     * Prevents the category from being deleted until the transaction ends.
     * @returns false if the category does not exist.
     */
    async holdCategory(clientUuid: string, uuid: string): Promise<boolean> {
      const row = await db
        .selectFrom("categories")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .forKeyShare()
        .executeTakeFirst();
      return row !== undefined;
    },

    async addLabel(videoUuid: string, categoryUuid: string): Promise<void> {
      await db
        .insertInto("video_categories")
        .values({ video_uuid: videoUuid, category_uuid: categoryUuid })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async removeLabel(videoUuid: string, categoryUuid: string): Promise<void> {
      await db
        .deleteFrom("video_categories")
        .where("video_uuid", "=", videoUuid)
        .where("category_uuid", "=", categoryUuid)
        .execute();
    },
  };
}
