import { MAX_LOCATED_VIDEOS, type Place } from "@shoal/contract";
import { sql } from "kysely";
import type { Database } from "../../../platform/database.ts";
import type { RankingMembers } from "./ranking-reader.ts";

export interface LocatedVideo {
  uuid: string;
  title: string;
  place: Place;
  isLive: boolean;
}

/** Creates the repository of the ranked subjects and their positions, named as in sessions. */
export function createRankingRepository(db: Database) {
  return {
    /** Lists camera lives, including deleted ones, whose views still count. */
    async listCameras(clientUuid: string): Promise<string[]> {
      const { rows } = await sql<{ uuid: string }>`
        SELECT videos.uuid::text FROM videos JOIN lives ON lives.video_uuid = videos.uuid
        WHERE videos.client_uuid = ${clientUuid} AND lives.live_type = 'camera'`.execute(db);
      return rows.map(({ uuid }) => uuid);
    },

    /** Counts the cameras without a location. */
    async countUnplaced(clientUuid: string): Promise<number> {
      const { rows } = await sql<{ count: string }>`
        SELECT count(*) FROM videos JOIN lives ON lives.video_uuid = videos.uuid
        WHERE videos.client_uuid = ${clientUuid} AND lives.live_type = 'camera' AND kind = 'video' AND place IS NULL
          AND replaces_uuid IS NULL AND NOT is_deleted AND trashed_at IS NULL`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },

    /** Lists the videos of all collections, of all kinds, and the names of the collections. */
    async listCollected(clientUuid: string): Promise<RankingMembers> {
      const { rows } = await sql<{ video: string; value: string }>`
        SELECT video_rules.video_uuid::text AS video, collections.name AS value
          FROM collections JOIN video_rules ON collection_uuid = collections.uuid AND video_rules.client_uuid = collections.client_uuid
          WHERE collections.client_uuid = ${clientUuid}
        UNION ALL SELECT plugin_videos.name, collections.name
          FROM collections JOIN plugin_videos ON collection_uuid = collections.uuid AND plugin_videos.client_uuid = collections.client_uuid
          WHERE collections.client_uuid = ${clientUuid}`.execute(db);
      return membersOf(rows);
    },

    /** Lists hosted videos with a config, and its uuid. */
    async listConfigured(clientUuid: string): Promise<RankingMembers> {
      const { rows } = await sql<{ video: string; value: string }>`
        SELECT video_rules.video_uuid::text AS video, configs.uuid::text AS value
        FROM configs JOIN video_rules ON config_uuid = configs.uuid AND video_rules.client_uuid = configs.client_uuid
        WHERE configs.client_uuid = ${clientUuid}`.execute(db);
      return membersOf(rows);
    },

    /** Lists the videos with a camera location, the newest first, and their number. */
    async listPlaced(clientUuid: string): Promise<{ videos: LocatedVideo[]; size: number }> {
      const { rows } = await sql<LocatedVideo & { size: string }>`
        SELECT videos.uuid::text, title, place, coalesce(lives.state = 'live', false) AS "isLive", count(*) OVER () AS size
        FROM videos LEFT JOIN lives ON lives.video_uuid = videos.uuid
        WHERE videos.client_uuid = ${clientUuid} AND kind = 'video' AND place IS NOT NULL AND replaces_uuid IS NULL
          AND NOT is_deleted AND trashed_at IS NULL
        ORDER BY created_at DESC, videos.uuid LIMIT ${MAX_LOCATED_VIDEOS}`.execute(db);
      const videos = rows.map(({ uuid, title, place, isLive }) => ({ uuid, title, place, isLive }));
      return { videos, size: Number(rows[0]?.size ?? 0) };
    },
  };
}

const membersOf = (rows: readonly { video: string; value: string }[]): RankingMembers => ({
  videos: rows.map(({ video }) => video),
  values: rows.map(({ value }) => value),
});
