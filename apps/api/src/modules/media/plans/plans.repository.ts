import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { VideoRow } from "../videos/index.ts";

interface Page {
  limit: number;
  offset: number;
}

/** Matches videos whose start is due. Scenes are left out: they keep the dates of their videos for the lists that show them. */
const IS_STARTING = sql<boolean>`starts_at <= now() AND trashed_at IS NULL AND kind = 'video'`;
const IS_ENDING = sql<boolean>`delete_at <= now() AND NOT is_deleted AND trashed_at IS NULL AND kind = 'video'`;
const IS_SCENE_ENDING = sql<boolean>`kind = 'scene' AND delete_at <= now() AND NOT is_deleted`;
/**
 * A simulated live becomes a video this long after its end, so that viewers who are slightly behind still see its last second.
 */
const SIMULATED_LIVE_LINGER_SEC = 10;
const SIMULATED_LIVE_END = sql<Date>`simulated_live_at + (coalesce(duration_sec, 0) + ${sql.lit(SIMULATED_LIVE_LINGER_SEC)}) * interval '1 s'`;
const IS_LIVE_OVER = sql<boolean>`simulated_live_at IS NOT NULL AND ${SIMULATED_LIVE_END} <= now()`;
const isExpired = (keptDays: number) => sql<boolean>`trashed_at <= now() - ${keptDays} * interval '1 day'`;

/** Creates the repository of the trash and of due actions. Due actions are read across all clients. */
export function createPlansRepository(db: Tx) {
  /** Locks due videos, and skips rows that another replica has locked. */
  const lockDue = (condition: RawBuilder<boolean>, limit: number): Promise<VideoRow[]> =>
    db.selectFrom("videos").selectAll().where(condition).limit(limit).forNoKeyUpdate().skipLocked().execute();

  return {
    /** Lists the uuids of the videos in the trash, latest first, with the total number. */
    async listTrash(clientUuid: string, { limit, offset }: Page) {
      const trash = db
        .selectFrom("videos")
        .where("client_uuid", "=", clientUuid)
        .where("kind", "=", "video")
        .where("trashed_at", "is not", null)
        .where("replaces_uuid", "is", null);
      const [rows, { count }] = await Promise.all([
        trash
          .select(["uuid", sql<Date>`trashed_at`.as("trashedAt")])
          .orderBy("trashed_at", "desc")
          .orderBy("uuid")
          .limit(limit)
          .offset(offset)
          .execute(),
        trash.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow(),
      ]);
      return { rows, count };
    },

    /** Deletes the chunk rows of uploads whose bytes are removed. */
    async deleteChunks(uuids: string[]): Promise<void> {
      await db.deleteFrom("upload_chunks").where(sql<boolean>`video_uuid = ANY(${uuids}::uuid[])`).execute();
    },

    lockStartingForWork: (limit: number) => lockDue(IS_STARTING, limit),
    lockEndingForWork: (limit: number) => lockDue(IS_ENDING, limit),
    /** Locks scene lists with a scene whose video has a due deletion. */
    lockListsEndingForWork: (limit: number): Promise<VideoRow[]> =>
      lockDue(
        sql<boolean>`kind = 'scene_list' AND uuid IN (SELECT list_uuid FROM scene_media
          JOIN videos scene ON scene.uuid = scene_media.video_uuid
          WHERE scene.kind = 'scene' AND scene.delete_at <= now() AND NOT scene.is_deleted)`,
        limit,
      ),
    /** Flags the scenes of locked lists whose deletion is due, which ends the playback of the lists. */
    async flagEndingScenes(listUuids: readonly string[]): Promise<void> {
      await db
        .updateTable("videos")
        .set({ is_deleted: true })
        .where(IS_SCENE_ENDING)
        .where(
          sql<boolean>`uuid IN (SELECT video_uuid FROM scene_media WHERE list_uuid = ANY(${listUuids}::uuid[]))`,
        )
        .execute();
    },
    lockLiveOverForWork: (limit: number) => lockDue(IS_LIVE_OVER, limit),
    lockExpiredForWork: (keptDays: number, limit: number) => lockDue(isExpired(keptDays), limit),

    /** Returns the milliseconds until the next action is due; negative if an action is overdue, undefined if there is none. */
    async findDueInMs(): Promise<number | undefined> {
      const { rows } = await sql<{ ms: number | null }>`
        SELECT 1000 * extract(epoch FROM least(
          (SELECT starts_at FROM videos WHERE starts_at IS NOT NULL AND trashed_at IS NULL AND kind = 'video' ORDER BY starts_at LIMIT 1),
          (SELECT delete_at FROM videos
            WHERE delete_at IS NOT NULL AND NOT is_deleted AND trashed_at IS NULL AND (kind = 'video'
              OR kind = 'scene' AND EXISTS (SELECT FROM scene_media WHERE scene_media.video_uuid = videos.uuid))
            ORDER BY delete_at LIMIT 1),
          (SELECT min(${SIMULATED_LIVE_END}) FROM videos WHERE simulated_live_at IS NOT NULL)
        ) - clock_timestamp())::float8 AS ms`.execute(db);
      return rows[0]?.ms ?? undefined;
    },
  };
}
