import { z } from "zod";
import { BilledParty, Seller } from "./seller.ts";

/** Why an invoice has the VAT that it has. */
export const VAT_RULES = ["standard", "reverse_charge", "outside_eu"] as const;
export type VatRule = (typeof VAT_RULES)[number];

export const Vat = z.object({
  rule: z.enum(VAT_RULES),
  /** In hundredths of a percent: 2,000 is 20 %. */
  basisPoints: z.number().int(),
});
export type Vat = z.infer<typeof Vat>;

export const INVOICE_LINE_KINDS = ["delivery", "correction", "credit"] as const;

/** One line of an invoice, as it is stored with it. Amounts are before tax; what is paid back is negative. */
export const InvoiceLine = z.object({
  kind: z.enum(INVOICE_LINE_KINDS),
  /** The month that it is about, as 2026-10. */
  month: z.string(),
  /** For `delivery`: the tier. */
  fromBytes: z.number(),
  /** Null without a limit. */
  toBytes: z.number().nullable(),
  /** For `correction`: late data, which may be negative; 0 for `credit`. */
  bytes: z.number(),
  /** Millionths of a euro for 10^12 bytes; null where the amount is no product of a rate. */
  microsPerTb: z.number().nullable(),
  cents: z.number().int(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const INVOICE_KINDS = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** The content of an invoice or credit note. It never changes once it has a number. */
export const InvoiceDocument = z.object({
  kind: z.enum(INVOICE_KINDS),
  /** Such as 2026-000123: without gaps within a year, invoices and credit notes together. */
  number: z.string(),
  /** Days of UTC, as 2026-11-05. */
  issuedOn: z.string(),
  dueOn: z.string(),
  /** The month that is billed, as 2026-10; null of a credit note that an administrator made. */
  month: z.string().nullable(),
  seller: Seller,
  party: BilledParty,
  lines: z.array(InvoiceLine),
  vat: Vat,
  /** Cents, negative of a credit note. */
  netCents: z.number().int(),
  vatCents: z.number().int(),
  grossCents: z.number().int(),
  /** The invoice that a credit note takes back. */
  credited: z.object({ number: z.string(), issuedOn: z.string() }).nullable(),
  /** For a credit note created by an administrator; else "". */
  reason: z.string(),
});
export type InvoiceDocument = z.infer<typeof InvoiceDocument>;
