import { sql } from "kysely";
import type { Tx } from "../../platform/database.ts";

/** E-mail addresses, which are unique over all clients: one signs in with them. */
export function createEmailsRepository(db: Tx) {
  return {
    async isEmailTaken(email: string, exceptUserUuid: string): Promise<boolean> {
      const row = await db
        .selectFrom("users")
        .select("uuid")
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .where("uuid", "!=", exceptUserUuid)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Forgets addresses that were not verified while their link was good. */
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
