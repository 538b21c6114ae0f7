import { ARRIVAL_UPLOAD_SILENT_DAYS, MAX_ARRIVAL_UPLOAD_DAYS } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** An archive that a client uploads or has uploaded. */
export interface FoundUpload {
  uuid: string;
  state: string;
  size_bytes: number;
}

/** Creates the repository of archives that are uploaded as files. */
export function createArrivalUploadsRepository(db: Tx) {
  const chunks = (clientUuid: string, uuid: string) =>
    db.selectFrom("arrival_chunks").where("client_uuid", "=", clientUuid).where("arrival_uuid", "=", uuid);
  const uploads = (clientUuid: string) =>
    db
      .selectFrom("arrivals")
      .select(["uuid", "state", "size_bytes"])
      .where("client_uuid", "=", clientUuid)
      .where("file_name", "is not", null);
  return {
    findSame: (
      clientUuid: string,
      { fingerprint, size }: { fingerprint: string; size: number },
    ): Promise<FoundUpload | undefined> =>
      uploads(clientUuid)
        .where("state", "=", "uploading")
        .where("fingerprint", "=", fingerprint)
        .where("size_bytes", "=", size)
        .executeTakeFirst(),

    findUpload: (clientUuid: string, uuid: string): Promise<FoundUpload | undefined> =>
      uploads(clientUuid).where("uuid", "=", uuid).executeTakeFirst(),

    lockUpload: (clientUuid: string, uuid: string): Promise<FoundUpload | undefined> =>
      uploads(clientUuid).where("uuid", "=", uuid).forUpdate().executeTakeFirst(),

    async addUpload(row: {
      uuid: string;
      client_uuid: string;
      user_uuid: string;
      file_name: string;
      fingerprint: string;
      size_bytes: number;
    }): Promise<void> {
      await db
        .insertInto("arrivals")
        .values({ ...row, state: "uploading", chunk_at: new Date() })
        .execute();
    },

    /** Records that bytes are stored, so that they are removed even if the archive's row no longer exists. */
    async recordObject(uuid: string): Promise<void> {
      await db
        .insertInto("arrival_objects")
        .values({ arrival_uuid: uuid })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Claims a chunk for these bytes. @returns false if it is claimed for other bytes. */
    async claimChunk(
      clientUuid: string,
      uuid: string,
      { number, sha256 }: { number: number; sha256: Buffer },
    ): Promise<boolean> {
      await db
        .insertInto("arrival_chunks")
        .values({ arrival_uuid: uuid, client_uuid: clientUuid, number, sha256 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await chunks(clientUuid, uuid)
        .select("number")
        .where("number", "=", number)
        .where("sha256", "=", sha256)
        .executeTakeFirst();
      return row !== undefined;
    },

    async recordStored(clientUuid: string, uuid: string, number: number): Promise<number> {
      await db
        .updateTable("arrival_chunks")
        .set({ is_stored: true })
        .where("client_uuid", "=", clientUuid)
        .where("arrival_uuid", "=", uuid)
        .where("number", "=", number)
        .execute();
      await db
        .updateTable("arrivals")
        .set({ chunk_at: new Date() })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
      const { count } = await chunks(clientUuid, uuid)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("is_stored", "=", true)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Begins the check of an archive that is complete. */
    async startCheck(clientUuid: string, uuid: string): Promise<void> {
      await db
        .updateTable("arrivals")
        .set({ state: "checking", claimed_until: sql`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    async listRanges(clientUuid: string, uuid: string): Promise<[number, number][]> {
      const { rows } = await sql<{ first: number; last: number }>`
        SELECT min(number) AS first, max(number) AS last FROM (
          SELECT number, number - row_number() OVER (ORDER BY number) AS island FROM arrival_chunks
          WHERE client_uuid = ${clientUuid} AND arrival_uuid = ${uuid} AND is_stored
        ) AS chunks GROUP BY island ORDER BY first`.execute(db);
      return rows.map(({ first, last }) => [first, last + 1]);
    },

    /** Marks the uploads of all clients as failed that received nothing for too long, or take too long in total. */
    async endAbandoned(): Promise<void> {
      await sql`UPDATE arrivals SET state = 'failed', fault = 'not_uploaded', ended_at = now()
        WHERE state = 'uploading' AND (chunk_at < now() - ${ARRIVAL_UPLOAD_SILENT_DAYS}::int * interval '1 day'
          OR created_at < now() - ${MAX_ARRIVAL_UPLOAD_DAYS}::int * interval '1 day')`.execute(db);
    },

    /**
     * Removes up to `limit` archives whose bytes are no longer needed from the list.
     * @returns the uuids of these archives.
     */
    async removeUnneeded(limit: number): Promise<string[]> {
      const { rows } = await sql<{ arrival_uuid: string }>`
        DELETE FROM arrival_objects WHERE arrival_uuid IN (
          SELECT object.arrival_uuid FROM arrival_objects AS object
          LEFT JOIN arrivals ON arrivals.uuid = object.arrival_uuid
          WHERE arrivals.uuid IS NULL OR arrivals.state IN ('done', 'failed')
          LIMIT ${limit} FOR UPDATE OF object SKIP LOCKED)
        RETURNING arrival_uuid`.execute(db);
      return rows.map(({ arrival_uuid }) => arrival_uuid);
    },
  };
}
