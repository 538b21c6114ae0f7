import { z } from "zod";
import { json, PageQuery, pageOf } from "../list.ts";
import { Text } from "../text.ts";
import { InvoiceDocument } from "./invoice-document.ts";

/** `credited`: nothing of it is owed any more, as credit notes took it back. */
export const INVOICE_STATES = ["open", "overdue", "paid", "credited"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** The stages of an overdue invoice: three reminders, then CDN entries stop if the operator configured this. */
export const DUNNING_STAGES = ["reminder", "second", "final", "suspended"] as const;
export type DunningStage = (typeof DUNNING_STAGES)[number];

/** How the card or account is being charged for an invoice that is open. */
export const InvoiceCharge = z.object({
  /** `pending` while a bank takes its days (direct debit). */
  state: z.enum(["pending", "failed"]),
  /** The day on which a failed one is tried again, as 2026-11-20; null where it is not tried again by itself. */
  triedAgainOn: z.string().nullable(),
});
export type InvoiceCharge = z.infer<typeof InvoiceCharge>;

/** An invoice or a credit note, as its client sees it. */
export const InvoiceView = InvoiceDocument.omit({ seller: true, party: true }).extend({
  uuid: z.string(),
  state: z.enum(INVOICE_STATES),
  /** The amount left to pay, in cents; negative if owed to the client. */
  openCents: z.number().int(),
  /** The day on which it was paid, as 2026-11-20. */
  paidOn: z.string().nullable(),
  /** What the transfer named. */
  paidReference: z.string(),
  /** Null where nothing is being charged, and nothing failed. */
  charge: InvoiceCharge.nullable(),
});
export type InvoiceView = z.infer<typeof InvoiceView>;

export const InvoicesPage = pageOf(InvoiceView);

const DunningStep = z.object({
  stage: z.enum(DUNNING_STAGES),
  /** Such as 2026-11-20. */
  on: z.string(),
});

/** An invoice, as administrators see it. */
export const ClientInvoice = InvoiceView.extend({
  client: z.object({
    uuid: z.string(),
    /** As on the invoice. */
    name: z.string(),
    /** Deleted; its invoices are kept as long as the law requires. */
    isDeleted: z.boolean(),
  }),
  /** Before tax, what credit notes may still take back. */
  creditableCents: z.number().int(),
  /** The reminder stage; null if nothing is due, or there is nobody left to remind. */
  reminders: z
    .object({
      last: DunningStep.nullable(),
      /** On that day at the earliest: not while a card or account is being charged. */
      next: DunningStep.nullable(),
    })
    .nullable(),
});
export type ClientInvoice = z.infer<typeof ClientInvoice>;

const Year = z.string().regex(/^20\d\d$/, "must be a year such as 2026");

export const InvoiceFilter = z.strictObject({
  state: z.enum(INVOICE_STATES).optional(),
  /** Its date of issue. */
  year: Year.optional(),
});
export type InvoiceFilter = z.infer<typeof InvoiceFilter>;

export const ClientInvoicesQuery = PageQuery.extend({
  /** In numbers and in names of clients. */
  search: Text.trim().max(200).optional(),
  filter: json(InvoiceFilter).optional(),
});
export type ClientInvoicesQuery = z.infer<typeof ClientInvoicesQuery>;

export const InvoicesCsvQuery = z.strictObject({ year: Year.optional() });

const Sums = z.object({
  netCents: z.number().int(),
  vatCents: z.number().int(),
  grossCents: z.number().int(),
  openCents: z.number().int(),
});

export const ClientInvoicesPage = pageOf(ClientInvoice).extend({
  /** The total of all matches, minus credit notes. */
  total: Sums,
});
export type ClientInvoicesPage = z.infer<typeof ClientInvoicesPage>;

/** The data of a client that an invoice requires, and those that are missing. */
export const PARTY_FIELDS = ["address", "country"] as const;
export type PartyField = (typeof PARTY_FIELDS)[number];

/** Whether invoices can be written, and what waits. */
export const InvoicingState = z.object({
  /** The missing data of the seller: no invoice is created until they are complete. */
  missingOfSeller: z.array(z.string()),
  /** Clients with months that should have been billed. */
  waiting: z.array(
    z.object({
      client: z.object({ uuid: z.string(), name: z.string() }),
      /** Ascending, as 2026-10. */
      months: z.array(z.string()),
      missing: z.array(z.enum(PARTY_FIELDS)),
    }),
  ),
  /** When the running month will be billed. */
  nextAt: z.string(),
});
export type InvoicingState = z.infer<typeof InvoicingState>;

export const InvoicePayment = z.strictObject({
  /** The day on which the money arrived, as 2026-11-20. */
  paidOn: z.iso.date(),
  /** The reference of the transfer at the bank. */
  reference: Text.trim().min(1).max(140),
});
export type InvoicePayment = z.infer<typeof InvoicePayment>;

export const CreditNoteInput = z.strictObject({
  reason: Text.trim().min(1).max(500),
  /** Before tax; all that is left of the invoice without. */
  cents: z.number().int().min(1).max(100_000_000_000).optional(),
});
export type CreditNoteInput = z.infer<typeof CreditNoteInput>;
