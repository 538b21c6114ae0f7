import type { DunningStage } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { LAST_REMINDER, OFFSET_CENTS } from "./invoices.repository.ts";

export interface OverdueInvoice {
  uuid: string;
  clientUuid: string;
  dueOn: string;
  last: { stage: DunningStage; on: string } | null;
}

/** The unpaid amount of an invoice, in cents: its total less the credit notes that reduce it. */
const OPEN_CENTS = sql<number>`(invoices.gross_cents + ${OFFSET_CENTS})`;
const IS_OPEN = sql<boolean>`(invoices.kind = 'invoice' AND invoices.paid_on IS NULL AND ${OPEN_CENTS} > 0)`;

/**
 * Creates the repository of dunning stages of overdue invoices, and of the clients whose CDN entries are stopped. It is used by a
 * scheduled job across all clients.
 */
export function createDunningRepository(db: Tx, today: string) {
  return {
    /** Lists overdue invoices of existing clients, with the stage that each has reached. */
    async listOverdue(): Promise<OverdueInvoice[]> {
      const { rows } = await sql<OverdueInvoice>`
        SELECT invoices.uuid, invoices.client_uuid AS "clientUuid", invoices.due_on AS "dueOn", ${LAST_REMINDER} AS last
        FROM invoices JOIN clients ON clients.uuid = invoices.client_uuid
        WHERE ${IS_OPEN} AND invoices.due_on < ${today}
        ORDER BY invoices.number`.execute(db);
      return rows;
    },

    /**
     * Claims a dunning stage of an invoice.
     * @returns false if the stage was already claimed.
     */
    async claimStage(uuid: string, stage: DunningStage): Promise<boolean> {
      const claimed = await db
        .insertInto("invoice_reminders")
        .values({ invoice_uuid: uuid, stage, sent_on: today })
        .onConflict((conflict) => conflict.columns(["invoice_uuid", "stage"]).doNothing())
        .returning("stage")
        .executeTakeFirst();
      return claimed !== undefined;
    },

    async suspendClient(clientUuid: string): Promise<void> {
      await db
        .updateTable("clients")
        .set({ cdn_suspended_at: sql<Date>`now()` })
        .where("uuid", "=", clientUuid)
        .where("cdn_suspended_at", "is", null)
        .execute();
    },

    /**
     * Resumes the CDN entries of clients that have paid the overdue invoices.
     * @param isKept false if the operator no longer stops entries, so that all are resumed.
     * @returns the clients.
     */
    async resumeClients(isKept: boolean): Promise<string[]> {
      const { rows } = await sql<{ uuid: string }>`
        UPDATE clients SET cdn_suspended_at = NULL
        WHERE cdn_suspended_at IS NOT NULL AND NOT (${isKept} AND EXISTS (
          SELECT 1 FROM invoices JOIN invoice_reminders ON invoice_uuid = invoices.uuid
          WHERE invoices.client_uuid = clients.uuid AND stage = 'suspended' AND ${IS_OPEN}
        )) RETURNING uuid`.execute(db);
      return rows.map(({ uuid }) => uuid);
    },
  };
}
