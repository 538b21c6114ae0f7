import type { ApiKeyInput } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { prepareQuery } from "../../../platform/prepared.ts";
import { CLIENT_COLUMNS } from "../auth/index.ts";

/** Asked by each call with a key, so it is planned once a connection. */
const findKey = prepareQuery((db, p: { uuid: string }) =>
  db
    .selectFrom("api_keys")
    .innerJoin("clients", "clients.uuid", "api_keys.client_uuid")
    .selectAll("api_keys")
    .select(CLIENT_COLUMNS)
    .where("api_keys.uuid", "=", p.uuid),
);

/** The keys with which a client's backends call, the oldest first. */
export function createApiKeysRepository(db: Tx) {
  return {
    listKeys: (clientUuid: string) =>
      db
        .selectFrom("api_keys")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("revoked_at", "is", null)
        .orderBy("created_at")
        .orderBy("uuid")
        .execute(),

    /** Keys that are made at once are counted one after the other. */
    lockClient: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "=", clientUuid)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    /** Of whichever client: nobody knows whose backend calls before its key is found. */
    findKey: async (uuid: string) => (await findKey(db, { uuid }))[0],

    addKey: (
      clientUuid: string,
      { type, description, fixedParameters }: ApiKeyInput,
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
          fixed_parameters: JSON.stringify(fixedParameters),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** To the minute: a backend that calls often does not write as often. */
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

    /** @returns whether there was one that was in force. */
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

    /** Of every client: those whose callers were told long enough that they were revoked. */
    async deleteRevokedBefore(at: Date): Promise<void> {
      await db.deleteFrom("api_keys").where("revoked_at", "<", at).execute();
    },
  };
}
