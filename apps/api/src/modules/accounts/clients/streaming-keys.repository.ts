import type { Tx } from "../../../platform/database.ts";

/** Creates the repository of the public keys that verify the streaming tokens of a client's backend, oldest first. */
export function createStreamingKeysRepository(db: Tx) {
  return {
    listKeys: (clientUuid: string) =>
      db
        .selectFrom("client_streaming_keys")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .orderBy("created_at")
        .orderBy("uuid")
        .execute(),

    addKey: (clientUuid: string, key: { name: string; publicKey: string }) =>
      db
        .insertInto("client_streaming_keys")
        .values({ client_uuid: clientUuid, name: key.name, public_key: key.publicKey })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /**
     * Deletes a key.
     * @returns whether the client had this key.
     */
    async deleteKey(clientUuid: string, uuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("client_streaming_keys")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
