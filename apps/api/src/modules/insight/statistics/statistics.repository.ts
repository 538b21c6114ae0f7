import type { Chapter } from "@shoal/contract";
import { sql } from "kysely";
import type { Database } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { findChosenTimeZone, findTimeZone } from "../../accounts/clients/index.ts";

const MAX_FOUND_VIDEOS = 20;

export interface WatchedVideo {
  isLive: boolean;
  durationSec: number | null;
  chapters: Chapter[];
}

/**
 * Creates the repository of a client's subjects by their names in sessions: hosted videos by uuid, others by the name used on their page.
 */
export function createStatisticsRepository(db: Database) {
  return {
    findTimeZone: (clientUuid: string) => findTimeZone(db, clientUuid),
    findChosenTimeZone: (clientUuid: string) => findChosenTimeZone(db, clientUuid),

    listConfigs: (clientUuid: string) =>
      db
        .selectFrom("configs")
        .select(["uuid", "name", "sites"])
        .where("client_uuid", "=", clientUuid)
        .orderBy("name")
        .orderBy("uuid")
        .execute(),

    async listCollections(clientUuid: string): Promise<string[]> {
      const rows = await db
        .selectFrom("collections")
        .select("name")
        .where("client_uuid", "=", clientUuid)
        .orderBy("name")
        .execute();
      return rows.map(({ name }) => name);
    },

    /** Lists hosted videos with a config; undefined if the client has no such config. */
    async listConfigVideos(clientUuid: string, uuid: string): Promise<string[] | undefined> {
      const { rows } = await sql<{ videos: string[] }>`
        SELECT ARRAY(SELECT video_uuid::text FROM video_rules
          WHERE video_rules.client_uuid = configs.client_uuid AND video_rules.config_uuid = configs.uuid) AS videos
        FROM configs WHERE client_uuid = ${clientUuid} AND uuid = ${uuid}`.execute(db);
      return rows[0]?.videos;
    },

    /** Lists videos of a collection, of all kinds; undefined if the client has no such collection. */
    async listCollectionVideos(clientUuid: string, name: string): Promise<string[] | undefined> {
      const { rows } = await sql<{ videos: string[] }>`
        SELECT ARRAY(
          SELECT video_uuid::text FROM video_rules
            WHERE video_rules.client_uuid = collections.client_uuid AND collection_uuid = collections.uuid
          UNION ALL SELECT plugin_videos.name FROM plugin_videos
            WHERE plugin_videos.client_uuid = collections.client_uuid AND collection_uuid = collections.uuid) AS videos
        FROM collections WHERE client_uuid = ${clientUuid} AND name = ${name}`.execute(db);
      return rows[0]?.videos;
    },

    /** Counts the client's running lives, optionally only among these videos. */
    async countRunningLives(clientUuid: string, videos: string[] | undefined): Promise<number> {
      const { rows } = await sql<{ running: number }>`
        SELECT count(*)::int AS running FROM videos JOIN lives ON lives.video_uuid = videos.uuid
        WHERE videos.client_uuid = ${clientUuid} AND lives.state = 'live'
          AND (${videos === undefined} OR videos.uuid::text = ANY(${videos ?? []}::text[]))`.execute(db);
      return rows[0]?.running ?? 0;
    },

    /** Lists the named subjects that the client has, each with a title. */
    async listNamed(clientUuid: string, named: string[]): Promise<{ uuid: string; title: string }[]> {
      const { rows } = await sql<{ uuid: string; title: string }>`
        SELECT uuid::text AS uuid, title FROM videos WHERE client_uuid = ${clientUuid} AND uuid::text = ANY(${named}::text[])
        UNION ALL SELECT name, coalesce(nullif(title, ''), name) FROM plugin_videos
          WHERE client_uuid = ${clientUuid} AND name = ANY(${named}::text[])
        ORDER BY title, uuid`.execute(db);
      return rows;
    },

    /** Finds titles by the subjects of sessions; subjects without a title are left out. */
    async findTitles(clientUuid: string, named: string[]): Promise<Map<string, string>> {
      const { rows } = await sql<{ uuid: string; title: string }>`
        SELECT uuid::text, title FROM videos WHERE client_uuid = ${clientUuid} AND uuid::text = ANY(${named}::text[])
        UNION ALL SELECT name, title FROM plugin_videos
          WHERE client_uuid = ${clientUuid} AND name = ANY(${named}::text[]) AND title <> ''`.execute(db);
      return new Map(rows.map(({ uuid, title }) => [uuid, title]));
    },

    /** Finds a video with its known duration, which is undefined for videos on other CDNs. Chapters ascend. */
    async findVideo(clientUuid: string, named: string): Promise<WatchedVideo | undefined> {
      const row = await db
        .selectFrom("videos")
        .select(["type", "duration_sec", "chapters"])
        .where("client_uuid", "=", clientUuid)
        .where(sql<string>`uuid::text`, "=", named)
        .executeTakeFirst();
      return row && { isLive: row.type === "live", durationSec: row.duration_sec, chapters: row.chapters };
    },

    /** Finds the videos whose title or name contains the words, the newest first. */
    async findVideos(clientUuid: string, words: string): Promise<{ uuid: string; title: string }[]> {
      const pattern = likeAnywhere(words);
      const { rows } = await sql<{ uuid: string; title: string }>`
        SELECT uuid, title FROM (
          (SELECT uuid::text AS uuid, title, created_at FROM videos
            WHERE client_uuid = ${clientUuid} AND kind = 'video' AND replaces_uuid IS NULL AND NOT is_deleted AND trashed_at IS NULL
              AND title ILIKE ${pattern} ORDER BY created_at DESC LIMIT ${MAX_FOUND_VIDEOS})
          UNION ALL
          (SELECT name, coalesce(nullif(title, ''), name), created_at FROM plugin_videos
            WHERE client_uuid = ${clientUuid} AND (title ILIKE ${pattern} OR name ILIKE ${pattern})
            ORDER BY created_at DESC LIMIT ${MAX_FOUND_VIDEOS})
        ) AS found ORDER BY created_at DESC, uuid LIMIT ${MAX_FOUND_VIDEOS}`.execute(db);
      return rows;
    },
  };
}
export type StatisticsRepository = ReturnType<typeof createStatisticsRepository>;
