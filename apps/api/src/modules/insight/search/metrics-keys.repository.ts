import type { Tx } from "../../../platform/database.ts";

/** A video, or media on another CDN, with the name under which its figures are stored. */
export interface KeyRow {
  uuid: string;
  clientUuid: string;
  /** The video's name in ClickHouse. */
  watchedAs: string;
  title: string;
}

/** Creates the repository of existing metrics keys. @param clientUuid all clients if undefined, for administrators. */
export function createMetricsKeysRepository(db: Tx) {
  return {
    async listKeys(clientUuid: string | undefined, uuids: readonly string[]): Promise<KeyRow[]> {
      const videos = await db
        .selectFrom("videos")
        .select(["uuid", "client_uuid as clientUuid", "uuid as watchedAs", "title"])
        .where("uuid", "in", [...uuids])
        .$if(clientUuid !== undefined, (query) => query.where("client_uuid", "=", clientUuid ?? ""))
        .execute();
      const elsewhere = await db
        .selectFrom("plugin_videos")
        .select(["uuid", "client_uuid as clientUuid", "name as watchedAs", "title"])
        .where("uuid", "in", [...uuids])
        .$if(clientUuid !== undefined, (query) => query.where("client_uuid", "=", clientUuid ?? ""))
        .execute();
      return [...videos, ...elsewhere];
    },

    /** Lists the keys of one client, with the columns of lists. */
    listVideos: (clientUuid: string, uuids: readonly string[]) =>
      db
        .selectFrom("videos")
        .leftJoin("users", "users.uuid", "videos.user_uuid")
        .leftJoin("lives", "lives.video_uuid", "videos.uuid")
        .select(["videos.uuid", "videos.title", "videos.type", "users.username", "lives.live_type"])
        .where("videos.client_uuid", "=", clientUuid)
        .where("videos.uuid", "in", [...uuids])
        .where("videos.kind", "=", "video")
        .execute(),

    /** Lists media on other CDNs, by the names used on their pages. */
    listElsewhere: (clientUuid: string, names: readonly string[]) =>
      db
        .selectFrom("plugin_videos")
        .select(["uuid", "name", "title"])
        .where("client_uuid", "=", clientUuid)
        .where("name", "in", [...names])
        .execute(),

    hasClient: (clientUuid: string) =>
      db.selectFrom("clients").select("uuid").where("uuid", "=", clientUuid).executeTakeFirst(),
  };
}
export type MetricsKeysRepository = ReturnType<typeof createMetricsKeysRepository>;
