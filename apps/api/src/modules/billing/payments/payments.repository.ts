import type { ChargeState, PaymentMethodKind } from "@shoal/contract";
import { type Selectable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { PaymentChargeRow } from "./payments.table.ts";

export type ChargeRow = Selectable<PaymentChargeRow>;

export interface NewMethod {
  id: string;
  kind: PaymentMethodKind;
  label: string;
}

/** The failure code of a charge that succeeded first and was then returned by the bank. */
export const RETURNED_BY_BANK = "returned_by_bank";

/** Creates the repository of clients' means of payment and charges. */
export function createPaymentsRepository(db: Tx) {
  return {
    findClient: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select(["uuid", "name", "company_name", "contact_email"])
        .where("uuid", "=", clientUuid)
        .executeTakeFirst(),

    findMeans: (clientUuid: string) =>
      db.selectFrom("payment_means").selectAll().where("client_uuid", "=", clientUuid).executeTakeFirst(),

    /** Finds the means by the provider's ids, since the provider does not know our clients. */
    findMeansOfCustomer: (customerId: string) =>
      db.selectFrom("payment_means").selectAll().where("customer_id", "=", customerId).executeTakeFirst(),

    async addMeans(clientUuid: string, customerId: string): Promise<void> {
      await db
        .insertInto("payment_means")
        .values({ client_uuid: clientUuid, customer_id: customerId })
        .onConflict((conflict) => conflict.column("client_uuid").doNothing())
        .execute();
    },

    /** Saves a method unless a later checkout, or its removal, is known. */
    async setMethod(clientUuid: string, { id, kind, label }: NewMethod, at: Date): Promise<void> {
      await db
        .updateTable("payment_means")
        .set({ method_id: id, method_kind: kind, method_label: label, method_at: at })
        .where("client_uuid", "=", clientUuid)
        .where((where) => where.or([where("method_at", "is", null), where("method_at", "<=", at)]))
        .execute();
    },

    /** Removes a method. Checkouts started earlier cannot restore it, independently of the provider's clock. */
    async removeMethod(clientUuid: string, methodId: string): Promise<void> {
      await db
        .updateTable("payment_means")
        .set({
          method_id: null,
          method_kind: null,
          method_label: null,
          method_at: sql<Date>`greatest(now(), method_at + interval '1 millisecond')`,
        })
        .where("client_uuid", "=", clientUuid)
        .where("method_id", "=", methodId)
        .execute();
    },

    findCharge: (clientUuid: string, invoiceNumber: string): Promise<ChargeRow | undefined> =>
      db
        .selectFrom("payment_charges")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("invoice_number", "=", invoiceNumber)
        .executeTakeFirst(),

    /** Lists the charges of invoices, each with its own client. */
    listCharges: async (invoices: readonly { clientUuid: string; number: string }[]): Promise<ChargeRow[]> =>
      invoices.length === 0
        ? []
        : db
            .selectFrom("payment_charges")
            .selectAll()
            .where(({ eb, refTuple, tuple }) =>
              eb(
                refTuple("client_uuid", "invoice_number"),
                "in",
                invoices.map(({ clientUuid, number }) => tuple(clientUuid, number)),
              ),
            )
            .execute(),

    /** Starts a charge. @returns the new row; undefined if the invoice already has one. */
    beginCharge: (charge: {
      invoice_number: string;
      client_uuid: string;
      cents: number;
      customer_id: string;
      method_id: string;
    }): Promise<ChargeRow | undefined> =>
      db
        .insertInto("payment_charges")
        .values(charge)
        .onConflict((conflict) => conflict.column("invoice_number").doNothing())
        .returningAll()
        .executeTakeFirst(),

    /** Starts another attempt. If a failed charge is retried twice concurrently, only one retry continues. */
    beginAttempt: (
      { client_uuid, invoice_number, attempt }: ChargeRow,
      by: { customer_id: string; method_id: string; cents: number },
    ): Promise<ChargeRow | undefined> =>
      db
        .updateTable("payment_charges")
        .set({
          ...by,
          attempt: attempt + 1,
          state: "begun",
          intent_id: null,
          reduced_cents: 0,
          failure: null,
          begun_at: sql<Date>`now()`,
          ended_at: null,
        })
        .where("client_uuid", "=", client_uuid)
        .where("invoice_number", "=", invoice_number)
        .where("attempt", "=", attempt)
        .where("state", "=", "failed")
        .returningAll()
        .executeTakeFirst(),

    /**
     * Records that a bank has returned a charge, or finally kept it. It is not charged again automatically.
     * @returns false if this was already recorded.
     */
    async recordReturn(
      { client_uuid, invoice_number, intent_id }: ChargeRow,
      { isReturned, lastAttempt }: { isReturned: boolean; lastAttempt: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("payment_charges")
        .set(
          isReturned
            ? { state: "failed", failure: RETURNED_BY_BANK, attempt: lastAttempt, ended_at: sql<Date>`now()` }
            : { state: "succeeded", failure: null, ended_at: sql<Date>`now()` },
        )
        .where("client_uuid", "=", client_uuid)
        .where("invoice_number", "=", invoice_number)
        .where("intent_id", "=", intent_id)
        .where(
          isReturned
            ? sql<boolean>`state = 'succeeded'`
            : sql<boolean>`state = 'failed' AND failure = ${RETURNED_BY_BANK}`,
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Records everything that was deducted from a charge. */
    async saveReduction(
      { client_uuid, invoice_number, intent_id }: ChargeRow,
      reducedCents: number,
    ): Promise<void> {
      await db
        .updateTable("payment_charges")
        .set({ reduced_cents: reducedCents })
        .where("client_uuid", "=", client_uuid)
        .where("invoice_number", "=", invoice_number)
        .where("intent_id", "=", intent_id)
        .execute();
    },

    /**
     * Records the state of an attempt. A success is final. For an earlier attempt, only a success is recorded.
     * @returns whether the state has changed.
     */
    async recordCharge(
      { client_uuid, invoice_number }: ChargeRow,
      word: { attempt: number; state: ChargeState; intentId: string | null; failure: string | null },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("payment_charges")
        .set({
          state: word.state,
          intent_id: word.intentId,
          failure: word.failure,
          ended_at: word.state === "pending" ? null : sql<Date>`now()`,
        })
        .where("client_uuid", "=", client_uuid)
        .where("invoice_number", "=", invoice_number)
        .where("state", "not in", ["succeeded", word.state])
        // The provider keeps reporting a returned charge as a success.
        .where(sql<boolean>`failure IS DISTINCT FROM ${RETURNED_BY_BANK}`)
        .$if(word.state !== "succeeded", (query) => query.where("attempt", "=", word.attempt))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
