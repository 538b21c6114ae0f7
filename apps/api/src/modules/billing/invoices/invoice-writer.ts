import {
  AppError,
  type InvoiceKind,
  type InvoiceLine,
  type MonthBill,
  type PartyField,
  type PaymentMethodKind,
  type Seller,
} from "@shoal/contract";
import {
  billOf,
  correctionLine,
  dayOfUtc,
  deliveryLines,
  dueMonths,
  dueOn,
  kindOf,
  missingOfSeller,
  monthAfter,
  monthsToNow,
  totalsOf,
  vatOf,
} from "@shoal/domain/billing";
import type { Database, Tx } from "../../../platform/database.ts";
import { listMailedManagers } from "../../accounts/clients/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { createBilledMonthsRepository } from "./billed-months.repository.ts";
import { createInvoicesRepository } from "./invoices.repository.ts";
import { INVOICE_MAILS } from "./mails/index.ts";

/** The number of earlier months that are checked for late figures. */
const CORRECTED_MONTHS = 3;

/** The bill functions that invoices need. */
export interface BilledMonthSource {
  getMonth(client: { clientUuid: string }, month: string): Promise<MonthBill>;
}

/** Finds the card or account to which an amount will be charged; undefined if the client pays by transfer. */
export type FindChargedMethod = (
  tx: Tx,
  clientUuid: string,
  cents: number,
) => Promise<{ method: PaymentMethodKind; label: string } | undefined>;

export interface InvoiceWriterDeps {
  db: Database;
  bills: BilledMonthSource;
  seller: { get(): Promise<Seller | null> };
  mails: MailSender;
  findChargedMethod: FindChargedMethod;
  publicUrl: string;
  onError: (error: unknown) => void;
  now?: () => number;
}

/** Thrown with the data missing for an invoice, so that the month waits. */
class MissingOfParty extends Error {}

/**
 * Creates the writer of completed months' invoices. Every replica may run it and may be killed at any time: one transaction closes
 * the month, numbers and stores the invoice and saves its mail, and the key of `billed_months` lets each month be closed only once.
 */
