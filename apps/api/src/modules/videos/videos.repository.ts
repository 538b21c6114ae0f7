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
  "status",
  "generation",
  "autoplay",
  "error_type",
  "duration_sec",
];

/** Channel on which api replicas hear of playback changes. */
export const PLAYBACK_CHANNEL = "shoal_playback";

/**
 * Videos of one client. Every function takes the client, except those named `…ForWork`, which serve results of workers
 * and name a video by its uuid alone.
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
        .executeTakeFirst(),

    findForWork: (uuid: string) =>
      db.selectFrom("videos").selectAll().where("uuid", "=", uuid).executeTakeFirst(),

    /** Locks the row until the transaction ends, so that results and people's wishes never race. */
    lockForWork: (uuid: string) =>
      db.selectFrom("videos").selectAll().where("uuid", "=", uuid).forUpdate().executeTakeFirst(),

    lockVideo: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("videos")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .forUpdate()
        .executeTakeFirst(),

    addVideos: (videos: Insertable<Video>[]) =>
      db.insertInto("videos").values(videos).returningAll().execute(),

    /** Writes and, when players must learn of it, raises the revision and notifies the edges with the commit. */
    async updateVideo(clientUuid: string, uuid: string, change: Updateable<Video>): Promise<VideoRow> {
      const row = await db
        .updateTable("videos")
        .set({ ...change, modified_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (PLAYBACK_COLUMNS.some((column) => column in change)) await repository.touchPlayback(uuid);
      return row;
    },

    /** Says that the playback descriptor is another one now. */
    async touchPlayback(uuid: string): Promise<void> {
      const row = await db
        .updateTable("videos")
        .set({ revision: sql<number>`revision + 1` })
        .where("uuid", "=", uuid)
        .returning("revision")
        .executeTakeFirst();
      await repository.noteChange(uuid, row?.revision ?? 0);
    },

    /** Keeps the change for edges that come back, and tells those that listen. Payload: `cursor:uuid:revision`. */
    async noteChange(uuid: string, revision: number): Promise<void> {
      const { cursor } = await db
        .insertInto("descriptor_changes")
        .values({ video_uuid: uuid, revision })
        .returning("cursor")
        .executeTakeFirstOrThrow();
      await sql`SELECT pg_notify(${PLAYBACK_CHANNEL}, ${`${cursor}:${uuid}:${revision}`})`.execute(db);
    },

    async deleteVideo(clientUuid: string, uuid: string): Promise<void> {
      await db.deleteFrom("videos").where("client_uuid", "=", clientUuid).where("uuid", "=", uuid).execute();
      await repository.noteChange(uuid, 0);
    },

    listUnfinishedUploads: (clientUuid: string, userUuid: string, fingerprint: string) =>
      db
        .selectFrom("videos")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("user_uuid", "=", userUuid)
        .where("fingerprint", "=", fingerprint)
        .where("status", "in", ["uploading", "upload_failed"])
        .orderBy("created_at", "desc")
        .limit(10)
        .execute(),
  };
  return repository;
}
export type VideosRepository = ReturnType<typeof createVideosRepository>;
