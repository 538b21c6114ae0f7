import type { Insertable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { BankDetailsRow } from "./bank-details.table.ts";

/** All columns that are not encrypted. */
const PLAIN_COLUMNS = [
  "holder",
  "masked_iban",
  "bic",
  "file_name",
  "file_type",
  "size_bytes",
  "saved_at",
  "saved_by",
] as const;

/** Creates the repository of clients' bank details. */
export function createBankDetailsRepository(db: Tx) {
  return {
    findClient: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select(["uuid", "name", "has_bank_details"])
        .where("uuid", "=", clientUuid)
        .executeTakeFirst(),

    findDetails: (clientUuid: string) =>
      db
        .selectFrom("bank_details")
        .select(PLAIN_COLUMNS)
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirst(),

    findSealedIban: (clientUuid: string) =>
      db
        .selectFrom("bank_details")
        .select(["masked_iban", "sealed_iban"])
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirst(),

    findSealedFile: (clientUuid: string) =>
      db
        .selectFrom("bank_details")
        .select(["file_name", "file_type", "sealed_file"])
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirst(),

    async putDetails(details: Insertable<BankDetailsRow>): Promise<void> {
      const { client_uuid: _, ...change } = details;
      await db
        .insertInto("bank_details")
        .values(details)
        .onConflict((conflict) => conflict.column("client_uuid").doUpdateSet(change))
        .execute();
    },

    async deleteDetails(clientUuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("bank_details")
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async recordReceived(clientUuid: string, areThere: boolean): Promise<void> {
      await db
        .updateTable("clients")
        .set({ has_bank_details: areThere })
        .where("uuid", "=", clientUuid)
        .execute();
    },
  };
}
