import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Reads where the currently watched media inherit rules from. */
export function createReachMembersRepository(db: Tx) {
  return {
    /** Lists the configs of these hosted videos, by uuid; omits videos without one. */
    async listConfigs(clientUuid: string, videos: readonly string[]): Promise<Map<string, string | null>> {
      const rows = await db
        .selectFrom("video_rules")
        .select(["video_uuid", "config_uuid"])
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`video_uuid = ANY(${videos}::uuid[])`)
        .where("config_uuid", "is not", null)
        .execute();
      return new Map(rows.map(({ video_uuid, config_uuid }) => [video_uuid, config_uuid]));
    },

    /** Lists the media in a collection. @param names the plugin's names for media on other CDNs. */
    async listInCollection(
      clientUuid: string,
      collectionUuid: string,
      { videos, names }: { videos: readonly string[]; names: readonly string[] },
    ): Promise<Set<string>> {
      const ours = await db
        .selectFrom("video_rules")
        .select("video_uuid")
        .where("client_uuid", "=", clientUuid)
        .where("collection_uuid", "=", collectionUuid)
        .where(sql<boolean>`video_uuid = ANY(${videos}::uuid[])`)
        .execute();
      const others = await db
        .selectFrom("plugin_videos")
        .select("name")
        .where("client_uuid", "=", clientUuid)
        .where("collection_uuid", "=", collectionUuid)
        .where(sql<boolean>`name = ANY(${names}::text[])`)
        .execute();
      return new Set([...ours.map(({ video_uuid }) => video_uuid), ...others.map(({ name }) => name)]);
    },
  };
}
