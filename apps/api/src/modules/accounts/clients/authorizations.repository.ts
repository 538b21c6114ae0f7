import { sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { ClientAuthorizations } from "../../../platform/schema.ts";

export type AuthorizationColumns = Omit<Updateable<ClientAuthorizations>, "client_uuid">;

/** Creates the repository of clients' access lists. A client without a row restricts nothing. */
export function createAuthorizationsRepository(db: Tx) {
  return {
    findAuthorizations: (clientUuid: string) =>
      db
        .selectFrom("client_authorizations")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirst(),

    saveAuthorizations: (clientUuid: string, change: AuthorizationColumns) =>
      db
        .insertInto("client_authorizations")
        .values({ client_uuid: clientUuid, ...change })
        .onConflict((conflict) =>
          conflict
            .column("client_uuid")
            .doUpdateSet({ ...change, revision: sql`client_authorizations.revision + 1` }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Lists the uuids that are not videos of the client. */
    async listForeignVideos(clientUuid: string, uuids: string[]): Promise<string[]> {
      const { rows } = await sql<{ uuid: string }>`
        SELECT uuid FROM unnest(${uuids}::uuid[]) AS asked (uuid) WHERE NOT EXISTS (
          SELECT 1 FROM videos WHERE videos.uuid = asked.uuid AND videos.client_uuid = ${clientUuid})
      `.execute(db);
      return rows.map(({ uuid }) => uuid);
    },
  };
}
export type AuthorizationsRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createAuthorizationsRepository>["findAuthorizations"]>>
>;
