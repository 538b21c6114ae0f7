import { type Insertable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { LiveArchiveRecord } from "../../../platform/schema.ts";

export type NewArchive = Pick<
  Insertable<LiveArchiveRecord>,
  "live_uuid" | "client_uuid" | "generation" | "folder"
>;

/**
 * Creates the repository of the recorded parts of lives: their location and the video made from them. Changes require a lock on the live.
 */
export function createArchivesRepository(db: Tx) {
  return {
    /** Adds the archive of a live that has started; a repeated call changes nothing. */
    addArchive: (archive: NewArchive) =>
      db
        .insertInto("live_archives")
        .values(archive)
        .onConflict((conflict) => conflict.column("folder").doNothing())
        .execute(),

    /**
     * Marks archives that their ingest has reported: they keep growing, even after the end of the live, until the ingest closes
     * them.
     */
    markReported: (folders: string[]) =>
      db
        .updateTable("live_archives")
        .set({ changed_at: sql<Date>`now()` })
        .where(sql<boolean>`folder = ANY(${folders}::text[])`)
        .where("state", "=", "growing")
        .execute(),

    /** Adds a complete recording that still needs its video. @returns the id of the archive. */
    async addOwed(archive: NewArchive): Promise<string> {
      const { uuid } = await db
        .insertInto("live_archives")
        .values({ ...archive, state: "owed" })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },

    /** Whether a recording is kept in the folder. */
    async hasFolder(folder: string): Promise<boolean> {
      const found = await db
        .selectFrom("live_archives")
        .select("uuid")
        .where("folder", "=", folder)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Finds the video created from an archive. */
    async findVideo(clientUuid: string, uuid: string): Promise<string | undefined> {
      const found = await db
        .selectFrom("live_archives")
        .select("video_uuid")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return found?.video_uuid ?? undefined;
    },

    /** Marks a complete recording as one that still needs its video. */
    oweArchive: (liveUuid: string, generation: number) =>
      db
        .updateTable("live_archives")
        .set({ state: "owed" })
        .where("live_uuid", "=", liveUuid)
        .where("generation", "=", generation)
        .where("state", "=", "growing")
        .execute(),

    /**
     * Marks recordings as due for a video that will never be reported as complete: their live has ended or restarted, and their
     * ingest was silent for this long.
     */
    oweForgotten: (ms: number) =>
      db
        .updateTable("live_archives")
        .set({ state: "owed" })
        .where("state", "=", "growing")
        .where("changed_at", "<", sql<Date>`now() - ${`${ms} milliseconds`}::interval`)
        .where(
          sql<boolean>`NOT EXISTS (SELECT FROM videos JOIN lives ON lives.video_uuid = videos.uuid
            WHERE videos.uuid = live_uuid AND videos.generation = live_archives.generation AND state <> 'ended')`,
        )
        .execute(),

    /** Lists recordings that still need their video, by id. @param after the last id of the previous batch. */
    listOwed: (limit: number, after: string | undefined) =>
      db
        .selectFrom("live_archives")
        .selectAll()
        .where("state", "=", "owed")
        .$if(after !== undefined, (query) => query.where("uuid", ">", after ?? ""))
        .orderBy("uuid")
        .limit(limit)
        .execute(),

    /** Locks a recording if it still needs its video. */
    lockOwed: (uuid: string) =>
      db
        .selectFrom("live_archives")
        .selectAll()
        .where("uuid", "=", uuid)
        .where("state", "=", "owed")
        .forUpdate()
        .executeTakeFirst(),

    /**
     * Lists archives that became videos at least `ms` ago and were not checked since: their recordings may have grown.
     * @param after the last id of the previous batch.
     */
    listUnchecked: (ms: number, limit: number, after: string | undefined) =>
      db
        .selectFrom("live_archives")
        .select(["uuid", "client_uuid", "folder", "video_uuid"])
        .where("state", "=", "made")
        .where("is_checked", "=", false)
        .where("changed_at", "<", sql<Date>`now() - ${`${ms} milliseconds`}::interval`)
        .$if(after !== undefined, (query) => query.where("uuid", ">", after ?? ""))
        .orderBy("uuid")
        .limit(limit)
        .execute(),

    /** Links an archive with the video created from it. @param startedAt the time at which the video starts. */
    recordCreated: (uuid: string, videoUuid: string, startedAt: Date) =>
      db
        .updateTable("live_archives")
        .set({ state: "made", video_uuid: videoUuid, started_at: startedAt, changed_at: sql<Date>`now()` })
        .where("uuid", "=", uuid)
        .execute(),

    recordChecked: (uuid: string) =>
      db.updateTable("live_archives").set({ is_checked: true }).where("uuid", "=", uuid).execute(),

    deleteArchive: (uuid: string) => db.deleteFrom("live_archives").where("uuid", "=", uuid).execute(),

    /** Lists the folders with the media of those videos that are archives. */
    async listFolders(clientUuid: string, videoUuids: string[]): Promise<string[]> {
      const rows = await db
        .selectFrom("live_archives")
        .select("folder")
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`video_uuid = ANY(${videoUuids}::uuid[])`)
        .execute();
      return rows.map(({ folder }) => folder);
    },
    /** Deletes the rows of archives whose media may be deleted. */
    deleteOf: (clientUuid: string, videoUuids: string[]) =>
      db
        .deleteFrom("live_archives")
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`video_uuid = ANY(${videoUuids}::uuid[])`)
        .execute(),
  };
}
