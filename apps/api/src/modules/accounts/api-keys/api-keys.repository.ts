import type { ApiKeyInput } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** The keys with which a client's backends call, the oldest first. */
export function createApiKeysRepository(db: Tx) {
  return {
    listKeys: (clientUuid: string) =>
      db
        .selectFrom("api_keys")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
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
    findKey: (uuid: string) =>
      db.selectFrom("api_keys").selectAll().where("uuid", "=", uuid).executeTakeFirst(),

    addKey: (clientUuid: string, { type, description, fixedParameters }: ApiKeyInput, secretHash: Buffer) =>
      db
        .insertInto("api_keys")
        .values({
          client_uuid: clientUuid,
          type,
          description,
          secret_hash: secretHash,
          fixed_parameters: JSON.stringify(fixedParameters),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** To the minute: a backend that calls often does not write as often. */
    async touchKey(clientUuid: string, uuid: string): Promise<void> {
      await db
        .updateTable("api_keys")
        .set({ last_used_at: sql`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where(sql<boolean>`(last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`)
        .execute();
    },

    /** @returns whether there was one. */
    async deleteKey(clientUuid: string, uuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("api_keys")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
