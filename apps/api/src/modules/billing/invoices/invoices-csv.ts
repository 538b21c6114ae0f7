import { CSV_START, writeCsvLine } from "@shoal/domain/csv";
import type { ListedInvoice } from "./invoices.repository.ts";

const CSV_COLUMNS = [
  "number",
  "kind",
  "issuedOn",
  "dueOn",
  "month",
  "client",
  "clientNumber",
  "country",
  "vatNumber",
  "vatRule",
  "vatPercent",
  "net",
  "vat",
  "gross",
  "currency",
  "state",
  "open",
  "paidOn",
  "paidReference",
  "creditedNumber",
  "reason",
] as const;

const centsToEuros = (cents: number): number => cents / 100;

/** Writes one line per invoice or credit note, with signed amounts in euros, so that columns add up to the accounts. */
export function writeInvoicesCsv(invoices: readonly ListedInvoice[]): string {
  const lines = invoices.map((row) => {
    const { document } = row;
    const { party, vat, credited } = document;
    const values: Record<(typeof CSV_COLUMNS)[number], string | number | null> = {
      number: row.number,
      kind: row.kind,
      issuedOn: row.issued_on,
      dueOn: row.due_on,
      month: row.month,
      client: party.name,
      clientNumber: party.clientNumber,
      country: party.country,
      vatNumber: party.vatNumber,
      vatRule: vat.rule,
      vatPercent: vat.basisPoints / 100,
      net: centsToEuros(row.net_cents),
      vat: centsToEuros(row.vat_cents),
      gross: centsToEuros(row.gross_cents),
      currency: "EUR",
      state: row.state,
      open: centsToEuros(row.open_cents),
      paidOn: row.paid_on,
      paidReference: row.paid_reference,
      creditedNumber: credited?.number ?? null,
      reason: document.reason,
    };
    return writeCsvLine(CSV_COLUMNS.map((column) => values[column]));
  });
  return CSV_START + writeCsvLine([...CSV_COLUMNS]) + lines.join("");
}
