import { z } from "zod";

export const PAYMENT_MAIL_SHAPES = {
  "payment-failed": z.object({
    clientName: z.string(),
    invoiceNumber: z.string(),
    cents: z.number(),
    /** The provider's reason, such as insufficient_funds. */
    reason: z.string(),
    /** Whether this was the last attempt to charge. */
    isLast: z.boolean().optional(),
    url: z.string(),
  }),
};
export type PaymentMailShapes = typeof PAYMENT_MAIL_SHAPES;
