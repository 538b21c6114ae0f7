import {
  AppError,
  type ClientInvoice,
  type ClientInvoicesPage,
  type ClientInvoicesQuery,
  type CreditNoteInput,
  DEFAULT_PAGE_SIZE,
  type InvoiceCharge,
  type InvoiceDocument,
  type InvoiceFilter,
  type InvoicePayment,
  type InvoicingState,
  type PageQuery,
  type Seller,
} from "@shoal/contract";
import {
  billedAtMs,
  creditLine,
  creditTotals,
  dayOfUtc,
  dueMonths,
  missingOfSeller,
} from "@shoal/domain/billing";
import type { z } from "zod";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createBilledMonthsRepository } from "./billed-months.repository.ts";
import { firstDueMonth, missingOfParty } from "./invoice-writer.ts";
import { presentClientInvoice, presentInvoice } from "./invoices.present.ts";
import { createInvoicesRepository, type ListedInvoice } from "./invoices.repository.ts";

/** The number of full years for which an invoice is kept (articles L123-22 of the Code de commerce and L102 B of the LPF). */
const RETENTION_YEARS = 10;

/** The actor of payments by card or direct debit, as shown to administrators. */
export const COLLECTOR_NAME = "Stripe";

export type IsCharged = (tx: Tx, invoice: { clientUuid: string; number: string }) => Promise<boolean>;

/** Finds the state of pending charges of these invoices, by number. */
export type FindCharges = (
  tx: Tx,
  invoices: readonly { clientUuid: string; number: string }[],
) => Promise<ReadonlyMap<string, InvoiceCharge>>;

export interface InvoicesDeps {
  db: Database;
  seller: { get(): Promise<Seller | null> };
  /** Whether a card or an account is being charged for an invoice, or was charged and the invoice will be marked as paid. */
  isCharged: IsCharged;
  findCharges: FindCharges;
  /** The days after an invoice was due until its client's CDN entries stop; null if they never do. */
  suspendAfterDays?: number | null;
  now?: () => number;
}

