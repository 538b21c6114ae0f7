import { z } from "zod";
import { BilledParty, Seller } from "./seller.ts";

/** The rule that determines an invoice's VAT. */
export const VAT_RULES = ["standard", "reverse_charge", "outside_eu"] as const;
export type VatRule = (typeof VAT_RULES)[number];

export const Vat = z.object({
  rule: z.enum(VAT_RULES),
  /** The rate in hundredths of a percent: 2,000 means 20 %. */
  basisPoints: z.number().int(),
});
export type Vat = z.infer<typeof Vat>;

export const INVOICE_LINE_KINDS = ["delivery", "correction", "credit"] as const;

/** One line of an invoice, as stored. Amounts are before tax; refunds are negative. */
export const InvoiceLine = z.object({
  kind: z.enum(INVOICE_LINE_KINDS),
  /** The month that the line belongs to, such as 2026-10. */
  month: z.string(),
  /** The lower limit of the tier, for a `delivery`. */
  fromBytes: z.number(),
  /** The upper limit of the tier; null if there is no limit. */
  toBytes: z.number().nullable(),
  /** The delivered bytes; for a `correction`, late data, which may be negative; 0 for a `credit`. */
  bytes: z.number(),
  /** Millionths of a euro per 10^12 bytes; null if the amount is not based on a rate. */
  microsPerTb: z.number().nullable(),
  cents: z.number().int(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const INVOICE_KINDS = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** The content of an invoice or credit note, immutable once it has a number. */
export const InvoiceDocument = z.object({
  kind: z.enum(INVOICE_KINDS),
  /** The document's number, such as 2026-000123: consecutive within a year, across invoices and credit notes. */
  number: z.string(),
  /** The date of issue in UTC, such as 2026-11-05; `dueOn` has the same form. */
  issuedOn: z.string(),
  dueOn: z.string(),
  /** The billed month, such as 2026-10; null for a credit note created by an administrator. */
  month: z.string().nullable(),
  seller: Seller,
  party: BilledParty,
  lines: z.array(InvoiceLine),
  vat: Vat,
  /** The amounts in cents; negative for a credit note. */
  netCents: z.number().int(),
  vatCents: z.number().int(),
  grossCents: z.number().int(),
  /** The invoice that a credit note refunds. */
  credited: z.object({ number: z.string(), issuedOn: z.string() }).nullable(),
  /** The reason for a credit note created by an administrator; otherwise "". */
  reason: z.string(),
});
export type InvoiceDocument = z.infer<typeof InvoiceDocument>;
