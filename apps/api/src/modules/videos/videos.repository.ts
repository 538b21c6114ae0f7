import { AppError } from "@shoal/contract";
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import type { Tx } from "../../platform/database.ts";
import type { Video } from "../../platform/schema.ts";

export type VideoRow = Selectable<Video>;

/** Every chunk of the upload is there. */
export function isWholeThere(video: VideoRow): boolean {
  return video.chunk_count !== null && video.contiguous_chunks >= video.chunk_count;
}

/** A change that this column holds is one that players must learn. */
const PLAYBACK_COLUMNS: readonly (keyof VideoRow)[] = [
  "title",
  "description",
  "status",
  "generation",
  "autoplay",
  "error_type",
  "duration_sec",
  "starts_at",
  "is_deleted",
  "trashed_at",
  "intro_modal",
  "password_hash",
  "chapters",
];

/** Channel on which api replicas hear of playback changes. */
export const PLAYBACK_CHANNEL = "shoal_playback";

/** The answer for a video that is not there, is in the trash, or is another client's. */
export const videoNotFound = () => new AppError("video_not_found", "There is no such video");

/**
 * Videos of one client. Every function takes the client, except those named `…ForWork`, which serve results of workers
 * and name a video by its uuid alone. A video in the trash is found by the latter only, and by those that say so.
 */
export function createVideosRepository(db: Tx) {
  const repository = {
    with: (tx: Tx) => createVideosRepository(tx),

    findVideo: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("videos")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where("trashed_at", "is", null)
        .executeTakeFirst(),

    findForWork: (uuid: string) =>
      db.selectFrom("videos").selectAll().where("uuid", "=", uuid).executeTakeFirst(),

    /** Locks the row until the transaction ends, so that results and people's wishes never race. */
    lockForWork: (uuid: string) =>
      db.selectFrom("videos").selectAll().where("uuid", "=", uuid).forUpdate().executeTakeFirst(),

    async lockVideo(clientUuid: string, uuid: string): Promise<VideoRow | undefined> {
      const [row] = await repository.lockVideos(clientUuid, [uuid]);
      return row;
    },

    /**
     * Locks those of the videos that there are, always in the same order, so that two calls never wait for one another.
     * @param isTrashed those in the trash instead of those outside.
     */
    lockVideos: (clientUuid: string, uuids: string[], isTrashed = false): Promise<VideoRow[]> =>
      db
        .selectFrom("videos")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`uuid = ANY(${uuids}::uuid[])`)
        .where("trashed_at", isTrashed ? "is not" : "is", null)
        .orderBy("uuid")
        .forUpdate()
        .execute(),

    addVideos: (videos: Insertable<Video>[]) =>
      db.insertInto("videos").values(videos).returningAll().execute(),

    /** Writes and, when players must learn of it, raises the revision and notifies the edges with the commit. */
    async updateVideo(clientUuid: string, uuid: string, change: Updateable<Video>): Promise<VideoRow> {
      const [row] = await repository.updateVideos(clientUuid, [uuid], change);
      if (!row) throw videoNotFound();
      return row;
    },

    /** The same for several videos. */
    async updateVideos(clientUuid: string, uuids: string[], change: Updateable<Video>): Promise<VideoRow[]> {
      const isForPlayers = PLAYBACK_COLUMNS.some((column) => column in change);
      const rows = await db
        .updateTable("videos")
        .set({ ...change, modified_at: sql<Date>`now()` })
        .$if(isForPlayers, (update) => update.set({ revision: sql<number>`revision + 1` }))
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`uuid = ANY(${uuids}::uuid[])`)
        .returningAll()
        .execute();
      if (isForPlayers) await repository.noteChanges(rows);
      return rows;
    },

    /** Begins a new generation of each video: it encodes again. */
    beginGeneration: (clientUuid: string, uuids: string[]): Promise<VideoRow[]> =>
      repository.updateVideos(clientUuid, uuids, {
        generation: sql<number>`generation + 1` as never,
        status: "restart",
        wanted_status: "encoded",
        error_type: null,
        encoding_percent: 0,
        encoding_eta_sec: null,
      }),

    /** Says that the playback descriptor is another one now. */
    async touchPlayback(uuid: string): Promise<void> {
      const rows = await db
        .updateTable("videos")
        .set({ revision: sql<number>`revision + 1` })
        .where("uuid", "=", uuid)
        .returning(["uuid", "revision"])
        .execute();
      await repository.noteChanges(rows);
    },

    /** Keeps changes for edges that come back, and tells those that listen. Payload: `cursor:uuid:revision`. */
    async noteChanges(changed: Pick<VideoRow, "uuid" | "revision">[]): Promise<void> {
      if (changed.length === 0) return;
      const uuids = changed.map(({ uuid }) => uuid);
      const revisions = changed.map(({ revision }) => revision);
      await sql`
        WITH changes AS (
          INSERT INTO descriptor_changes (video_uuid, revision)
          SELECT * FROM unnest(${uuids}::uuid[], ${revisions}::bigint[]) RETURNING cursor, video_uuid, revision
        )
        SELECT pg_notify(${PLAYBACK_CHANNEL}, cursor || ':' || video_uuid || ':' || revision) FROM changes
      `.execute(db);
    },

    /** Deletes rows, also those in the trash, and tells the edges with the commit. */
    async deleteVideos(clientUuid: string, uuids: string[]): Promise<void> {
      await db
        .deleteFrom("videos")
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`uuid = ANY(${uuids}::uuid[])`)
        .execute();
      await repository.noteChanges(uuids.map((uuid) => ({ uuid, revision: 0 })));
    },

    listUnfinishedUploads: (clientUuid: string, userUuid: string, fingerprint: string) =>
      db
        .selectFrom("videos")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("user_uuid", "=", userUuid)
        .where("fingerprint", "=", fingerprint)
        .where("status", "in", ["uploading", "upload_failed"])
        .where("is_deleted", "=", false)
        .orderBy("created_at", "desc")
        .limit(10)
        .execute(),
  };
  return repository;
}
export type VideosRepository = ReturnType<typeof createVideosRepository>;
