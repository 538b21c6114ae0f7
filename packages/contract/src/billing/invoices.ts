import { z } from "zod";
import { createPageSchema, jsonParameter, PageQuery } from "../list.ts";
import { Text } from "../text.ts";
import { InvoiceDocument } from "./invoice-document.ts";

/** The states of an invoice; `credited` means fully refunded by credit notes. */
export const INVOICE_STATES = ["open", "overdue", "paid", "credited"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** The stages of an overdue invoice: three reminders, then CDN entries stop if the operator configured this. */
export const DUNNING_STAGES = ["reminder", "second", "final", "suspended"] as const;
export type DunningStage = (typeof DUNNING_STAGES)[number];

/** The state of the automatic charge for an open invoice. */
export const InvoiceCharge = z.object({
  /** The state of the charge; `pending` while a bank processes it (direct debit). */
  state: z.enum(["pending", "failed"]),
  /** The date of the next attempt after a failure, such as 2026-11-20; null if there is none. */
  triedAgainOn: z.string().nullable(),
});
export type InvoiceCharge = z.infer<typeof InvoiceCharge>;

/** An invoice or credit note, as shown to its client. */
export const InvoiceView = InvoiceDocument.omit({ seller: true, party: true }).extend({
  uuid: z.string(),
  state: z.enum(INVOICE_STATES),
  /** The amount left to pay, in cents; negative if owed to the client. */
  openCents: z.number().int(),
  /** The date of payment, such as 2026-11-20. */
  paidOn: z.string().nullable(),
  /** The bank's reference of the transfer that paid the invoice. */
  paidReference: z.string(),
  /** The charge that is in progress or has failed; null for none. */
  charge: InvoiceCharge.nullable(),
});
export type InvoiceView = z.infer<typeof InvoiceView>;

export const InvoicesPage = createPageSchema(InvoiceView);

const DunningStep = z.object({
  stage: z.enum(DUNNING_STAGES),
  /** The date of the step, such as 2026-11-20. */
  on: z.string(),
});

/** An invoice, as shown to administrators. */
export const ClientInvoice = InvoiceView.extend({
  client: z.object({
    uuid: z.string(),
    /** The client's name as stated on the invoice. */
    name: z.string(),
    /** Whether the client is deleted; its invoices are kept for the legal retention period. */
    isDeleted: z.boolean(),
  }),
  /** The amount that can still be refunded, before tax. */
  creditableCents: z.number().int(),
  /** The reminder stage; null if nothing is due, or there is nobody left to remind. */
  reminders: z
    .object({
      last: DunningStep.nullable(),
      /** The earliest date of the next step; postponed while a charge is in progress. */
      next: DunningStep.nullable(),
    })
    .nullable(),
});
export type ClientInvoice = z.infer<typeof ClientInvoice>;

const InvoiceYear = z.string().regex(/^20\d\d$/, "must be a year such as 2026");

export const InvoiceFilter = z.strictObject({
  state: z.enum(INVOICE_STATES).optional(),
  /** The year of issue. */
  year: InvoiceYear.optional(),
});
export type InvoiceFilter = z.infer<typeof InvoiceFilter>;

export const ClientInvoicesQuery = PageQuery.extend({
  /** Searches invoice numbers and client names. */
  search: Text.trim().max(200).optional(),
  filter: jsonParameter(InvoiceFilter).optional(),
});
export type ClientInvoicesQuery = z.infer<typeof ClientInvoicesQuery>;

export const InvoicesCsvQuery = z.strictObject({ year: InvoiceYear.optional() });

const InvoiceSums = z.object({
  netCents: z.number().int(),
  vatCents: z.number().int(),
  grossCents: z.number().int(),
  openCents: z.number().int(),
});

export const ClientInvoicesPage = createPageSchema(ClientInvoice).extend({
  /** The total of all matching documents, less credit notes. */
  total: InvoiceSums,
});
export type ClientInvoicesPage = z.infer<typeof ClientInvoicesPage>;

/** The data of a client that an invoice requires, and those that are missing. */
export const PARTY_FIELDS = ["address", "country"] as const;
export type PartyField = (typeof PARTY_FIELDS)[number];

/** Whether invoices can be created, and which months are waiting. */
export const InvoicingState = z.object({
  /** The seller's missing data; no invoice is created until they are complete. */
  missingOfSeller: z.array(z.string()),
  /** The clients with unbilled months that are due. */
  waiting: z.array(
    z.object({
      client: z.object({ uuid: z.string(), name: z.string() }),
      /** The months that are due, in ascending order, such as 2026-10. */
      months: z.array(z.string()),
      missing: z.array(z.enum(PARTY_FIELDS)),
    }),
  ),
  /** When the current month will be invoiced. */
  nextAt: z.string(),
});
export type InvoicingState = z.infer<typeof InvoicingState>;

export const InvoicePayment = z.strictObject({
  /** The date of receipt, such as 2026-11-20. */
  paidOn: z.iso.date(),
  /** The bank's reference of the transfer. */
  reference: Text.trim().min(1).max(140),
});
export type InvoicePayment = z.infer<typeof InvoicePayment>;

export const CreditNoteInput = z.strictObject({
  reason: Text.trim().min(1).max(500),
  /** The amount before tax; by default, the amount of the invoice that no credit note has refunded yet. */
  cents: z.number().int().min(1).max(100_000_000_000).optional(),
});
export type CreditNoteInput = z.infer<typeof CreditNoteInput>;
