import { z } from "zod";

export const PAYMENT_METHOD_KINDS = ["card", "sepa_debit"] as const;
export type PaymentMethodKind = (typeof PAYMENT_METHOD_KINDS)[number];

/**
 * The states of a charge. The first one lasts until the provider responds, `pending` while a bank processes the charge (direct debit).
 */
export const CHARGE_STATES = ["begun", "pending", "succeeded", "failed"] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

export const PaymentMeans = z.object({
  /** Whether the installation accepts card and direct debit payments. */
  isOffered: z.boolean(),
  /** The stored payment method; null for none. */
  method: z
    .object({
      kind: z.enum(PAYMENT_METHOD_KINDS),
      /** The card or account for display, such as `visa •••• 4242`. */
      label: z.string(),
    })
    .nullable(),
});
export type PaymentMeans = z.infer<typeof PaymentMeans>;
