import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** The claim of a server that crashed expires after this time. Completely received chunks are written within seconds. */
const CHUNK_CLAIM_LIFETIME_MS = 60_000;

/** Selects uploads without activity for some time; failed uploads only if they have stored chunks. */
export interface SilentUploads {
  status: "uploading" | "upload_failed";
  silentMs: number;
  uuid?: string;
}

/** Creates the repository of the chunks of an upload. The caller has found the video in its client first. */
export function createUploadsRepository(db: Tx) {
  return {
    findChunk: (videoUuid: string, number: number) =>
      db
        .selectFrom("upload_chunks")
        .selectAll()
        .where("video_uuid", "=", videoUuid)
        .where("number", "=", number)
        .executeTakeFirst(),

    /**
     * Adds a chunk.
     * @returns false if the chunk had already been received.
     */
    async addChunk(videoUuid: string, number: number, sizeBytes: number, sha256: Buffer): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("upload_chunks")
        .values({ video_uuid: videoUuid, number, size_bytes: sizeBytes, sha256 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /**
     * Claims the place of a chunk for writing. Other processes may write the same bytes there, and any bytes once the claim has
     * expired.
     * @returns false while other bytes are being written there.
     */
    async claimChunk(videoUuid: string, number: number, sha256: Buffer): Promise<boolean> {
      const { rows } = await sql`
        INSERT INTO chunk_claims AS held (video_uuid, number, sha256) VALUES (${videoUuid}, ${number}, ${sha256})
        ON CONFLICT (video_uuid, number) DO UPDATE SET sha256 = excluded.sha256, claimed_at = now()
          WHERE held.sha256 = excluded.sha256 OR held.claimed_at < now() - ${CHUNK_CLAIM_LIFETIME_MS} * interval '1 ms'
        RETURNING number`.execute(db);
      return rows.length > 0;
    },

    async endClaim(videoUuid: string, number: number): Promise<void> {
      await db
        .deleteFrom("chunk_claims")
        .where("video_uuid", "=", videoUuid)
        .where("number", "=", number)
        .execute();
    },

    async deleteChunks(videoUuid: string): Promise<void> {
      await db.deleteFrom("chunk_claims").where("video_uuid", "=", videoUuid).execute();
      await db.deleteFrom("upload_chunks").where("video_uuid", "=", videoUuid).execute();
    },

    /** Lists silent uploads of all clients, without lives and files fetched from a URL, which have a job. */
    async listSilent({ status, silentMs, uuid }: SilentUploads, limit: number): Promise<string[]> {
      const { rows } = await sql<{ uuid: string }>`
        SELECT uuid FROM videos WHERE status = ${status} AND source_url IS NULL AND type <> 'live' AND NOT is_deleted
          AND greatest(created_at, upload_feedback_at) < now() - ${silentMs} * interval '1 ms'
          AND (status = 'uploading' OR EXISTS (SELECT FROM upload_chunks WHERE video_uuid = videos.uuid))
          AND (${uuid ?? null}::uuid IS NULL OR uuid = ${uuid ?? null})
        ORDER BY created_at LIMIT ${limit}`.execute(db);
      return rows.map((row) => row.uuid);
    },

    async countChunks(videoUuid: string): Promise<number> {
      const row = await db
        .selectFrom("upload_chunks")
        .select(sql<number>`count(*)`.as("count"))
        .where("video_uuid", "=", videoUuid)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** Finds the first missing chunk number from `from` on. */
    async findFirstGap(videoUuid: string, from: number): Promise<number> {
      const { rows } = await sql<{ gap: number }>`
        SELECT ${from}::int + count(*)::int AS gap FROM (
          SELECT number - (row_number() OVER (ORDER BY number))::int AS island
          FROM upload_chunks WHERE video_uuid = ${videoUuid} AND number >= ${from}
        ) AS chunks WHERE island = ${from}::int - 1`.execute(db);
      return rows[0]?.gap ?? from;
    },

    /** Lists the numbers of stored chunks as ascending half-open ranges. */
    async listRanges(videoUuid: string): Promise<[number, number][]> {
      const { rows } = await sql<{ first: number; last: number }>`
        SELECT min(number) AS first, max(number) AS last FROM (
          SELECT number, number - row_number() OVER (ORDER BY number) AS island
          FROM upload_chunks WHERE video_uuid = ${videoUuid}
        ) AS chunks GROUP BY island ORDER BY first`.execute(db);
      return rows.map(({ first, last }) => [first, last + 1]);
    },
  };
}
