import { PICTURE_FAILED_DAYS } from "@shoal/contract";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";
import type { PictureRow as Picture } from "../../../platform/schema.ts";

export type PictureRow = Selectable<Picture> & { outro_count: number };

/** Creates the repository of one client's pictures; functions named `…ForWork` serve worker results. */
export function createPicturesRepository(db: Tx) {
  const pictures = (clientUuid: string) =>
    db
      .selectFrom("pictures")
      .selectAll("pictures")
      .select(
        sql<number>`(SELECT count(*) FROM outros WHERE outros.client_uuid = pictures.client_uuid
          AND pictures.uuid IN (outros.image_uuid, outros.background_uuid))`.as("outro_count"),
      )
      .where("pictures.client_uuid", "=", clientUuid);
  const found = (search: string | undefined) =>
    search ? sql<boolean>`pictures.name ILIKE ${likeAnywhere(search)}` : sql<boolean>`true`;

  return {
    findPicture: (clientUuid: string, uuid: string) =>
      pictures(clientUuid).where("pictures.uuid", "=", uuid).executeTakeFirst(),

    /** Lists pictures in no particular order; missing pictures are left out. */
    listByUuid: async (clientUuid: string, uuids: string[]): Promise<PictureRow[]> =>
      uuids.length === 0
        ? []
        : pictures(clientUuid).where(sql<boolean>`pictures.uuid = ANY(${uuids}::uuid[])`).execute(),

    listPictures: (clientUuid: string, search: string | undefined, page: { limit: number; offset: number }) =>
      pictures(clientUuid)
        .where(found(search))
        .orderBy("pictures.created_at", "desc")
        .orderBy("pictures.uuid")
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    async countPictures(clientUuid: string, search?: string): Promise<number> {
      const { count } = await db
        .selectFrom("pictures")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .where(found(search))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Counts the client's pictures; other transactions that add one wait until this one ends. */
    async countForAdding(clientUuid: string): Promise<number> {
      await lockForAdding(db, clientUuid);
      return createPicturesRepository(db).countPictures(clientUuid);
    },

    addPicture: (picture: Insertable<Picture>) => db.insertInto("pictures").values(picture).execute(),

    /** @returns false if the picture does not exist. */
    async updatePicture(clientUuid: string, uuid: string, change: Updateable<Picture>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("pictures")
        .set({ ...change, modified_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Locks the row until the transaction ends, so that no outro starts using it. */
    lockPicture: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("pictures")
        .select(["uuid", "state", "alt"])
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .forUpdate()
        .executeTakeFirst(),

    /** Lists the outros that show a picture, by title. */
    listUsers: (clientUuid: string, uuid: string, limit: number) =>
      db
        .selectFrom("outros")
        .select(["uuid", "title"])
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`${uuid}::uuid IN (image_uuid, background_uuid)`)
        .orderBy("title")
        .limit(limit)
        .execute(),

    async deletePicture(clientUuid: string, uuid: string): Promise<void> {
      await db
        .deleteFrom("pictures")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    lockForWork: (uuid: string) =>
      db
        .selectFrom("pictures")
        .select(["uuid", "client_uuid", "state"])
        .where("uuid", "=", uuid)
        .forUpdate()
        .executeTakeFirst(),

    /** Lists the uuids of all pictures of a client. */
    async listUuids(clientUuid: string): Promise<string[]> {
      const rows = await db
        .selectFrom("pictures")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .execute();
      return rows.map(({ uuid }) => uuid);
    },

    /** Deletes pictures that could not be made, once users had time to read why. */
    async pruneFailedForWork(): Promise<void> {
      await db
        .deleteFrom("pictures")
        .where("state", "=", "failed")
        .where("modified_at", "<", sql<Date>`now() - make_interval(days => ${PICTURE_FAILED_DAYS})`)
        .execute();
    },
  };
}
