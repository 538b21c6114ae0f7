import type { ApiKeyInput } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { prepareQuery } from "../../../platform/prepared.ts";
import { CLIENT_COLUMNS } from "../auth/index.ts";

/** Finds a key. This runs on each call with a key, so it is a prepared statement. */
const findKey = prepareQuery((db, p: { uuid: string }) =>
  db
    .selectFrom("api_keys")
    .innerJoin("clients", "clients.uuid", "api_keys.client_uuid")
    .select([
      "api_keys.uuid",
      "api_keys.client_uuid",
      "api_keys.type",
      "api_keys.description",
      "api_keys.fixed_parameters",
      "api_keys.secret_hash",
      "api_keys.old_secret_hash",
      "api_keys.old_secret_until",
      "api_keys.addresses",
      "api_keys.expires_at",
      "api_keys.revoked_at",
      "api_keys.last_used_at",
      ...CLIENT_COLUMNS,
    ])
    .where("api_keys.uuid", "=", p.uuid),
);

/** The length of the shortened uuids that the log and screens show. */
const UUID_START_LENGTH = 8;

const isMatch = (word: string) => {
  const isDescribed = sql<boolean>`description ILIKE ${likeAnywhere(word)}`;
  if (word.length < UUID_START_LENGTH) return isDescribed;
  return sql<boolean>`(${isDescribed} OR starts_with(uuid::text, ${word.toLowerCase()}))`;
};

/** Creates the repository of the API keys of a client's backends. */
export function createApiKeysRepository(db: Tx) {
  /** Selects the keys whose description contains all words of a search. A sufficiently long word may also be the start of a key's uuid. */
  const matching = (clientUuid: string, search = "") =>
    search
      .split(/\s+/)
      .filter((word) => word !== "")
      .reduce(
        (select, word) => select.where(isMatch(word)),
        db.selectFrom("api_keys").where("client_uuid", "=", clientUuid).where("revoked_at", "is", null),
      );
  return {
    /** Lists valid and expired keys, newest first. */
    listKeys: (clientUuid: string, search: string | undefined, page: { limit: number; offset: number }) =>
      matching(clientUuid, search)
        .selectAll()
        .orderBy("created_at", "desc")
        .orderBy("uuid")
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    async countKeys(clientUuid: string, search?: string): Promise<number> {
      const { count } = await matching(clientUuid, search)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Locks a client, so that concurrent creations of keys are counted one after the other. */
    lockClient: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "=", clientUuid)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    /** Finds a key of any client, because the caller's client is known only once its key is found. */
    findKey: async (uuid: string) => (await findKey(db, { uuid }))[0],

    addKey: (
      clientUuid: string,
      { type, description, fixedParameters, addresses, expiresAt }: ApiKeyInput,
      { secretHash, by }: { secretHash: Buffer; by: string },
    ) =>
      db
        .insertInto("api_keys")
        .values({
          client_uuid: clientUuid,
          type,
          description,
          secret_hash: secretHash,
          created_by: by,
          addresses,
          expires_at: expiresAt === null ? null : new Date(expiresAt),
          fixed_parameters: JSON.stringify(fixedParameters),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /**
     * Replaces a key's secret. The current secret becomes the previous one.
     * @returns undefined if the client has no valid key with this uuid.
     */
    rotateKey: (clientUuid: string, uuid: string, secretHash: Buffer, overlapSec: number) =>
      db
        .updateTable("api_keys")
        .set({
          secret_hash: secretHash,
          old_secret_hash: overlapSec > 0 ? sql`secret_hash` : null,
          old_secret_until: overlapSec > 0 ? sql`now() + make_interval(secs => ${overlapSec})` : null,
        })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where("revoked_at", "is", null)
        .returningAll()
        .executeTakeFirst(),

    /** Records when a key was used, rounded to the minute, so that not every call of a busy backend causes a write. */
    async touchKey(
      clientUuid: string,
      uuid: string,
      { address, call }: { address: string; call: string },
    ): Promise<void> {
      await db
        .updateTable("api_keys")
        .set({ last_used_at: sql`now()`, last_used_address: address, last_used_call: call })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where(sql<boolean>`(last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`)
        .execute();
    },

    /**
     * Revokes a key.
     * @returns false if the client has no valid key with this uuid.
     */
    async revokeKey(clientUuid: string, uuid: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("api_keys")
        .set({ revoked_at: sql`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where("revoked_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Deletes the keys of all clients that were revoked so long ago that callers no longer need the reason for the rejection. */
    async deleteRevokedBefore(at: Date): Promise<void> {
      await db.deleteFrom("api_keys").where("revoked_at", "<", at).execute();
    },
  };
}
