import type { ClientInvoice, InvoiceCharge, InvoiceView } from "@shoal/contract";
import { comingDunningStage } from "@shoal/domain/billing";
import type { ListedInvoice } from "./invoices.repository.ts";

export function presentInvoice(row: ListedInvoice, charge: InvoiceCharge | undefined): InvoiceView {
  const { seller: _, party: __, ...document } = row.document;
  return {
    ...document,
    uuid: row.uuid,
    state: row.state,
    openCents: row.open_cents,
    paidOn: row.paid_on,
    paidReference: row.paid_reference,
    charge: isUnpaid(row) ? (charge ?? null) : null,
  };
}

/** Returns an invoice as administrators see it. @param suspendAfterDays null if entries are never stopped. */
export function presentClientInvoice(
  row: ListedInvoice,
  { charge, suspendAfterDays }: { charge: InvoiceCharge | undefined; suspendAfterDays: number | null },
): ClientInvoice {
  const creditable = row.kind === "invoice" ? row.net_cents + row.credited_net_cents : 0;
  return {
    ...presentInvoice(row, charge),
    client: { uuid: row.client_uuid, name: row.party_name, isDeleted: row.is_client_deleted },
    creditableCents: Math.max(0, creditable),
    reminders: remindersOf(row, suspendAfterDays),
  };
}

const isUnpaid = ({ kind, state }: ListedInvoice): boolean =>
  kind === "invoice" && (state === "open" || state === "overdue");

function remindersOf(row: ListedInvoice, suspendAfterDays: number | null): ClientInvoice["reminders"] {
  if (!isUnpaid(row) || row.open_cents <= 0 || row.is_client_deleted) return null;
  const last = row.last_reminder;
  return { last, next: comingDunningStage({ dueOn: row.due_on, last, suspendAfterDays }) ?? null };
}
