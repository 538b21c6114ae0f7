import type { PlanInput } from "@shoal/contract";
import { type DatedPlan, planOfKind } from "@shoal/domain/billing";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

export function createPricePlansRepository(db: Tx) {
  return {
    /** Lists the plans of a client, the latest first. */
    async list(clientUuid: string): Promise<DatedPlan[]> {
      const rows = await db
        .selectFrom("price_plans")
        .select([sql<string>`valid_from::text`.as("validFrom"), "kind", "tiers"])
        .where("client_uuid", "=", clientUuid)
        .orderBy("valid_from", "desc")
        .execute();
      return rows.map(({ validFrom, kind, tiers }) => ({
        validFrom,
        plan: planOfKind(kind, tiers ?? undefined),
      }));
    },

    /**
     * Locks the client, so that its plans change one after the other.
     * @returns false if the client does not exist.
     */
    async lockClient(clientUuid: string): Promise<boolean> {
      const row = await db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "=", clientUuid)
        .forNoKeyUpdate()
        .executeTakeFirst();
      return row !== undefined;
    },

    async hasClient(clientUuid: string): Promise<boolean> {
      const row = await db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "=", clientUuid)
        .executeTakeFirst();
      return row !== undefined;
    },

    async save(clientUuid: string, validFrom: string, { kind, tiers }: PlanInput): Promise<void> {
      const values = { kind, tiers: kind === "own" ? JSON.stringify(tiers) : null };
      await db
        .insertInto("price_plans")
        .values({ client_uuid: clientUuid, valid_from: validFrom, ...values })
        .onConflict((conflict) => conflict.columns(["client_uuid", "valid_from"]).doUpdateSet(values))
        .execute();
    },

    /**
     * Deletes a plan.
     * @returns whether the plan existed.
     */
    async delete(clientUuid: string, validFrom: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("price_plans")
        .where("client_uuid", "=", clientUuid)
        .where("valid_from", "=", validFrom)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /**
     * Updates `free_tier` of the clients to match their plan for the month.
     * @returns the uuids of the clients that changed.
     */
    async followPlans(month: string, clientUuid?: string): Promise<string[]> {
      const rows = await db
        .updateTable("clients")
        .set({ free_tier: sql<boolean>`NOT free_tier` })
        .where(
          sql<boolean>`free_tier <> ((SELECT kind FROM price_plans WHERE client_uuid = clients.uuid
            AND valid_from <= ${`${month}-01`} ORDER BY valid_from DESC LIMIT 1) = 'free')`,
        )
        .$if(clientUuid !== undefined, (update) => update.where("uuid", "=", clientUuid as string))
        .returning("uuid")
        .execute();
      return rows.map(({ uuid }) => uuid);
    },
  };
}
