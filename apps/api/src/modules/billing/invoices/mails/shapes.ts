import { INVOICE_KINDS } from "@shoal/contract";
import { z } from "zod";

export const INVOICE_MAIL_SHAPES = {
  "invoice-made": z.object({
    clientName: z.string(),
    kind: z.enum(INVOICE_KINDS),
    number: z.string(),
    /** As 2026-10. */
    month: z.string(),
    /** With tax; negative of a credit note. */
    grossCents: z.number(),
    /** As 2026-12-05. */
    dueOn: z.string(),
    url: z.string(),
  }),
};
export type InvoiceMailShapes = typeof INVOICE_MAIL_SHAPES;
