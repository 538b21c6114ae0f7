import { type Selectable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { ChatFileRow, ChatPreviewRow } from "./chat.table.ts";

/** Creates the repository of workers' results for files. Workers identify files only by object, not by owner. */
export function createChatPreviewsRepository(db: Tx) {
  return {
    /** Lists the messages that have a file, grouped by room. */
    async listMessagesForWork(objectUuid: string): Promise<{ room_uuid: string; message_id: string }[]> {
      return db
        .selectFrom("chat_files")
        .select(["room_uuid", "message_id"])
        .where("object_uuid", "=", objectUuid)
        .orderBy("room_uuid")
        .orderBy("message_id")
        .execute();
    },

    /**
     * Adds a worker's result.
     * @returns whether the result was new.
     */
    async addForWork(
      objectUuid: string,
      found: Omit<Selectable<ChatPreviewRow>, "object_uuid" | "client_uuid">,
    ): Promise<boolean> {
      const { numAffectedRows = 0n } = await sql`INSERT INTO chat_previews
          (object_uuid, client_uuid, kind, width, height, size_bytes, duration_ms, waveform)
        SELECT object_uuid, client_uuid, ${found.kind}, ${found.width}::integer, ${found.height}::integer,
          ${found.size_bytes}::integer, ${found.duration_ms}::integer, ${found.waveform}::smallint[]
        FROM chat_files WHERE object_uuid = ${objectUuid} ORDER BY added_at LIMIT 1
        ON CONFLICT DO NOTHING`.execute(db);
      return numAffectedRows > 0n;
    },

    /** Claims the next files that were uploaded before previews existed; each is returned once. */
    async claimPreviewRequests(limit: number) {
      const { rows } = await sql<Pick<Selectable<ChatFileRow>, "object_uuid" | "client_uuid" | "media_type">>`
        WITH taken AS (DELETE FROM chat_preview_wishes WHERE object_uuid IN (
          SELECT object_uuid FROM chat_preview_wishes LIMIT ${limit} FOR UPDATE SKIP LOCKED) RETURNING object_uuid)
        SELECT DISTINCT ON (file.object_uuid) file.object_uuid, file.client_uuid, file.media_type
        FROM taken JOIN chat_files AS file ON file.object_uuid = taken.object_uuid
        ORDER BY file.object_uuid, file.added_at`.execute(db);
      return rows;
    },

    async lockRoomForWork(uuid: string) {
      return db
        .selectFrom("chat_rooms")
        .select(["uuid", "client_uuid", "kind", "seq"])
        .where("uuid", "=", uuid)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },
  };
}
