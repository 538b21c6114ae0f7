import type { Role } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Who is left when a user goes. Locks are taken in this order: the client, then the administrators. */
export function createLeavingRepository(db: Tx) {
  return {
    /** Holds off every other change of who manages the client, until the transaction ends. */
    async lockClient(clientUuid: string): Promise<void> {
      await db.selectFrom("clients").select("uuid").where("uuid", "=", clientUuid).forNoKeyUpdate().execute();
    },
    /** The same for the administrators of the platform. */
    async lockAdministrators(): Promise<void> {
      await db
        .selectFrom("users")
        .select("uuid")
        .where(sql<boolean>`'admin' = ANY(roles)`)
        .orderBy("uuid")
        .forNoKeyUpdate()
        .execute();
    },
    /** Whether somebody else who has signed up has the role, in the client or, for administrators, anywhere. */
    async hasOther(role: Role, user: { userUuid: string; clientUuid: string }): Promise<boolean> {
      const row = await db
        .selectFrom("users")
        .select("uuid")
        .where(sql<boolean>`${role} = ANY(roles)`)
        .where("activated_at", "is not", null)
        .where("uuid", "!=", user.userUuid)
        .$if(role !== "admin", (query) => query.where("client_uuid", "=", user.clientUuid))
        .executeTakeFirst();
      return row !== undefined;
    },
    async deleteUser(uuid: string): Promise<void> {
      await db.deleteFrom("users").where("uuid", "=", uuid).execute();
    },
  };
}
