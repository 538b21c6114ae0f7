import { type Insertable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { LiveArchiveRecord } from "../../../platform/schema.ts";

export type NewArchive = Pick<
  Insertable<LiveArchiveRecord>,
  "live_uuid" | "client_uuid" | "generation" | "folder"
>;

/** The kept parts of lives: their location and the video made from them. Changes require a lock on the live. */
export function createArchivesRepository(db: Tx) {
  return {
    /** A live that is kept has started; a repetition changes nothing. */
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

    /** For a recording whose beginning is complete. @returns its id. */
    async addOwed(archive: NewArchive): Promise<string> {
      const { uuid } = await db
        .insertInto("live_archives")
        .values({ ...archive, state: "owed" })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },

    /** Whether something is kept there. */
    async hasFolder(folder: string): Promise<boolean> {
      const found = await db
        .selectFrom("live_archives")
        .select("uuid")
        .where("folder", "=", folder)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** The video created from it. */
    async findVideo(clientUuid: string, uuid: string): Promise<string | undefined> {
      const found = await db
        .selectFrom("live_archives")
        .select("video_uuid")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return found?.video_uuid ?? undefined;
    },

    /** Marks a complete recording as owed. */
    oweArchive: (liveUuid: string, generation: number) =>
      db
        .updateTable("live_archives")
        .set({ state: "owed" })
        .where("live_uuid", "=", liveUuid)
        .where("generation", "=", generation)
        .where("state", "=", "growing")
        .execute(),

    /**
     * Marks recordings as owed that will never be reported as complete: their live has ended or restarted, and their ingest was
     * silent for this long.
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

    /** In the order of their ids. @param after the last id of the batch before. */
    listOwed: (limit: number, after: string | undefined) =>
      db
        .selectFrom("live_archives")
        .selectAll()
        .where("state", "=", "owed")
        .$if(after !== undefined, (query) => query.where("uuid", ">", after ?? ""))
        .orderBy("uuid")
        .limit(limit)
        .execute(),

    /** One that still needs its video. */
    lockOwed: (uuid: string) =>
      db
        .selectFrom("live_archives")
        .selectAll()
        .where("uuid", "=", uuid)
        .where("state", "=", "owed")
        .forUpdate()
        .executeTakeFirst(),

    /** Videos whose recordings may have continued: made this long ago, and not compared since. @param after as for `listOwed`. */
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

    /** Links the video created from it, whose second 0 was at this time. */
    recordCreated: (uuid: string, videoUuid: string, startedAt: Date) =>
      db
        .updateTable("live_archives")
        .set({ state: "made", video_uuid: videoUuid, started_at: startedAt, changed_at: sql<Date>`now()` })
        .where("uuid", "=", uuid)
        .execute(),

    recordChecked: (uuid: string) =>
      db.updateTable("live_archives").set({ is_checked: true }).where("uuid", "=", uuid).execute(),

    deleteArchive: (uuid: string) => db.deleteFrom("live_archives").where("uuid", "=", uuid).execute(),

    /** The media location of these videos if they are archives. */
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
