import type { EncodingStatus } from "@shoal/contract";
import { areLegalMoves, movesToRestart } from "@shoal/domain";
import type { Insertable, Updateable } from "kysely";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { recordPlaybackChanges } from "../../../platform/playback-changes.ts";
import type { Video } from "../../../platform/schema.ts";
import { CONDITION_COLUMNS, followOrigins, lockListsOf } from "./inherited-conditions.ts";
import {
  BEGINS_GENERATION,
  EDITED_COLUMNS,
  ENDS_SIMULATED_LIVE,
  PLAYBACK_COLUMNS,
  type VideoChange,
} from "./video-changes.ts";
import { type VideoRow, videoNotFound } from "./video-row.ts";

const ROWS_PER_STATEMENT = 1_000;

/** Returns the status after the moves. @throws Error if a move is illegal. */
function targetOf({ uuid, status }: VideoRow, moves: EncodingStatus[]): EncodingStatus {
  if (!areLegalMoves(status, moves))
    throw new Error(`Video ${uuid} cannot move from ${status} to ${moves.join(", ")}`);
  return moves.at(-1) ?? status;
}

/**
 * Creates the repository of one client's videos. The first parameter of every function is the client, except those named
 * `…ForWork`, which serve worker results and identify a video only by its uuid. Only these, and functions whose comment states it,
 * find videos in the trash, scene lists and scenes. Scene lists and scenes have their own repositories.
 */