export function createInvoiceWriter(deps: InvoiceWriterDeps) {
  const { db, bills, seller: sellers, mails, findChargedMethod, publicUrl, onError, now = Date.now } = deps;

  /** Writes due invoices. @throws AppError "unavailable" if ClickHouse does not respond, so that due months stay due. */
  async function writeDue(): Promise<void> {
    const repository = createBilledMonthsRepository(db);
    const first = await repository.findFirstMonth();
    if (first === undefined || dueMonths(first, now()).length === 0) return;
    const seller = await sellers.get();
    if (seller === null || missingOfSeller(seller).length > 0) return;
    for (const { clientUuid, lastMonth, createdAt } of await repository.listClients()) {
      const months = dueMonths(firstDueMonth({ first, lastMonth, createdAt }), now());
      await writeMonths(clientUuid, months, seller).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "unavailable") throw error;
        // A failure for one client does not block the others, and is retried.
        onError(error);
      });
    }
  }

  /** Writes months in order, since a month can only be invoiced after the previous one. */
  async function writeMonths(clientUuid: string, months: string[], seller: Seller): Promise<void> {
    for (const month of months) {
      const bill = await bills.getMonth({ clientUuid }, month);
      if (!bill.isComplete) return;
      const figures = await readFigures(db, clientUuid, month);
      try {
        await db.transaction().execute((tx) => closeMonth(tx, { clientUuid, bill, figures, seller }));
      } catch (error) {
        if (error instanceof MissingOfParty) return;
        throw error;
      }
    }
  }

  /**
   * Bills everything unbilled of a client that is being deleted, including the current month, within the deleting transaction.
   * Figures that edges have not reported yet are never billed, nor is a client whose invoice would lack mandatory data.
   * @throws AppError "unavailable" if ClickHouse does not respond, so that the client is kept.
   */
  async function writeLast(tx: Tx, clientUuid: string): Promise<void> {
    const months = createBilledMonthsRepository(tx);
    const [first, seller] = [await months.findFirstMonth(), await sellers.get()];
    if (first === undefined || seller === null || missingOfSeller(seller).length > 0) return;
    const client = (await months.listClients()).find((each) => each.clientUuid === clientUuid);
    if (!client || missingOfParty(seller, await months.getParty(clientUuid)).length > 0) return;
    for (const month of monthsToNow(firstDueMonth({ first, ...client }), now())) {
      const bill = await bills.getMonth({ clientUuid }, month);
      const figures = await readFigures(tx, clientUuid, month);
      await closeMonth(tx, { clientUuid, bill, figures, seller, isLast: true });
    }
  }

  /** Reads the figures of the months closed before a given one. */
  async function readFigures(tx: Tx, clientUuid: string, month: string): Promise<Map<string, MonthBill>> {
    const closed = await createBilledMonthsRepository(tx).listClosed(clientUuid, monthsBefore(month));
    const figures = new Map<string, MonthBill>();
    for (const each of closed.filter((one) => one.month < month))
      figures.set(each.month, await bills.getMonth({ clientUuid }, each.month));
    return figures;
  }

  interface Closing {
    clientUuid: string;
    bill: MonthBill;
    /** The figures of earlier closed months. */
    figures: ReadonlyMap<string, MonthBill>;
    seller: Seller;
    /** Whether the client is being deleted. */
    isLast?: boolean;
  }

  async function closeMonth(
    tx: Tx,
    { clientUuid, bill, figures, seller, isLast = false }: Closing,
  ): Promise<void> {
    const months = createBilledMonthsRepository(tx);
    const { month, plan, deliveredBytes, cents } = bill;
    if (!(await months.holdClient(clientUuid))) return;
    if (!(await months.closeMonth({ clientUuid, month, plan, deliveredBytes, cents }))) return;
    const lines = [...deliveryLines(month, bill.lines), ...(await correct(tx, clientUuid, figures))];
    const kind = kindOf(lines);
    if (kind === undefined) return;
    const party = await months.getParty(clientUuid);
    const vat = vatOf(seller, party);
    if (vat === null || missingOfParty(seller, party).length > 0) throw new MissingOfParty();
    const issuedOn = dayOfUtc(now());
    const document = {
      kind,
      issuedOn,
      dueOn: dueOn(issuedOn, seller),
      month,
      seller,
      party,
      lines,
      vat,
      ...totalsOf(lines, vat),
      credited: null,
      reason: "",
    };
    const added = await createInvoicesRepository(tx, issuedOn).addInvoice({ clientUuid, document });
    const payment = await wayOf(tx, { clientUuid, seller, kind, grossCents: document.grossCents, isLast });
    for (const { email, language } of await listMailedManagers(tx, clientUuid))
      await mails.send(tx, {
        mail: INVOICE_MAILS["invoice-made"],
        to: email,
        language,
        values: {
          clientName: party.name,
          kind,
          number: added.number,
          month,
          grossCents: document.grossCents,
          dueOn: document.dueOn,
          url: `${publicUrl}/#/payments`,
          payment,
          ...(isLast ? { lastFrom: seller.email } : {}),
        },
      });
  }

  /** Finds how an invoice will be paid. The card of a deleted client is deleted with it. */
  async function wayOf(
    tx: Tx,
    invoice: { clientUuid: string; seller: Seller; kind: InvoiceKind; grossCents: number; isLast: boolean },
  ) {
    const { clientUuid, seller, kind, grossCents, isLast } = invoice;
    const charged =
      kind === "invoice" && !isLast ? await findChargedMethod(tx, clientUuid, grossCents) : undefined;
    const { iban, bic } = seller;
    return charged ? { kind: "charge" as const, ...charged } : { kind: "transfer" as const, iban, bic };
  }

  /** Returns lines for late figures of earlier months, whose invoices do not change. */
  async function correct(
    tx: Tx,
    clientUuid: string,
    figures: ReadonlyMap<string, MonthBill>,
  ): Promise<InvoiceLine[]> {
    const [first] = [...figures.keys()].toSorted();
    if (first === undefined) return [];
    const months = createBilledMonthsRepository(tx);
    const lines: InvoiceLine[] = [];
    for (const charged of await months.lockClosed(clientUuid, first)) {
      const figure = figures.get(charged.month);
      if (!figure) continue;
      const bill = billOf(figure.days, charged.plan);
      const line = correctionLine(charged, bill);
      if (!line) continue;
      lines.push(line);
      await months.saveCharged({ clientUuid, month: charged.month }, bill);
    }
    return lines;
  }

  return { writeDue, writeLast };
}
export type InvoiceWriter = ReturnType<typeof createInvoiceWriter>;

/** Returns the first month of a client that is not closed yet. */
export function firstDueMonth(client: { first: string; lastMonth: string | null; createdAt: Date }): string {
  if (client.lastMonth !== null) return monthAfter(client.lastMonth);
  const created = dayOfUtc(client.createdAt.getTime()).slice(0, 7);
  return created > client.first ? created : client.first;
}

/** Lists missing data that an invoice must state about the client (article 242 nonies A, annex II of the CGI). */
export const missingOfParty = (
  seller: Seller | null,
  party: { addressLines: string[]; country: string; vatNumber: string },
): PartyField[] => [
  ...(party.addressLines.length === 0 ? (["address"] as const) : []),
  ...(vatOf({ country: seller?.country ?? "FR" }, party) === null ? (["country"] as const) : []),
];

function monthsBefore(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return dayOfUtc(Date.UTC(year, number - 1 - CORRECTED_MONTHS, 1)).slice(0, 7);
}
