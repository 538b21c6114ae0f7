import { type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { recordPlaybackChanges } from "../../../platform/playback-changes.ts";
import type { PluginVideoRow } from "../../../platform/schema.ts";

/** Creates the repository of media on other CDNs, which are identified by the names used on their pages. */
export function createPluginVideosRepository(db: Tx) {
  const withCollection = () =>
    db
      .selectFrom("plugin_videos")
      .leftJoin("collections", (join) =>
        join
          .onRef("collections.uuid", "=", "plugin_videos.collection_uuid")
          .onRef("collections.client_uuid", "=", "plugin_videos.client_uuid"),
      )
      .select([
        ...([
          "plugin_videos.uuid",
          "plugin_videos.key",
          "plugin_videos.name",
          "plugin_videos.revision",
        ] as const),
        ...(["plugin_videos.rules", "plugin_videos.collection_uuid", "plugin_videos.reported_at"] as const),
        ...(["collections.name as collection_name", "collections.rules as collection_rules"] as const),
      ]);
  const update = (clientUuid: string, uuid: string, change: Updateable<PluginVideoRow>) =>
    db
      .updateTable("plugin_videos")
      .set(change)
      .where("client_uuid", "=", clientUuid)
      .where("uuid", "=", uuid)
      .returning(["key as uuid", "revision"])
      .execute();
  return {
    /** Finds media with the rules of their collection. @param key a key made by `pluginVideoKey`. */
    findForEdge: (key: string) => withCollection().where("plugin_videos.key", "=", key).executeTakeFirst(),

    /** Finds media of a client with the rules of their collection. */
    findPluginVideo: (clientUuid: string, uuid: string) =>
      withCollection()
        .where("plugin_videos.client_uuid", "=", clientUuid)
        .where("plugin_videos.uuid", "=", uuid)
        .executeTakeFirst(),

    /** Lists the media with these names that are known. */
    listNamed: (clientUuid: string, names: readonly string[]) =>
      withCollection()
        .where("plugin_videos.client_uuid", "=", clientUuid)
        .where(sql<SqlBool>`plugin_videos.name = ANY(${names}::text[])`)
        .execute(),

    /** Locks the rows of those media that exist until the transaction ends. */
    lockPluginVideos: (clientUuid: string, uuids: readonly string[]) =>
      withCollection()
        .where("plugin_videos.client_uuid", "=", clientUuid)
        .where(sql<SqlBool>`plugin_videos.uuid = ANY(${uuids}::uuid[])`)
        .orderBy("plugin_videos.uuid")
        .forNoKeyUpdate("plugin_videos")
        .execute(),

    /** Saves changes that do not affect viewers. */
    async updateTexts(clientUuid: string, uuid: string, change: Updateable<PluginVideoRow>): Promise<void> {
      await update(clientUuid, uuid, change);
    },

    /** Deletes media with their figures in the list, and notifies edges on commit. @returns how many existed. */
    async deletePluginVideos(clientUuid: string, uuids: readonly string[]): Promise<number> {
      const { rows } = await sql<{ uuid: string; key: string; revision: number }>`
        DELETE FROM plugin_videos WHERE client_uuid = ${clientUuid} AND uuid = ANY(${uuids}::uuid[])
        RETURNING uuid, key, revision`.execute(db);
      await sql`DELETE FROM video_stats WHERE client_uuid = ${clientUuid}
        AND video_uuid = ANY(${rows.map(({ uuid }) => uuid)}::uuid[])`.execute(db);
      const gone = rows.map(({ key, revision }) => ({ uuid: key, revision: revision + 1 }));
      await recordPlaybackChanges(db, "pluginVideo", gone);
      return rows.length;
    },

    /** Saves changed rules and notifies edges on commit. */
    async updateRules(clientUuid: string, uuid: string, change: Updateable<PluginVideoRow>): Promise<void> {
      const rows = await update(clientUuid, uuid, {
        ...change,
        revision: sql<number>`revision + 1` as never,
      });
      await recordPlaybackChanges(db, "pluginVideo", rows);
    },
  };
}

/** Finds media with the rules of their collection; undefined for another client's media. */
export const findPluginVideo = (db: Tx, clientUuid: string, uuid: string) =>
  createPluginVideosRepository(db).findPluginVideo(clientUuid, uuid);

/** Lists the media with these names that are known, with the rules of their collections. */
export const listNamedPluginVideos = (db: Tx, clientUuid: string, names: readonly string[]) =>
  createPluginVideosRepository(db).listNamed(clientUuid, names);
