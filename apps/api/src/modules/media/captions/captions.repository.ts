import type { UnconvertibleSubtitle } from "@shoal/contract";
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { CaptionExtraction, CaptionsRecord } from "../../../platform/schema.ts";

/** A track without its cues, which may be megabytes. */
export type CaptionsRow = Omit<Selectable<CaptionsRecord>, "cues">;
export type CaptionsWithCues = Selectable<CaptionsRecord>;

const TRACK_COLUMNS = [
  ...(["uuid", "video_uuid", "client_uuid", "language", "label", "kind", "is_default", "origin"] as const),
  ...(["stream_index", "taken_from", "cue_count", "is_edited", "revision", "version", "object"] as const),
  ...(["former_objects", "created_at", "modified_at"] as const),
] as const;

/**
 * Creates the repository of the caption tracks of one client's videos. The first parameter of every function is the client, except those
 * named `…ForWork`, which serve worker results and the edge.
 */
export function createCaptionsRepository(db: Tx) {
  const track = (clientUuid: string, videoUuid: string, uuid: string) =>
    db
      .selectFrom("captions")
      .where("client_uuid", "=", clientUuid)
      .where("video_uuid", "=", videoUuid)
      .where("uuid", "=", uuid);
  const tracks = (videoUuid: string) =>
    db
      .selectFrom("captions")
      .where("video_uuid", "=", videoUuid)
      .orderBy("language")
      .orderBy(sql`lower(label)`);

  return {
    listCaptions: (clientUuid: string, videoUuid: string): Promise<CaptionsRow[]> =>
      tracks(videoUuid).select(TRACK_COLUMNS).where("client_uuid", "=", clientUuid).execute(),

    listWithCues: (clientUuid: string, videoUuid: string): Promise<CaptionsWithCues[]> =>
      tracks(videoUuid).selectAll().where("client_uuid", "=", clientUuid).execute(),

    listForWork: (videoUuid: string): Promise<CaptionsRow[]> =>
      tracks(videoUuid).select(TRACK_COLUMNS).execute(),

    findCaptions: (clientUuid: string, videoUuid: string, uuid: string) =>
      track(clientUuid, videoUuid, uuid).selectAll().executeTakeFirst(),

    /** Finds a track. If the caller has locked the video's row, nothing else changes the track until its transaction ends. */
    findTrack: (clientUuid: string, videoUuid: string, uuid: string): Promise<CaptionsRow | undefined> =>
      track(clientUuid, videoUuid, uuid).select(TRACK_COLUMNS).executeTakeFirst(),

    async addCaptions(row: Insertable<CaptionsRecord>): Promise<CaptionsRow> {
      return db.insertInto("captions").values(row).returning(TRACK_COLUMNS).executeTakeFirstOrThrow();
    },

    async updateCaptions(
      { client_uuid, uuid }: Pick<CaptionsRow, "client_uuid" | "uuid">,
      change: Updateable<CaptionsRecord>,
    ): Promise<CaptionsRow> {
      return db
        .updateTable("captions")
        .set({ ...change, revision: sql<number>`revision + 1`, modified_at: sql<Date>`now()` })
        .where("client_uuid", "=", client_uuid)
        .where("uuid", "=", uuid)
        .returning(TRACK_COLUMNS)
        .executeTakeFirstOrThrow();
    },

    /** Clears the default track, because a video has at most one. */
    async clearDefault(clientUuid: string, videoUuid: string): Promise<void> {
      await db
        .updateTable("captions")
        .set({ is_default: false })
        .where("client_uuid", "=", clientUuid)
        .where("video_uuid", "=", videoUuid)
        .where("is_default", "=", true)
        .execute();
    },

    /** @returns false if the track does not exist. */
    async deleteCaptions(clientUuid: string, videoUuid: string, uuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("captions")
        .where("client_uuid", "=", clientUuid)
        .where("video_uuid", "=", videoUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/**
 * Creates the repository of the progress of extracting subtitles from the sources of videos. The caller has found the videos in their
 * client.
 */
export function createExtractionsRepository(db: Tx) {
  return {
    findExtraction: (videoUuid: string): Promise<CaptionExtraction | undefined> =>
      db
        .selectFrom("caption_extractions")
        .selectAll()
        .where("video_uuid", "=", videoUuid)
        .executeTakeFirst() as Promise<CaptionExtraction | undefined>,

    /** Starts an extraction, also after a failed extraction. @returns false if the source was already read. */
    async beginExtraction(videoUuid: string): Promise<boolean> {
      const { rows } = await sql<{ state: string }>`
        INSERT INTO caption_extractions (video_uuid, state) VALUES (${videoUuid}, 'waiting')
        ON CONFLICT (video_uuid) DO UPDATE SET
          state = CASE caption_extractions.state WHEN 'failed' THEN 'waiting' ELSE caption_extractions.state END
        RETURNING state`.execute(db);
      return rows[0]?.state === "waiting";
    },

    async endExtraction(
      videoUuid: string,
      state: "done" | "failed",
      unconvertible: UnconvertibleSubtitle[],
    ): Promise<void> {
      await db
        .updateTable("caption_extractions")
        .set({ state, unconvertible: JSON.stringify(unconvertible) })
        .where("video_uuid", "=", videoUuid)
        .where("state", "=", "waiting")
        .execute();
    },
  };
}