/** Creates the service of invoices. They never change once created, so credit notes correct errors. */
export function createInvoicesService({
  db,
  seller: sellers,
  isCharged,
  findCharges,
  suspendAfterDays = null,
  now = Date.now,
}: InvoicesDeps) {
  const chargesOf = (tx: Tx, rows: readonly ListedInvoice[]) =>
    findCharges(
      tx,
      rows.map(({ client_uuid: clientUuid, document }) => ({ clientUuid, number: document.number })),
    );
  async function present(tx: Tx, rows: readonly ListedInvoice[]): Promise<ClientInvoice[]> {
    const charges = await chargesOf(tx, rows);
    return rows.map((row) =>
      presentClientInvoice(row, { charge: charges.get(row.document.number), suspendAfterDays }),
    );
  }
  const today = () => dayOfUtc(now());
  const repository = (tx: Tx = db) => createInvoicesRepository(tx, today());

  async function getForAdministration(tx: Tx, uuid: string) {
    const found = await repository(tx).findForAdministration(uuid);
    if (!found) throw invoiceNotFound();
    return found;
  }

  /** Locks the invoice during the work, so that it is not credited or paid twice. */
  const inLock = (uuid: string, work: (tx: Tx) => Promise<string>): Promise<ClientInvoice> =>
    db.transaction().execute(async (tx) => {
      if (!(await repository(tx).lockForAdministration(uuid))) throw invoiceNotFound();
      const [presented] = await present(tx, [await getForAdministration(tx, await work(tx))]);
      if (!presented) throw invoiceNotFound();
      return presented;
    });

  /** Checks that no charge is in progress, which prevents payments and credits. @throws AppError "invoice_being_charged". */
  async function assertNotCharged(tx: Tx, invoice: FoundInvoice): Promise<void> {
    const { client_uuid: clientUuid, document, paid_on } = invoice;
    if (paid_on === null && (await isCharged(tx, { clientUuid, number: document.number })))
      throw new AppError(
        "invoice_being_charged",
        "This invoice is being charged to the client's card or account",
      );
  }

  async function savePayment(
    tx: Tx,
    uuid: string,
    payment: InvoicePayment & { by: string },
  ): Promise<string> {
    const { state, paid_on, issued_on, open_cents } = await getForAdministration(tx, uuid);
    if (paid_on !== null) throw new AppError("invoice_paid", "This invoice is already marked as paid");
    if (state === "credited" || open_cents === 0) throw nothingLeftError();
    if (payment.paidOn < issued_on) throw invalidDayError("must not be before the day of the invoice");
    if (payment.paidOn > today()) throw invalidDayError("must not be in the future");
    await repository(tx).savePaymentForAdministration(uuid, payment);
    return uuid;
  }

  return {
    async listOwn({ clientUuid }: Actor, query: z.infer<typeof PageQuery>) {
      const { page, pagesize = DEFAULT_PAGE_SIZE } = query;
      const [rows, _size] = await Promise.all([
        repository().listOfClient(clientUuid, { limit: pagesize, offset: (page - 1) * pagesize }),
        repository().countOfClient(clientUuid),
      ]);
      const charges = await chargesOf(db, rows);
      return { _embedded: rows.map((row) => presentInvoice(row, charges.get(row.document.number))), _size };
    },

    /** @throws AppError "invoice_not_found", also for another client's invoice. */
    async getOwnDocument({ clientUuid }: Actor, uuid: string): Promise<InvoiceDocument> {
      const document = await repository().findDocument(clientUuid, uuid);
      if (!document) throw invoiceNotFound();
      return document;
    },

    async listAll(query: ClientInvoicesQuery): Promise<ClientInvoicesPage> {
      const { page, pagesize = DEFAULT_PAGE_SIZE, search, filter = {} } = query;
      const [rows, { count, ...total }] = await Promise.all([
        repository().listForAdministration(filter, search, {
          limit: pagesize,
          offset: (page - 1) * pagesize,
        }),
        repository().sumForAdministration(filter, search),
      ]);
      return { _embedded: await present(db, rows), _size: count, total };
    },

    /** Lists all invoices for accounting, in numerical order. */
    async listForAccounting(filter: InvoiceFilter) {
      return (await repository().listForAdministration(filter)).toReversed();
    },

    async getDocument(uuid: string): Promise<InvoiceDocument> {
      return (await getForAdministration(db, uuid)).document;
    },

    async getState(): Promise<InvoicingState> {
      const months = createBilledMonthsRepository(db);
      const [seller, first] = await Promise.all([sellers.get(), months.findFirstMonth()]);
      const waiting: InvoicingState["waiting"] = [];
      for (const { clientUuid, name, ...client } of first ? await months.listClients() : []) {
        const due = dueMonths(firstDueMonth({ first: first ?? "", ...client }), now());
        if (due.length === 0) continue;
        const party = await months.getParty(clientUuid);
        waiting.push({
          client: { uuid: clientUuid, name },
          months: due,
          missing: missingOfParty(seller, party),
        });
      }
      return {
        missingOfSeller: missingOfSeller(seller),
        waiting,
        nextAt: new Date(billedAtMs(today().slice(0, 7))).toISOString(),
      };
    },

    /**
     * @throws AppError "invoice_not_found", "invoice_paid", "invoice_being_charged", "invoice_credited" if nothing is left to
     * pay, or "bad_request" for a date before the invoice or in the future.
     */
    markPaid: ({ username: by }: Pick<Actor, "username">, uuid: string, payment: InvoicePayment) =>
      inLock(uuid, async (tx) => {
        await assertNotCharged(tx, await getForAdministration(tx, uuid));
        await savePayment(tx, uuid, { ...payment, by });
        await repository(tx).offsetNotesForAdministration(uuid);
        return uuid;
      }),

    /**
     * Marks a charged invoice as paid.
     * @param payment.findReference finds the reference of the payment while the invoice is locked.
     * @throws the same errors as `markPaid`.
     */
    markCollected: (
      by: string,
      uuid: string,
      { paidOn, findReference }: { paidOn: string; findReference: (tx: Tx) => Promise<string> },
    ) =>
      inLock(uuid, async (tx) => savePayment(tx, uuid, { paidOn, reference: await findReference(tx), by })),

    /** Locks an invoice, if it exists, while what was deducted from its charge is recorded. */
    async lockCollected(tx: Tx, invoice: { clientUuid: string; number: string }): Promise<void> {
      await repository(tx).lockNumber(invoice);
    },

    /**
     * Reopens a paid invoice whose charge the bank has returned. Its credit notes are deducted from it, unless they were paid out
     * in another way than by refunds of the charge. An invoice marked as paid by an administrator stays paid.
     * @param refundedCents the amount of the charge that was refunded before.
     * @returns the amount left to pay; undefined if the invoice was not reopened.
     */
    async reopenCollected(
      tx: Tx,
      invoice: { clientUuid: string; number: string },
      refundedCents: number,
    ): Promise<number | undefined> {
      const invoices = repository(tx);
      const reopened = await invoices.reopenCollected(invoice, COLLECTOR_NAME);
      if (!reopened) return undefined;
      await invoices.offsetRefundedForAdministration(reopened.uuid, refundedCents);
      return (await getForAdministration(tx, reopened.uuid)).open_cents;
    },

    /**
     * Marks an unpaid invoice as paid again after the bank has finally kept its charge. Credit notes that were created after the
     * charge are owed to the client.
     */
    async restoreCollected(
      tx: Tx,
      invoice: { clientUuid: string; number: string },
      { chargedCents, ...payment }: { paidOn: string; reference: string; chargedCents: number },
    ): Promise<void> {
      const invoices = repository(tx);
      const restored = await invoices.restoreCollected(invoice, { ...payment, by: COLLECTOR_NAME });
      if (restored) await invoices.oweNotesForAdministration(restored.uuid, chargedCents);
    },

    /** Changes the reference of a charge's payment, such as after a refund at the provider. */
    changeCollectedReference: (
      tx: Tx,
      invoice: { clientUuid: string; number: string },
      reference: string,
    ): Promise<void> => repository(tx).changeCollectedReference(invoice, COLLECTOR_NAME, reference),

    /**
     * Runs work while the amount left to pay is locked.
     * @returns undefined if the amount has changed.
     */
    whileOpen: <T>(uuid: string, cents: number, work: (tx: Tx) => Promise<T>): Promise<T | undefined> =>
      db.transaction().execute(async (tx) => {
        if (!(await repository(tx).lockForAdministration(uuid))) return undefined;
        const { paid_on, open_cents } = await getForAdministration(tx, uuid);
        return paid_on === null && open_cents === cents ? work(tx) : undefined;
      }),

    /**
     * @throws AppError "invoice_not_found", "invoice_being_charged", "invoice_credited" if less than that is left to pay or the
     * invoice is a credit note.
     */
    credit: (uuid: string, { reason, cents }: CreditNoteInput) =>
      inLock(uuid, async (tx) => {
        const invoice = await getForAdministration(tx, uuid);
        await assertNotCharged(tx, invoice);
        const left = {
          netCents: invoice.net_cents + invoice.credited_net_cents,
          vatCents: invoice.vat_cents + invoice.credited_vat_cents,
        };
        const wanted = cents ?? left.netCents;
        if (invoice.kind !== "invoice" || wanted <= 0 || wanted > left.netCents) throw nothingLeftError();
        const { document } = invoice;
        const issuedOn = today();
        const { vat, seller, party, number, issuedOn: invoicedOn } = document;
        const { uuid: note } = await repository(tx).addInvoice({
          clientUuid: invoice.client_uuid,
          document: {
            kind: "credit_note",
            issuedOn,
            dueOn: issuedOn,
            month: null,
            seller,
            party,
            lines: [creditLine(document.month ?? invoicedOn.slice(0, 7), wanted)],
            vat,
            ...creditTotals({ ...left, grossCents: left.netCents + left.vatCents }, wanted, vat),
            credited: { number, issuedOn: invoicedOn },
            reason,
          },
          creditedUuid: uuid,
          isOffset: invoice.paid_on === null,
        });
        return note;
      }),

    /** Deletes data of deleted clients that the law no longer requires. */
    async clean(): Promise<void> {
      await repository().reduceOfDeletedClients();
      await repository().deleteOfDeletedClients(new Date(now()).getUTCFullYear() - RETENTION_YEARS - 1);
    },
  };
}
export type InvoicesService = ReturnType<typeof createInvoicesService>;

type FoundInvoice = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createInvoicesRepository>["findForAdministration"]>>
>;

const invoiceNotFound = () => new AppError("invoice_not_found", "No such invoice");
const nothingLeftError = () =>
  new AppError("invoice_credited", "This exceeds the outstanding amount of this invoice");
const invalidDayError = (reason: string) =>
  new AppError("bad_request", "Some fields are not valid", [{ path: "paidOn", reason }]);
