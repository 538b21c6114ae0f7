import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { recordPlaybackChanges } from "../../../platform/playback-changes.ts";
import { followOrigins } from "../../media/videos/index.ts";

/** Notifies edges, on commit, of changed rules of these videos, and of scene lists with them. */
export async function touchVideos(db: Tx, clientUuid: string, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  const { rows } = await sql<{ uuid: string; revision: number }>`
    WITH touched AS (
      SELECT uuid FROM videos WHERE client_uuid = ${clientUuid} AND uuid = ANY(${uuids}::uuid[])
      ORDER BY uuid FOR UPDATE
    )
    UPDATE videos SET revision = revision + 1 FROM touched WHERE videos.uuid = touched.uuid
    RETURNING videos.uuid, videos.revision`.execute(db);
  await recordPlaybackChanges(db, "video", rows);
  await followOrigins(db, uuids);
}

/** The same for all videos of a collection or a config. */
export async function touchVideosWith(
  db: Tx,
  clientUuid: string,
  of: { collection_uuid: string } | { config_uuid: string },
): Promise<void> {
  const [column, uuid] = Object.entries(of)[0] as ["collection_uuid" | "config_uuid", string];
  const rows = await db
    .selectFrom("video_rules")
    .select("video_uuid")
    .where("client_uuid", "=", clientUuid)
    .where(column, "=", uuid)
    .execute();
  await touchVideos(
    db,
    clientUuid,
    rows.map(({ video_uuid }) => video_uuid),
  );
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
