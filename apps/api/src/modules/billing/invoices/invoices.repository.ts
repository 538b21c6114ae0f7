import type { DunningStage, InvoiceDocument, InvoiceFilter, InvoiceState } from "@shoal/contract";
import { invoiceNumber } from "@shoal/domain/billing";
import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { InvoiceRow } from "./invoices.table.ts";

export interface ListedInvoice extends Selectable<InvoiceRow> {
  state: InvoiceState;
  open_cents: number;
  /** The amount credited, which is negative. */
  credited_net_cents: number;
  credited_vat_cents: number;
  is_client_deleted: boolean;
  /** The stage of reminders that the invoice has reached. */
  last_reminder: { stage: DunningStage; on: string } | null;
}

export interface InvoiceToAdd {
  clientUuid: string;
  document: Omit<InvoiceDocument, "number">;
  creditedUuid?: string;
  isOffset?: boolean;
}

const creditsOf = (what: ReturnType<typeof sql>) =>
  sql<number>`coalesce((SELECT sum(${what}) FROM invoices AS notes WHERE notes.credited_uuid = invoices.uuid), 0)::bigint`;
const CREDITED_NET = creditsOf(sql`notes.net_cents`);
const CREDITED_VAT = creditsOf(sql`notes.vat_cents`);
/**
 * The credit notes that reduce an unpaid invoice: those made before it was paid, and those that were not paid out before the bank
 * returned its payment.
 */
export const OFFSET_CENTS = creditsOf(
  sql`CASE WHEN notes.is_offset OR notes.paid_on IS NULL THEN notes.gross_cents ELSE 0 END`,
);
/** Whether a credit note reduces an unpaid invoice, so that no amount is to be paid back. */
const IS_OFFSET = sql<boolean>`(invoices.is_offset OR (invoices.paid_on IS NULL AND EXISTS (
  SELECT 1 FROM invoices AS whole WHERE whole.uuid = invoices.credited_uuid AND whole.paid_on IS NULL)))`;
/** The amount left to pay, in cents; negative if owed to the client. */
const OPEN_CENTS = sql<number>`(CASE WHEN invoices.paid_on IS NOT NULL OR ${IS_OFFSET} THEN 0
  ELSE invoices.gross_cents + ${OFFSET_CENTS} END)::bigint`;
const stateSql = (today: string) => sql<InvoiceState>`(CASE
  WHEN ${IS_OFFSET} THEN 'credited'
  WHEN invoices.gross_cents = 0 THEN 'paid'
  WHEN invoices.net_cents + ${CREDITED_NET} = 0
    AND (invoices.paid_on IS NOT NULL OR invoices.gross_cents + ${OFFSET_CENTS} = 0) THEN 'credited'
  WHEN invoices.paid_on IS NOT NULL THEN 'paid'
  WHEN invoices.due_on < ${today}::text THEN 'overdue' ELSE 'open' END)`;

/** The stage and the date of the last reminder that was sent for an invoice. */
export const LAST_REMINDER = sql<{ stage: DunningStage; on: string } | null>`(
  SELECT jsonb_build_object('stage', stage, 'on', sent_on) FROM invoice_reminders
  WHERE invoice_uuid = invoices.uuid ORDER BY sent_on DESC, place DESC LIMIT 1)`;

export interface PageOfList {
  limit: number;
  offset: number;
}

