import { z } from "zod";
import { PaymentMeans } from "../billing/payments.ts";
import { defineRoute } from "../route.ts";

/** The provider's id; part of the address to which the provider redirects the browser. */
const CheckoutId = z.string().regex(/^cs_[A-Za-z0-9_]{1,200}$/, "is not the id of a checkout");

/** The calls with which managers pay for their client's CDN subscription. Card and account numbers are entered only at the provider. */
export const paymentRoutes = {
  getPaymentMeans: defineRoute({
    method: "GET",
    path: "/api/payments/means",
    guard: "manager",
    scope: "noKey",
    summary: "Get the client's payment method, and whether card and direct debit are offered",
    response: PaymentMeans,
  }),
  startCheckout: defineRoute({
    method: "POST",
    path: "/api/payments/checkout",
    guard: "manager",
    scope: "noKey",
    summary:
      "Start a checkout for the CDN subscription: returns the page for entering a card or bank account",
    response: z.object({ url: z.string() }),
    status: 201,
  }),
  confirmCheckout: defineRoute({
    method: "POST",
    path: "/api/payments/checkout/{checkout}",
    guard: "manager",
    scope: "noKey",
    summary: "Get the result of a checkout from the provider, and save the card or account",
    params: z.object({ checkout: CheckoutId }),
    response: PaymentMeans,
  }),
  removePaymentMeans: defineRoute({
    method: "DELETE",
    path: "/api/payments/means",
    guard: "manager",
    scope: "noKey",
    summary: "Remove the card or account; open invoices are then paid by transfer",
    response: PaymentMeans,
  }),
} as const;
