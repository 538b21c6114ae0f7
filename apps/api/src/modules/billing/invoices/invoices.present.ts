import type { ClientInvoice, InvoiceView } from "@shoal/contract";
import { comingDunningStage } from "@shoal/domain/billing";
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

/** @param suspendAfterDays null where nothing is ever suspended. */
export function presentClientInvoice(row: ListedInvoice, suspendAfterDays: number | null): ClientInvoice {
  const creditable = row.kind === "invoice" ? row.net_cents + row.credited_net_cents : 0;
  return {
    ...presentInvoice(row),
    client: { uuid: row.client_uuid, name: row.party_name, isDeleted: row.is_client_deleted },
    creditableCents: Math.max(0, creditable),
    reminders: remindersOf(row, suspendAfterDays),
  };
}

function remindersOf(row: ListedInvoice, suspendAfterDays: number | null): ClientInvoice["reminders"] {
  const isUnpaid = row.kind === "invoice" && (row.state === "open" || row.state === "overdue");
  if (!isUnpaid || row.open_cents <= 0 || row.is_client_deleted) return null;
  const last = row.last_reminder;
  return { last, next: comingDunningStage({ dueOn: row.due_on, last, suspendAfterDays }) ?? null };
}
