import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { ExternalStreamRecord } from "../../../platform/schema.ts";

export type ExternalStreamRow = Selectable<ExternalStreamRecord>;

/** Creates the repository of the restream targets of lives. Changes require a lock on the video. */
export function createExternalStreamsRepository(db: Tx) {
  return {
    addStreams: (streams: Insertable<ExternalStreamRecord>[]) =>
      db.insertInto("external_streams").values(streams).execute(),

    /** Lists the targets of a live in their order. */
    listStreams: (clientUuid: string, videoUuid: string): Promise<ExternalStreamRow[]> =>
      db
        .selectFrom("external_streams")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("video_uuid", "=", videoUuid)
        .orderBy("position")
        .execute(),

    /** Lists the enabled targets of lives of any client, in their order. */
    listForWork: (videoUuids: string[]): Promise<ExternalStreamRow[]> =>
      db
        .selectFrom("external_streams")
        .selectAll()
        .where(sql<boolean>`video_uuid = ANY(${videoUuids}::uuid[])`)
        .where("is_on", "=", true)
        .orderBy("position")
        .execute(),

    removeStreams: (clientUuid: string, uuids: string[]) =>
      db
        .deleteFrom("external_streams")
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`uuid = ANY(${uuids}::uuid[])`)
        .execute(),

    /**
     * Turns targets of a live on or off.
     * @param uuid the target to switch; all targets of the live if omitted.
     * @returns the number of switched targets.
     */
    async switchStreams(
      { client_uuid, uuid: videoUuid }: { client_uuid: string; uuid: string },
      isOn: boolean,
      uuid?: string,
    ): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable("external_streams")
        .set({ is_on: isOn })
        .where("client_uuid", "=", client_uuid)
        .where("video_uuid", "=", videoUuid)
        .$if(uuid !== undefined, (query) => query.where("uuid", "=", uuid ?? ""))
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
  };
}
