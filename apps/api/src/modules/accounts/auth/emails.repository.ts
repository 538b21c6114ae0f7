import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/**
 * Creates the repository of email addresses. A verified address belongs to one user across all clients, who signs in with it.
 * Unverified addresses are unique only among the users of a client, whose managers see them anyway.
 */
export function createEmailsRepository(db: Tx) {
  return {
    /** Whether a user of the same client has the address. Users of other clients are not revealed. */
    async isEmailTaken(email: string, user: { uuid: string; clientUuid: string }): Promise<boolean> {
      const row = await db
        .selectFrom("users")
        .select("uuid")
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .where("client_uuid", "=", user.clientUuid)
        .where("uuid", "!=", user.uuid)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Removes new addresses that were not verified while their link was valid. */
    async dropStaleAddresses(): Promise<void> {
      await db
        .updateTable("users")
        .set({ new_email: null, revision: sql<number>`revision + 1` })
        .where("new_email", "is not", null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("account_links")
                .select("key_hash")
                .whereRef("account_links.user_uuid", "=", "users.uuid")
                .where("purpose", "=", "email")
                .where("account_links.expires_at", ">", sql<Date>`now()`),
            ),
          ),
        )
        .execute();
    },
  };
}
