import { UPLOAD_TOKEN_FINISH_WINDOW_SEC } from "@shoal/contract";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { prepareQuery } from "../../../platform/prepared.ts";
import { CLIENT_COLUMNS } from "../../accounts/auth/index.ts";
import type { UploadTokenRow } from "./upload-tokens.table.ts";

const MAX_LISTED_TOKENS = 100;
/** How long expired and used tokens are listed. */
const RETENTION_DAYS = 30;

/** Whether the API key that created the token was revoked, has expired, or got another secret. */
const isKeyEnded = sql<boolean>`(upload_tokens.key_uuid IS NOT NULL AND NOT EXISTS (
  SELECT FROM api_keys made_by
  WHERE made_by.uuid = upload_tokens.key_uuid
    AND made_by.client_uuid = upload_tokens.client_uuid
    AND made_by.revoked_at IS NULL
    AND (made_by.expires_at IS NULL OR made_by.expires_at > now())
    AND (made_by.secret_hash = upload_tokens.key_secret_hash
      OR (made_by.old_secret_hash = upload_tokens.key_secret_hash AND made_by.old_secret_until > now()))))`;

/** Whether the user who created the token was deleted, or may no longer upload for the client. */
const isCreatorDeleted = sql<boolean>`(upload_tokens.maker_uuid IS NOT NULL AND NOT EXISTS (
  SELECT FROM users maker
  WHERE maker.uuid = upload_tokens.maker_uuid AND maker.password_modified
    AND ('admin' = ANY(maker.roles)
      OR (maker.client_uuid = upload_tokens.client_uuid AND maker.roles && '{manager,editor}'))))`;

/** The query for a token, which is prepared once per connection because each chunk executes it. */
const findToken = prepareQuery((db, p: { uuid: string }) =>
  db
    .selectFrom("upload_tokens")
    .innerJoin("clients", "clients.uuid", "upload_tokens.client_uuid")
    .select([
      "upload_tokens.uuid",
      "upload_tokens.client_uuid",
      "upload_tokens.user_uuid",
      "upload_tokens.secret_hash",
      "upload_tokens.sealed_fields",
      "upload_tokens.config_uuid",
      "upload_tokens.max_bytes",
      "upload_tokens.origins",
      "upload_tokens.video_uuid",
      "upload_tokens.used_at",
      "upload_tokens.revoked_at",
      "upload_tokens.expires_at",
      ...CLIENT_COLUMNS,
    ])
    .select([isKeyEnded.as("is_key_ended"), isCreatorDeleted.as("is_maker_gone")])
    .where("upload_tokens.uuid", "=", p.uuid),
);

/** Creates the repository of the upload tokens of clients. */
export function createUploadTokensRepository(db: Tx) {
  return {
    /** Finds a token of any client, since the token identifies the client. */
    findToken: async (uuid: string) => (await findToken(db, { uuid }))[0],

    listTokens: (clientUuid: string) =>
      db
        .selectFrom("upload_tokens")
        .selectAll()
        .select([isKeyEnded.as("is_key_ended"), isCreatorDeleted.as("is_maker_gone")])
        .where("client_uuid", "=", clientUuid)
        .orderBy("created_at", "desc")
        .orderBy("uuid")
        .limit(MAX_LISTED_TOKENS)
        .execute(),

    /** Serializes concurrent creations, so that each is counted. */
    lockClient: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "=", clientUuid)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    /** Reads the password's hash of a user, and keeps it from changing until the transaction ends. */
    lockPassword: (userUuid: string) =>
      db
        .selectFrom("users")
        .select("password_hash")
        .where("uuid", "=", userUuid)
        .forShare()
        .executeTakeFirst(),

    async countOpen(clientUuid: string): Promise<number> {
      const { count } = await db
        .selectFrom("upload_tokens")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .where("video_uuid", "is", null)
        .where("revoked_at", "is", null)
        .where("expires_at", ">", sql<Date>`now()`)
        .where(isKeyEnded, "=", false)
        .where(isCreatorDeleted, "=", false)
        .executeTakeFirstOrThrow();
      return count;
    },

    addToken: (row: Insertable<UploadTokenRow>) => db.insertInto("upload_tokens").values(row).execute(),

    /**
     * Uses the token for a video.
     * @returns false if the token was already used or is no longer valid.
     */
    async useToken(clientUuid: string, uuid: string, videoUuid: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("upload_tokens")
        .set({ video_uuid: videoUuid, used_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where("video_uuid", "is", null)
        .where("revoked_at", "is", null)
        .where("expires_at", ">", sql<Date>`now()`)
        .where(isKeyEnded, "=", false)
        .where(isCreatorDeleted, "=", false)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Revokes the token.
     * @returns whether the token exists.
     */
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
        WHERE greatest(expires_at, used_at + make_interval(secs => ${UPLOAD_TOKEN_FINISH_WINDOW_SEC}))
          < now() - make_interval(days => ${RETENTION_DAYS})`.execute(db);
    },
  };
}
