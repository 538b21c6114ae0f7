import type { ClientInvoice, InvoiceView } from "@shoal/contract";
import type { ListedInvoice } from "./invoices.repository.ts";

export function presentInvoice(row: ListedInvoice): InvoiceView {
  const { seller: _, party: __, ...document } = row.document;
  return {
    ...document,
    uuid: row.uuid,
    state: row.state,
    openCents: row.open_cents,
    paidOn: row.paid_on,
    paidReference: row.paid_reference,
  };
}

export function presentClientInvoice(row: ListedInvoice): ClientInvoice {
  const creditable = row.kind === "invoice" ? row.net_cents + row.credited_net_cents : 0;
  return {
    ...presentInvoice(row),
    client: { uuid: row.client_uuid, name: row.party_name, isDeleted: row.is_client_deleted },
    creditableCents: Math.max(0, creditable),
  };
}
