import { z } from "zod";

export const PAYMENT_METHOD_KINDS = ["card", "sepa_debit"] as const;
export type PaymentMethodKind = (typeof PAYMENT_METHOD_KINDS)[number];

/**
 * How the charge of an invoice stands: `started` until the provider has answered, `pending` while a bank takes its days (direct
 * debit).
 */
export const CHARGE_STATES = ["begun", "pending", "succeeded", "failed"] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

export const PaymentMeans = z.object({
  /** The installation takes payments by card and direct debit. */
  isOffered: z.boolean(),
  /** Null when none is kept. */
  method: z
    .object({
      kind: z.enum(PAYMENT_METHOD_KINDS),
      /** Such as `visa •••• 4242`. */
      label: z.string(),
    })
    .nullable(),
});
export type PaymentMeans = z.infer<typeof PaymentMeans>;
