import { AppError } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import { COLLECTOR_NAME } from "../invoices/index.ts";
import { type ChargesService, findReference } from "./charges.service.ts";

/** An invoice that is not fully paid. */
interface OpenInvoice {
  uuid: string;
  number: string;
  kind: string;
  client_uuid: string;
  open_cents: number;
}

/** The invoice functions that collecting payments needs. */
export interface InvoicesToCollect {
  listForAccounting(filter: { state: "open" | "overdue" }): Promise<OpenInvoice[]>;
  markCollected(
    by: string,
    uuid: string,
    payment: { paidOn: string; findReference: (tx: Tx) => Promise<string> },
  ): Promise<unknown>;
  whileOpen<T>(uuid: string, cents: number, work: (tx: Tx) => Promise<T>): Promise<T | undefined>;
}

export interface CollectDeps {
  invoices: InvoicesToCollect;
  charges: Pick<ChargesService, "charge">;
  onError: (error: unknown) => void;
  now?: () => number;
}

/**
 * Charges open invoices to clients' cards and accounts, and marks charged ones as paid. It may run on several replicas and be
 * interrupted anywhere. Each charge is made once, and the next run marks invoices that were left unmarked.
 */
export async function collectInvoices({
  invoices,
  charges,
  onError,
  now = Date.now,
}: CollectDeps): Promise<void> {
  const open = [
    ...(await invoices.listForAccounting({ state: "open" })),
    ...(await invoices.listForAccounting({ state: "overdue" })),
  ];
  // A failed charge does not block the others.
  for (const invoice of open.filter(({ kind, open_cents }) => kind === "invoice" && open_cents > 0))
    await collect(invoice).catch(onError);

  async function collect({ uuid, number, client_uuid: clientUuid, open_cents: cents }: OpenInvoice) {
    const outcome = await charges.charge({ number, clientUuid, cents }, (begin) =>
      invoices.whileOpen(uuid, cents, begin),
    );
    if (outcome !== "succeeded") return;
    const paidOn = new Date(now()).toISOString().slice(0, 10);
    const payment = { paidOn, findReference: (tx: Tx) => findReference(tx, { clientUuid, number }) };
    await invoices.markCollected(COLLECTOR_NAME, uuid, payment).catch((error: unknown) => {
      // "invoice_paid" means that another replica has already marked the invoice.
      if (!(error instanceof AppError) || error.code !== "invoice_paid") throw error;
    });
  }
}