/** Creates the repository of invoices. @param today the UTC day to which the states refer. */
export function createInvoicesRepository(db: Tx, today: string) {
  const listed = () =>
    db
      .selectFrom("invoices")
      .selectAll("invoices")
      .select([
        CREDITED_NET.as("credited_net_cents"),
        CREDITED_VAT.as("credited_vat_cents"),
        OPEN_CENTS.as("open_cents"),
        stateSql(today).as("state"),
        sql<boolean>`NOT EXISTS (SELECT 1 FROM clients WHERE clients.uuid = invoices.client_uuid)`.as(
          "is_client_deleted",
        ),
        LAST_REMINDER.as("last_reminder"),
      ])
      .orderBy("invoices.issued_on", "desc")
      .orderBy("invoices.number", "desc");
  const matching = ({ state, year }: InvoiceFilter, search = "") => {
    const conditions: Expression<SqlBool>[] = [];
    if (state) conditions.push(sql`${stateSql(today)} = ${state}`);
    if (year) conditions.push(sql`left(invoices.issued_on, 4) = ${year}`);
    if (search)
      conditions.push(
        sql`position(lower(${search}) IN lower(invoices.number || ' ' || invoices.party_name)) > 0`,
      );
    return conditions;
  };

  return {
    /**
     * Adds an invoice with the next number of the year, which is locked until the transaction ends. Each number is used once, and
     * reused after a rollback.
     */
    async addInvoice({
      clientUuid,
      document,
      creditedUuid,
      isOffset = false,
    }: InvoiceToAdd): Promise<{ uuid: string; number: string }> {
      const year = Number(document.issuedOn.slice(0, 4));
      const { last } = await db
        .insertInto("invoice_counters")
        .values({ year, last: 1 })
        .onConflict((conflict) =>
          conflict.column("year").doUpdateSet({ last: sql`invoice_counters.last + 1` }),
        )
        .returning("last")
        .executeTakeFirstOrThrow();
      const number = invoiceNumber(year, last);
      const { kind, issuedOn, dueOn, month, party, netCents, vatCents, grossCents } = document;
      const { uuid } = await db
        .insertInto("invoices")
        .values({
          client_uuid: clientUuid,
          kind,
          number,
          issued_on: issuedOn,
          due_on: dueOn,
          month,
          party_name: party.name,
          net_cents: netCents,
          vat_cents: vatCents,
          gross_cents: grossCents,
          credited_uuid: creditedUuid ?? null,
          is_offset: isOffset,
          document: JSON.stringify({ ...document, number }),
        })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return { uuid, number };
    },

    listOfClient: (clientUuid: string, { limit, offset }: PageOfList): Promise<ListedInvoice[]> =>
      listed().where("invoices.client_uuid", "=", clientUuid).limit(limit).offset(offset).execute(),

    async countOfClient(clientUuid: string): Promise<number> {
      const { count } = await db
        .selectFrom("invoices")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirstOrThrow();
      return count;
    },

    async findDocument(clientUuid: string, uuid: string): Promise<InvoiceDocument | undefined> {
      const row = await db
        .selectFrom("invoices")
        .select("document")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return row?.document;
    },

    /** Lists invoices of all clients. */
    listForAdministration: (
      filter: InvoiceFilter,
      search?: string,
      page?: PageOfList,
    ): Promise<ListedInvoice[]> => {
      const query = matching(filter, search).reduce((select, condition) => select.where(condition), listed());
      return (page ? query.limit(page.limit).offset(page.offset) : query).execute();
    },

    sumForAdministration: (filter: InvoiceFilter, search?: string) =>
      matching(filter, search)
        .reduce((select, condition) => select.where(condition), db.selectFrom("invoices"))
        .select([
          sql<number>`count(*)`.as("count"),
          sql<number>`coalesce(sum(invoices.net_cents), 0)::bigint`.as("netCents"),
          sql<number>`coalesce(sum(invoices.vat_cents), 0)::bigint`.as("vatCents"),
          sql<number>`coalesce(sum(invoices.gross_cents), 0)::bigint`.as("grossCents"),
          sql<number>`coalesce(sum(${OPEN_CENTS}), 0)::bigint`.as("openCents"),
        ])
        .executeTakeFirstOrThrow(),

    findForAdministration: (uuid: string): Promise<ListedInvoice | undefined> =>
      listed().where("invoices.uuid", "=", uuid).executeTakeFirst(),

    /** Locks an invoice, so that its payments and credits run one after the other. */
    lockForAdministration: (uuid: string) =>
      db.selectFrom("invoices").select("uuid").where("uuid", "=", uuid).forUpdate().executeTakeFirst(),

    /** Locks an invoice by its number, like `lockForAdministration`. */
    lockNumber: ({ clientUuid, number }: { clientUuid: string; number: string }) =>
      db
        .selectFrom("invoices")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where("number", "=", number)
        .forUpdate()
        .executeTakeFirst(),

    async savePaymentForAdministration(
      uuid: string,
      { paidOn, reference, by }: { paidOn: string; reference: string; by: string },
    ): Promise<void> {
      await db
        .updateTable("invoices")
        .set({ paid_on: paidOn, paid_reference: reference, paid_by: by })
        .where("uuid", "=", uuid)
        .execute();
    },

    /** @returns undefined if the invoice was not marked as paid by this actor. */
    reopenCollected: (
      { clientUuid, number }: { clientUuid: string; number: string },
      by: string,
    ): Promise<{ uuid: string } | undefined> =>
      db
        .updateTable("invoices")
        .set({ paid_on: null, paid_reference: "", paid_by: "" })
        .where("client_uuid", "=", clientUuid)
        .where("number", "=", number)
        .where("paid_by", "=", by)
        .returning("uuid")
        .executeTakeFirst(),

    /** Marks an unpaid invoice as paid by a charge again. @returns undefined if it is not unpaid. */
    restoreCollected: (
      { clientUuid, number }: { clientUuid: string; number: string },
      { paidOn, reference, by }: { paidOn: string; reference: string; by: string },
    ): Promise<{ uuid: string } | undefined> =>
      db
        .updateTable("invoices")
        .set({ paid_on: paidOn, paid_reference: reference, paid_by: by })
        .where("client_uuid", "=", clientUuid)
        .where("number", "=", number)
        .where("paid_on", "is", null)
        .returning("uuid")
        .executeTakeFirst(),

    /**
     * Makes the credit notes of an invoice owed to the client that were not deducted from its charge, because they were created
     * after it.
     */
    async oweNotesForAdministration(uuid: string, chargedCents: number): Promise<void> {
      await sql`UPDATE invoices SET is_offset = false FROM (
          SELECT notes.uuid, whole.gross_cents - ${chargedCents}::bigint AS deducted_cents,
            sum(-notes.gross_cents) OVER (ORDER BY notes.issued_on, notes.number) AS cents
          FROM invoices AS whole JOIN invoices AS notes ON notes.credited_uuid = whole.uuid
          WHERE whole.uuid = ${uuid} AND notes.is_offset AND notes.paid_on IS NULL) AS listed
        WHERE invoices.uuid = listed.uuid AND listed.cents > listed.deducted_cents`.execute(db);
    },

    /** Settles the credit notes of an invoice that were deducted from its payment. */
    async offsetNotesForAdministration(uuid: string): Promise<void> {
      await db
        .updateTable("invoices")
        .set({ is_offset: true })
        .where("credited_uuid", "=", uuid)
        .where("paid_on", "is", null)
        .execute();
    },

    /**
     * Deducts from an invoice the credit notes that were paid out by refunds of its charge, the oldest first. A note that was paid out
     * in another way is not deducted, because the bank returned its amount as well.
     */
    async offsetRefundedForAdministration(uuid: string, refundedCents: number): Promise<void> {
      await sql`UPDATE invoices SET is_offset = true FROM (
          SELECT notes.uuid, sum(-notes.gross_cents) OVER (ORDER BY notes.issued_on, notes.number) AS cents
          FROM invoices AS notes
          WHERE notes.credited_uuid = ${uuid} AND notes.paid_on IS NOT NULL AND NOT notes.is_offset) AS refunded
        WHERE invoices.uuid = refunded.uuid AND refunded.cents <= ${refundedCents}`.execute(db);
    },

    async changeCollectedReference(
      { clientUuid, number }: { clientUuid: string; number: string },
      by: string,
      reference: string,
    ): Promise<void> {
      await db
        .updateTable("invoices")
        .set({ paid_reference: reference })
        .where("client_uuid", "=", clientUuid)
        .where("number", "=", number)
        .where("paid_by", "=", by)
        .execute();
    },

    /** Deletes personal data of deleted clients that the law does not require. */
    async reduceOfDeletedClients(): Promise<void> {
      await sql`UPDATE invoices SET is_reduced = true,
          document = jsonb_set(document, '{party}', document->'party' || '{"contactName": "", "email": ""}')
        WHERE NOT is_reduced AND NOT EXISTS (SELECT 1 FROM clients WHERE clients.uuid = invoices.client_uuid)`.execute(
        db,
      );
    },

    /** Deletes invoices of deleted clients. @param year the last year of issue to delete. */
    async deleteOfDeletedClients(year: number): Promise<void> {
      await sql`DELETE FROM invoices WHERE issued_on <= ${`${year}-12-31`}
        AND NOT EXISTS (SELECT 1 FROM clients WHERE clients.uuid = invoices.client_uuid)`.execute(db);
    },
  };
}
