import { UPLOAD_TOKEN_FINISH_SEC } from "@shoal/contract";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { prepareQuery } from "../../../platform/prepared.ts";
import { CLIENT_COLUMNS } from "../../accounts/auth/index.ts";
import type { UploadTokenRow } from "./upload-tokens.table.ts";

const LISTED = 100;
/** Those that ended are listed for so long. */
const KEPT_DAYS = 30;

/** Asked by each chunk, so it is planned once a connection. */
const findToken = prepareQuery((db, p: { uuid: string }) =>
  db
    .selectFrom("upload_tokens")
    .innerJoin("clients", "clients.uuid", "upload_tokens.client_uuid")
    .selectAll("upload_tokens")
    .select(CLIENT_COLUMNS)
    .where("upload_tokens.uuid", "=", p.uuid),
);

/** Upload tokens of clients. */
export function createUploadTokensRepository(db: Tx) {
  return {
    /** Of whichever client: nobody knows whose browser calls before its token is found. */
    findToken: async (uuid: string) => (await findToken(db, { uuid }))[0],

    listTokens: (clientUuid: string) =>
      db
        .selectFrom("upload_tokens")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .orderBy("created_at", "desc")
        .orderBy("uuid")
        .limit(LISTED)
        .execute(),

    /** Tokens that are made at once are counted one after the other. */
    lockClient: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "=", clientUuid)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    async countOpen(clientUuid: string): Promise<number> {
      const { count } = await db
        .selectFrom("upload_tokens")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .where("video_uuid", "is", null)
        .where("revoked_at", "is", null)
        .where("expires_at", ">", sql<Date>`now()`)
        .executeTakeFirstOrThrow();
      return count;
    },

    addToken: (row: Insertable<UploadTokenRow>) => db.insertInto("upload_tokens").values(row).execute(),

    /** @returns whether it was free and in force. */
    async useToken(clientUuid: string, uuid: string, videoUuid: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("upload_tokens")
        .set({ video_uuid: videoUuid, used_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where("video_uuid", "is", null)
        .where("revoked_at", "is", null)
        .where("expires_at", ">", sql<Date>`now()`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** @returns whether there is one. */
    async revokeToken(clientUuid: string, uuid: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("upload_tokens")
        .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async prune(): Promise<void> {
      await sql`DELETE FROM upload_tokens
        WHERE greatest(expires_at, used_at + make_interval(secs => ${UPLOAD_TOKEN_FINISH_SEC}))
          < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
    },
  };
}