export function createVideosRepository(db: Tx) {
  const uploads = (clientUuid: string, uuid: string) =>
    db
      .selectFrom("videos")
      .selectAll()
      .where("client_uuid", "=", clientUuid)
      .where("uuid", "=", uuid)
      .where(sql<boolean>`(trashed_at IS NULL OR replaces_uuid IS NOT NULL)`);
  const replacements = (uuid: string) =>
    db.selectFrom("videos").selectAll().where("replaces_uuid", "=", uuid);
  const repository = {
    with: (tx: Tx) => createVideosRepository(tx),

    findVideo: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("videos")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where("kind", "=", "video")
        .where("trashed_at", "is", null)
        .executeTakeFirst(),

    /** Whether a video or scene list outside the trash has the uuid. */
    async isShown(clientUuid: string, uuid: string): Promise<boolean> {
      const found = await db
        .selectFrom("videos")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where("kind", "in", ["video", "scene_list"])
        .where("trashed_at", "is", null)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Finds the target of chunks: a video, or a file that will replace the media of a video. */
    findUpload: (clientUuid: string, uuid: string) => uploads(clientUuid, uuid).executeTakeFirst(),

    lockUpload: (clientUuid: string, uuid: string) =>
      uploads(clientUuid, uuid).forNoKeyUpdate().executeTakeFirst(),

    /** Locks the pending replacement files of videos. The caller has locked the videos first. */
    lockReplacements: (clientUuid: string, uuids: string[]): Promise<VideoRow[]> =>
      db
        .selectFrom("videos")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`replaces_uuid = ANY(${uuids}::uuid[])`)
        .orderBy("uuid")
        .forNoKeyUpdate()
        .execute(),

    async lockReplacement(clientUuid: string, uuid: string): Promise<VideoRow | undefined> {
      const [row] = await repository.lockReplacements(clientUuid, [uuid]);
      return row;
    },

    /** Deletes the row of a replacement file with its figures, which are empty, since viewers never see the row. */
    async deleteReplacement({ client_uuid: clientUuid, uuid }: VideoRow): Promise<void> {
      await db.deleteFrom("videos").where("client_uuid", "=", clientUuid).where("uuid", "=", uuid).execute();
      const stats = db.deleteFrom("video_stats").where("client_uuid", "=", clientUuid);
      await stats.where("video_uuid", "=", uuid).execute();
    },

    findReplacement: (clientUuid: string, uuid: string) =>
      replacements(uuid).where("client_uuid", "=", clientUuid).executeTakeFirst(),

    /** Locks the video of this generation, or the pending replacement file with its video. */
    async lockGenerationForWork(uuid: string, generation: number): Promise<VideoRow | undefined> {
      const video = await repository.lockForWork(uuid);
      if (!video || video.generation === generation) return video;
      return replacements(uuid).where("generation", "=", generation).forNoKeyUpdate().executeTakeFirst();
    },

    /** Finds the generation without locking the video. */
    async findGenerationForWork(uuid: string, generation: number): Promise<VideoRow | undefined> {
      const video = await repository.findForWork(uuid);
      if (!video || video.generation === generation) return video;
      return replacements(uuid).where("generation", "=", generation).executeTakeFirst();
    },

    findForWork: (uuid: string) =>
      db.selectFrom("videos").selectAll().where("uuid", "=", uuid).executeTakeFirst(),

    /**
     * Locks the row until the transaction ends, so that results and user actions do not race. Other transactions can still
     * reference its key, which never changes: if they had to wait, they would deadlock with a transaction that waits for them.
     */
    lockForWork: (uuid: string) =>
      db.selectFrom("videos").selectAll().where("uuid", "=", uuid).forNoKeyUpdate().executeTakeFirst(),

    async lockVideo(clientUuid: string, uuid: string): Promise<VideoRow | undefined> {
      const [row] = await repository.lockVideos(clientUuid, [uuid]);
      return row;
    },

    /**
     * Locks the rows of those videos that exist in a fixed order, so that two calls cannot deadlock.
     * @param isTrashed whether to lock videos in the trash instead of videos outside the trash.
     */
    lockVideos: (clientUuid: string, uuids: string[], isTrashed = false): Promise<VideoRow[]> =>
      db
        .selectFrom("videos")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`uuid = ANY(${uuids}::uuid[])`)
        .where("kind", "=", "video")
        .where("trashed_at", isTrashed ? "is not" : "is", null)
        .where("replaces_uuid", "is", null)
        .orderBy("uuid")
        .forNoKeyUpdate()
        .execute(),

    /** Adds videos in several inserts, since an archive may have more videos than a statement can have parameters. */
    async addVideos(videos: Insertable<Video>[]): Promise<VideoRow[]> {
      const added: VideoRow[] = [];
      for (let n = 0; n < videos.length; n += ROWS_PER_STATEMENT)
        added.push(
          ...(await db
            .insertInto("videos")
            .values(videos.slice(n, n + ROWS_PER_STATEMENT))
            .returningAll()
            .execute()),
        );
      return added;
    },

    /**
     * Moves a locked video through the given transitions, which is the only way to change a status.
     * @param change the columns written with the status.
     * @throws Error if a transition is illegal: the caller must check first and report it to the user.
     */
    async moveVideo(video: VideoRow, moves: EncodingStatus[], change: VideoChange = {}): Promise<VideoRow> {
      const [row] = await repository.moveVideos([video], () => moves, change);
      if (!row) throw videoNotFound();
      return row;
    },

    /**
     * Moves several videos of one client to other statuses, each by its own transitions. @returns the videos in no particular
     * order.
     */
    async moveVideos(
      videos: VideoRow[],
      movesOf: (from: EncodingStatus) => EncodingStatus[],
      change: VideoChange = {},
    ): Promise<VideoRow[]> {
      const byTarget = Map.groupBy(videos, (video) => targetOf(video, movesOf(video.status)));
      // All lists are locked in one call, because each target status would lock only the lists of its own videos.
      if (byTarget.size > 1)
        await lockListsOf(
          db,
          videos.map(({ uuid }) => uuid),
        );
      const moved = [];
      for (const [status, rows] of byTarget)
        moved.push(
          ...(await write(
            rows[0]?.client_uuid ?? "",
            rows.map(({ uuid }) => uuid),
            // A video that plays as a live is encoded, so any move means that its media are changed or removed.
            { ...ENDS_SIMULATED_LIVE, ...change, status },
          )),
        );
      return moved;
    },

    /** Writes the status of a live, which follows from its ingest's reports and not from the table of moves. */
    async writeLive(video: VideoRow, status: EncodingStatus, change: VideoChange = {}): Promise<VideoRow> {
      const [row] = await write(video.client_uuid, [video.uuid], { ...change, status });
      if (!row) throw videoNotFound();
      return row;
    },

    /** Saves a change. If it affects players, the revision is raised and the edges are notified on commit. */
    async updateVideo(clientUuid: string, uuid: string, change: VideoChange): Promise<VideoRow> {
      const [row] = await write(clientUuid, [uuid], change);
      if (!row) throw videoNotFound();
      return row;
    },

    /** Updates several videos in the same way. */
    updateVideos: (clientUuid: string, uuids: string[], change: VideoChange): Promise<VideoRow[]> =>
      write(clientUuid, uuids, change),

    /** Starts a new generation of each video for another encoding. */
    beginGeneration: (videos: VideoRow[]): Promise<VideoRow[]> =>
      repository.moveVideos(videos, movesToRestart, {
        ...BEGINS_GENERATION,
        error_type: null,
        encoding_percent: 0,
        encoding_eta_sec: null,
      }),

    /** Records a user's change to an object that belongs to the video as a change of the video. */
    async recordChange(clientUuid: string, uuid: string): Promise<void> {
      const rows = await db
        .updateTable("videos")
        .set({ revision: sql<number>`revision + 1`, modified_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .returning(["uuid", "revision"])
        .execute();
      await repository.recordChanges(rows);
    },

    /** Records an edit by a user, so that saves based on an older revision are rejected. */
    async recordEdit(clientUuid: string, uuid: string): Promise<void> {
      await db
        .updateTable("videos")
        .set({ edit_revision: sql<number>`edit_revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
      await repository.recordChange(clientUuid, uuid);
    },

    /** Marks the playback descriptor as changed. */
    async touchPlayback(uuid: string): Promise<void> {
      const rows = await db
        .updateTable("videos")
        .set({ revision: sql<number>`revision + 1` })
        .where("uuid", "=", uuid)
        .returning(["uuid", "revision"])
        .execute();
      await repository.recordChanges(rows);
    },

    /** Notifies the edges of changed videos on commit. */
    recordChanges: (changed: Pick<VideoRow, "uuid" | "revision">[]): Promise<void> =>
      recordPlaybackChanges(db, "video", changed),

    /** Deletes rows, including those in the trash, and notifies the edges on commit. */
    async deleteVideos(clientUuid: string, uuids: string[]): Promise<void> {
      await db
        .deleteFrom("videos")
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`uuid = ANY(${uuids}::uuid[])`)
        .execute();
      await repository.recordChanges(uuids.map((uuid) => ({ uuid, revision: 0 })));
    },

    /** @param makerUuid null for uploads that backends announced with API keys. */
    listUnfinishedUploads: (clientUuid: string, makerUuid: string | null, fingerprint: string) =>
      db
        .selectFrom("videos")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("user_uuid", makerUuid === null ? "is" : "=", makerUuid)
        .where("fingerprint", "=", fingerprint)
        .where("replaces_uuid", "is", null)
        .where("status", "in", ["uploading", "upload_failed"])
        .where("is_deleted", "=", false)
        .orderBy("created_at", "desc")
        .limit(10)
        .execute(),
  };
  return repository;

  async function write(clientUuid: string, uuids: string[], change: Updateable<Video>): Promise<VideoRow[]> {
    const isForPlayers = PLAYBACK_COLUMNS.some((column) => column in change);
    const isEdit = EDITED_COLUMNS.some((column) => column in change);
    const rows = await db
      .updateTable("videos")
      .set({ ...change, modified_at: sql<Date>`now()` })
      .$if(isForPlayers, (update) => update.set({ revision: sql<number>`revision + 1` }))
      .$if(isEdit, (update) => update.set({ edit_revision: sql<number>`edit_revision + 1` }))
      .where("client_uuid", "=", clientUuid)
      .where(sql<boolean>`uuid = ANY(${uuids}::uuid[])`)
      .returningAll()
      .execute();
    if (isForPlayers) await repository.recordChanges(rows);
    // Scenes are left out: nothing is made from a scene, and its list is locked before it.
    const origins = rows.filter(({ kind }) => kind === "video").map(({ uuid }) => uuid);
    if (CONDITION_COLUMNS.some((column) => column in change)) await followOrigins(db, origins);
    return rows;
  }
}
export type VideosRepository = ReturnType<typeof createVideosRepository>;
