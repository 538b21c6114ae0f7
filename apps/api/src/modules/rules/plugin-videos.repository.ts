import { sql, type Updateable } from "kysely";
import type { Tx } from "../../platform/database.ts";
import { notePlaybackChanges } from "../../platform/playback-changes.ts";
import type { PluginVideoRow } from "../../platform/schema.ts";

/** Media on other CDNs, by the names that their pages give them. */
export function createPluginVideosRepository(db: Tx) {
  const withCollection = () =>
    db
      .selectFrom("plugin_videos")
      .leftJoin("collections", (join) =>
        join
          .onRef("collections.uuid", "=", "plugin_videos.collection_uuid")
          .onRef("collections.client_uuid", "=", "plugin_videos.client_uuid"),
      )
      .selectAll("plugin_videos")
      .select(["collections.name as collection_name", "collections.rules as collection_rules"]);
  return {
    /** With the rules of its collection. @param key what `pluginVideoKey` gives. */
    findForEdge: (key: string) => withCollection().where("plugin_videos.key", "=", key).executeTakeFirst(),

    findPluginVideo: (clientUuid: string, uuid: string) =>
      withCollection()
        .where("plugin_videos.client_uuid", "=", clientUuid)
        .where("plugin_videos.uuid", "=", uuid)
        .executeTakeFirst(),

    /** The same, which nobody else changes until the transaction ends. */
    lockPluginVideo: (clientUuid: string, uuid: string) =>
      withCollection()
        .where("plugin_videos.client_uuid", "=", clientUuid)
        .where("plugin_videos.uuid", "=", uuid)
        .forNoKeyUpdate("plugin_videos")
        .executeTakeFirst(),

    /** Tells edges, with the commit. */
    async updatePluginVideo(
      clientUuid: string,
      uuid: string,
      change: Updateable<PluginVideoRow>,
    ): Promise<void> {
      const rows = await db
        .updateTable("plugin_videos")
        .set({ ...change, revision: sql<number>`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .returning(["key as uuid", "revision"])
        .execute();
      await notePlaybackChanges(db, "pluginVideo", rows);
    },
  };
}
export type FullPluginVideoRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createPluginVideosRepository>["findPluginVideo"]>>
>;
