import { KEY_LOG_DAYS, KEY_LOG_PAGE_SIZE, type KeyLogQuery } from "@shoal/contract";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { ApiKeyCallRow } from "./key-log.table.ts";

const PRUNE_BATCH = 10_000;

/** Creates the repository of calls made with API keys. */
export function createKeyLogRepository(db: Tx) {
  return {
    /** Adds calls, except calls with keys and of clients that were deleted in the meantime. */
    async addCalls(calls: readonly Insertable<ApiKeyCallRow>[]): Promise<void> {
      await sql`INSERT INTO api_key_calls
          (key_uuid, client_uuid, request_id, at, call, method, path, status, duration_ms, address)
        SELECT keys.uuid, keys.client_uuid, calls.request_id, calls.at, calls.call, calls.method, calls.path, calls.status,
          calls.duration_ms, calls.address
        FROM jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) AS calls (key_uuid uuid, client_uuid uuid, request_id uuid,
          at timestamptz, call text, method text, path text, status smallint, duration_ms integer, address text)
        JOIN api_keys AS keys ON keys.uuid = calls.key_uuid AND keys.client_uuid = calls.client_uuid
        ORDER BY calls.at FOR KEY SHARE OF keys`.execute(db);
    },

    /** Lists the calls of a page and one more, which shows whether another page follows. */
    listCalls(clientUuid: string, keyUuid: string, { status, requestId, before }: KeyLogQuery) {
      const from = status && Number(status[0]) * 100;
      return db
        .selectFrom("api_key_calls")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("key_uuid", "=", keyUuid)
        .where("at", ">", sql<Date>`now() - make_interval(days => ${KEY_LOG_DAYS})`)
        .$if(from !== undefined, (query) =>
          query.where("status", ">=", from ?? 0).where("status", "<", (from ?? 0) + 100),
        )
        .$if(requestId !== undefined, (query) => query.where("request_id", "=", requestId ?? ""))
        .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
        .orderBy("id", "desc")
        .limit(KEY_LOG_PAGE_SIZE + 1)
        .execute();
    },

    hasKey: async (clientUuid: string, keyUuid: string): Promise<boolean> =>
      (await db
        .selectFrom("api_keys")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", keyUuid)
        .executeTakeFirst()) !== undefined,

    /** Deletes old calls in batches, so that writing continues. */
    async prune(): Promise<void> {
      for (let hasMore = true; hasMore; ) {
        const { numAffectedRows = 0n } = await sql`DELETE FROM api_key_calls WHERE id IN (
          SELECT id FROM api_key_calls WHERE at < now() - make_interval(days => ${KEY_LOG_DAYS})
          ORDER BY at LIMIT ${PRUNE_BATCH})`.execute(db);
        hasMore = numAffectedRows === BigInt(PRUNE_BATCH);
      }
    },
  };
}
