import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { recordPlaybackChanges } from "../../../platform/playback-changes.ts";
import { followOrigins, lockListsOf } from "../../media/videos/index.ts";

/** Notifies edges, on commit, of changed rules of these videos and scenes, and of scene lists with them. */
export async function touchVideos(db: Tx, clientUuid: string, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  await lockVideos(db, clientUuid, uuids);
  const { rows } = await sql<{ uuid: string; revision: number }>`
    UPDATE videos SET revision = revision + 1
    WHERE client_uuid = ${clientUuid} AND uuid = ANY(${uuids}::uuid[])
    RETURNING uuid, revision`.execute(db);
  await recordPlaybackChanges(db, "video", rows);
  await followOrigins(db, uuids);
}

/** Raises the revisions of all videos of a collection or a config. */
export async function touchVideosWith(db: Tx, clientUuid: string, of: RulesSource): Promise<void> {
  await touchVideos(db, clientUuid, await listVideosWith(db, clientUuid, of));
}

/** Locks the videos of a collection or a config, before a change of their rules. */
export async function lockVideosWith(db: Tx, clientUuid: string, of: RulesSource): Promise<void> {
  await lockVideos(db, clientUuid, await listVideosWith(db, clientUuid, of));
}

type RulesSource = { collection_uuid: string } | { config_uuid: string };

/** Lists the videos of a collection or a config, with their scenes, which have the same rules. */
async function listVideosWith(db: Tx, clientUuid: string, of: RulesSource): Promise<string[]> {
  const [column, uuid] = Object.entries(of)[0] as ["collection_uuid" | "config_uuid", string];
  const rows = await db
    .selectFrom("video_rules")
    .select("video_uuid")
    .where("client_uuid", "=", clientUuid)
    .where(column, "=", uuid)
    .execute();
  return rows.map(({ video_uuid }) => video_uuid);
}

/** Locks videos and the lists that show them, in the order of all locks. Scenes are locked through their lists. */
async function lockVideos(db: Tx, clientUuid: string, uuids: readonly string[]): Promise<void> {
  await sql`SELECT FROM videos WHERE client_uuid = ${clientUuid} AND uuid = ANY(${uuids}::uuid[]) AND kind = 'video'
    ORDER BY uuid FOR NO KEY UPDATE`.execute(db);
  await lockListsOf(db, uuids);
}

/** Notifies edges, on commit, of changed rules of media on other CDNs in a collection. */
export async function touchPluginVideosIn(db: Tx, clientUuid: string, collectionUuid: string): Promise<void> {
  const rows = await db
    .updateTable("plugin_videos")
    .set({ revision: sql<number>`revision + 1` })
    .where("client_uuid", "=", clientUuid)
    .where("collection_uuid", "=", collectionUuid)
    .returning(["key as uuid", "revision"])
    .execute();
  await recordPlaybackChanges(db, "pluginVideo", rows);
}
