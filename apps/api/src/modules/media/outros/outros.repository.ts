import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";
import type { OutroRow as Outro } from "../../../platform/schema.ts";
import { createVideosRepository } from "../videos/index.ts";

export type OutroRow = Selectable<Outro> & { video_count: number };

/** Creates the repository of one client's outros. Every query is limited to the client. */
export function createOutrosRepository(db: Tx) {
  const outros = (clientUuid: string) =>
    db
      .selectFrom("outros")
      .selectAll("outros")
      .select(
        sql<number>`(SELECT count(*) FROM videos WHERE videos.client_uuid = outros.client_uuid
          AND videos.outro_uuid = outros.uuid)`.as("video_count"),
      )
      .where("outros.client_uuid", "=", clientUuid);
  const found = (search: string | undefined) =>
    search ? sql<boolean>`outros.title ILIKE ${likeAnywhere(search)}` : sql<boolean>`true`;

  return {
    findOutro: (clientUuid: string, uuid: string) =>
      outros(clientUuid).where("outros.uuid", "=", uuid).executeTakeFirst(),

    listOutros: (clientUuid: string, search: string | undefined, page: { limit: number; offset: number }) =>
      outros(clientUuid)
        .where(found(search))
        .orderBy("outros.modified_at", "desc")
        .orderBy("outros.uuid")
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    async countOutros(clientUuid: string, search?: string): Promise<number> {
      const { count } = await db
        .selectFrom("outros")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .where(found(search))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Counts the client's outros; other transactions that add one wait until this one ends. */
    async countForAdding(clientUuid: string): Promise<number> {
      await lockForAdding(db, clientUuid);
      return createOutrosRepository(db).countOutros(clientUuid);
    },

    /** Locks the row until the transaction ends. */
    lockOutro: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("outros")
        .select(["uuid", "revision"])
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .forUpdate()
        .executeTakeFirst(),

    /**
     * Prevents the outro from being deleted until the transaction ends.
     * @returns false if the outro does not exist.
     */
    async holdOutro(clientUuid: string, uuid: string): Promise<boolean> {
      const row = await db
        .selectFrom("outros")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .forKeyShare()
        .executeTakeFirst();
      return row !== undefined;
    },

    async addOutro(outro: Insertable<Outro>): Promise<string> {
      const { uuid } = await db
        .insertInto("outros")
        .values(outro)
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },

    updateOutro: (clientUuid: string, uuid: string, change: Updateable<Outro>) =>
      db
        .updateTable("outros")
        .set({ ...change, revision: sql<number>`revision + 1`, modified_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute(),

    deleteOutro: (clientUuid: string, uuid: string) =>
      db.deleteFrom("outros").where("client_uuid", "=", clientUuid).where("uuid", "=", uuid).execute(),

    /** Lists the outros that show a picture. */
    async listShowing(clientUuid: string, pictureUuid: string): Promise<string[]> {
      const rows = await db
        .selectFrom("outros")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`${pictureUuid}::uuid IN (image_uuid, background_uuid)`)
        .execute();
      return rows.map(({ uuid }) => uuid);
    },

    /**
     * Notifies edges of videos that end with these outros. Rows are locked in a fixed order, so that two changes cannot deadlock.
     */
    async touchVideos(clientUuid: string, uuids: string[]): Promise<void> {
      const { rows } = await sql<{ uuid: string; revision: number }>`
        WITH ending AS (
          SELECT uuid FROM videos WHERE client_uuid = ${clientUuid} AND outro_uuid = ANY(${uuids}::uuid[])
          ORDER BY uuid FOR UPDATE
        )
        UPDATE videos SET revision = revision + 1 FROM ending WHERE videos.uuid = ending.uuid
        RETURNING videos.uuid, videos.revision`.execute(db);
      await createVideosRepository(db).recordChanges(rows);
    },
  };
}
