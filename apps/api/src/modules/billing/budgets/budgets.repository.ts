import type { BudgetInput } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { touchClient } from "../../accounts/clients/index.ts";

export interface MonthCost {
  cents: number;
  /** The price of bytes that edges sent and counted themselves, excluding figures reported by players. */
  measuredCents: number;
}

export function createBudgetsRepository(db: Tx) {
  return {
    find: (clientUuid: string) =>
      db.selectFrom("client_budgets").selectAll().where("client_uuid", "=", clientUuid).executeTakeFirst(),

    listClients: () => db.selectFrom("client_budgets").select("client_uuid").execute(),

    async save(
      clientUuid: string,
      limitCents: number,
      { stops, stopsCdn, stopsPlayback }: BudgetInput,
    ): Promise<void> {
      const values = { limit_cents: limitCents, stops, stops_cdn: stopsCdn, stops_playback: stopsPlayback };
      await db
        .insertInto("client_budgets")
        .values({
          client_uuid: clientUuid,
          spent_month: null,
          spent_cents: null,
          measured_cents: null,
          ...values,
        })
        .onConflict((conflict) =>
          conflict
            .column("client_uuid")
            .doUpdateSet({ ...values, revision: sql<number>`client_budgets.revision + 1` }),
        )
        .execute();
    },

    async delete(clientUuid: string): Promise<void> {
      await db.deleteFrom("client_budgets").where("client_uuid", "=", clientUuid).execute();
    },

    /** Stores the cost of a month, and the part counted by edges. @returns the current budget; undefined if it was deleted. */
    recordSpent: (clientUuid: string, month: string, { cents, measuredCents }: MonthCost) =>
      db
        .updateTable("client_budgets")
        .set({ spent_month: month, spent_cents: cents, measured_cents: measuredCents })
        .where("client_uuid", "=", clientUuid)
        .returningAll()
        .executeTakeFirst(),

    /**
     * Stops or resumes the client's CDN entries according to its budget. Edges learn of the change through the job that follows
     * clients.
     */
    async stopCdn(clientUuid: string): Promise<void> {
      await sql`
        UPDATE clients SET cdn_stopped_month = wanted.month
        FROM (SELECT (
          SELECT spent_month FROM client_budgets
          WHERE client_uuid = ${clientUuid} AND stops_cdn AND measured_cents >= limit_cents
        ) AS month) AS wanted
        WHERE clients.uuid = ${clientUuid} AND clients.cdn_stopped_month IS DISTINCT FROM wanted.month`.execute(
        db,
      );
    },

    /** Blocks or admits the client's viewers according to its budget. Edges are notified on commit. */
    async stopPlayback(clientUuid: string): Promise<void> {
      const { rows } = await sql`
        UPDATE clients SET playback_stopped_month = wanted.month
        FROM (SELECT (
          SELECT spent_month FROM client_budgets
          WHERE client_uuid = ${clientUuid} AND stops_playback AND measured_cents >= limit_cents
        ) AS month) AS wanted
        WHERE clients.uuid = ${clientUuid} AND clients.playback_stopped_month IS DISTINCT FROM wanted.month
        RETURNING clients.uuid`.execute(db);
      if (rows.length > 0) await touchClient(db, clientUuid);
    },

    /** Claims the percentages of which managers have not been notified this month. */
    async claimWarnings(clientUuid: string, month: string, percents: readonly number[]): Promise<number[]> {
      if (percents.length === 0) return [];
      const rows = await db
        .insertInto("budget_warnings")
        .values(percents.map((percent) => ({ client_uuid: clientUuid, month, percent })))
        .onConflict((conflict) => conflict.doNothing())
        .returning("percent")
        .execute();
      return rows.map(({ percent }) => percent);
    },
  };
}
export type BudgetRow = NonNullable<Awaited<ReturnType<ReturnType<typeof createBudgetsRepository>["find"]>>>;
