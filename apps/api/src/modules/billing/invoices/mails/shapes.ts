import { DUNNING_STAGES, INVOICE_KINDS, PAYMENT_METHOD_KINDS } from "@shoal/contract";
import { z } from "zod";

/** The bank account to which the client transfers the amount. */
const ACCOUNT_FIELDS = { iban: z.string(), bic: z.string() };

export const INVOICE_MAIL_SHAPES = {
  "invoice-made": z.object({
    clientName: z.string(),
    kind: z.enum(INVOICE_KINDS),
    number: z.string(),
    /** A month, such as 2026-10. */
    month: z.string(),
    /** The amount with tax, which is negative for a credit note. */
    grossCents: z.number(),
    /** A date, such as 2026-12-05. */
    dueOn: z.string(),
    url: z.string(),
    /** How the invoice will be paid. Mails of earlier versions do not contain this. */
    payment: z
      .discriminatedUnion("kind", [
        /** The card or account, as `visa •••• 4242`. */
        z.object({ kind: z.literal("charge"), method: z.enum(PAYMENT_METHOD_KINDS), label: z.string() }),
        z.object({ kind: z.literal("transfer"), ...ACCOUNT_FIELDS }),
      ])
      .optional(),
    /** The contact for the client's data, "" if there is none; present only if the invoice's client was deleted. */
    lastFrom: z.string().optional(),
  }),
  "invoice-reminder": z.object({
    clientName: z.string(),
    number: z.string(),
    stage: z.enum(DUNNING_STAGES),
    /** The amount left to pay, with tax. */
    openCents: z.number(),
    dueOn: z.string(),
    ...ACCOUNT_FIELDS,
    /** The first day on which CDN entries can stop, as stated in the last letter; null if they never do. */
    suspendsOn: z.string().nullable(),
    url: z.string(),
  }),
  "cdn-resumed": z.object({ clientName: z.string(), url: z.string() }),
};
export type InvoiceMailShapes = typeof INVOICE_MAIL_SHAPES;
