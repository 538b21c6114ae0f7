import type { BilledParty, BillingPlan } from "@shoal/contract";
import { addressLines } from "@shoal/domain/billing";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { FIRST_MONTH_CURSOR } from "./invoices.table.ts";

export interface MonthToClose {
  clientUuid: string;
  month: string;
  plan: BillingPlan;
  deliveredBytes: number;
  cents: number;
}

/** Creates the repository of closed months and of the clients to bill, used by a scheduled job across all clients. */
export function createBilledMonthsRepository(db: Tx) {
  const closedOf = (clientUuid: string, fromMonth: string) =>
    db
      .selectFrom("billed_months")
      .select(["month", "plan", "delivered_bytes as deliveredBytes", "cents"])
      .where("client_uuid", "=", clientUuid)
      .where("month", ">=", fromMonth)
      .orderBy("month");
  return {
    /** Finds the first billed month; undefined if there is none. */
    async findFirstMonth(): Promise<string | undefined> {
      const kept = await db
        .selectFrom("cursors")
        .select("value")
        .where("name", "=", FIRST_MONTH_CURSOR)
        .executeTakeFirst();
      return typeof kept?.value === "string" ? kept.value : undefined;
    },

    /** Lists every client, with its last closed month. */
    listClients: () =>
      db
        .selectFrom("clients")
        .leftJoin("billed_months", "billed_months.client_uuid", "clients.uuid")
        .select(({ fn }) => [
          "clients.uuid as clientUuid",
          "clients.name",
          "clients.created_at as createdAt",
          fn.max("billed_months.month").as("lastMonth"),
        ])
        .groupBy("clients.uuid")
        .orderBy("clients.number")
        .execute(),

    /**
     * Locks the client against deletion.
     * @returns whether the client exists.
     */
    async holdClient(clientUuid: string): Promise<boolean> {
      const row = await db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "=", clientUuid)
        .forKeyShare()
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Closes a month, after waiting for a replica that is closing it. @returns whether this call closed it. */
    async closeMonth({ clientUuid, month, plan, deliveredBytes, cents }: MonthToClose): Promise<boolean> {
      const row = await db
        .insertInto("billed_months")
        .values({
          client_uuid: clientUuid,
          month,
          plan: JSON.stringify(plan),
          delivered_bytes: deliveredBytes,
          cents,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning("month")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Lists the closed months from a given one, ascending. */
    listClosed: (clientUuid: string, fromMonth: string) => closedOf(clientUuid, fromMonth).execute(),

    /** Reads closed months and locks them until the transaction ends. */
    lockClosed: (clientUuid: string, fromMonth: string) =>
      closedOf(clientUuid, fromMonth).forUpdate().execute(),

    async saveCharged(
      { clientUuid, month }: { clientUuid: string; month: string },
      charged: { deliveredBytes: number; cents: number },
    ): Promise<void> {
      await db
        .updateTable("billed_months")
        .set({ delivered_bytes: charged.deliveredBytes, cents: charged.cents })
        .where("client_uuid", "=", clientUuid)
        .where("month", "=", month)
        .execute();
    },

    /** Returns the billed client in its current state, with the language of its first manager, or French if there is none. */
    async getParty(clientUuid: string): Promise<BilledParty> {
      const client = await db
        .selectFrom("clients")
        .select((query) => [
          "name",
          "number",
          "contract_number",
          "company_name",
          "siret",
          "contact_first_name",
          "contact_last_name",
          "contact_email",
          "postal_address",
          "country",
          "vat_number",
          query
            .selectFrom("users")
            .select("language")
            .whereRef("users.client_uuid", "=", "clients.uuid")
            .where(sql<boolean>`'manager' = ANY(users.roles)`)
            .orderBy("users.created_at")
            .orderBy("users.uuid")
            .limit(1)
            .as("language"),
        ])
        .where("uuid", "=", clientUuid)
        .executeTakeFirstOrThrow();
      return {
        clientUuid,
        clientNumber: client.number,
        contractNumber: client.contract_number,
        name: client.company_name.trim() || client.name,
        contactName: `${client.contact_first_name} ${client.contact_last_name}`.trim(),
        email: client.contact_email,
        addressLines: addressLines(client.postal_address),
        country: client.country,
        siret: client.siret,
        vatNumber: client.vat_number,
        language: client.language ?? "FR",
      };
    },
  };
}
