import Stripe from "stripe";
import { type ChargesService, type CollectedInvoices, idOf } from "./charges.service.ts";
import { type MeansService, readCheckout } from "./means.service.ts";

export interface WebhookDeps {
  stripe: Stripe;
  webhookSecret: string;
  means: Pick<MeansService, "recordCheckout" | "recordDetached">;
  charges: Pick<ChargesService, "recordIntent" | "recordDispute" | "recordReduction">;
  invoices: CollectedInvoices;
}

/**
 * Handles the provider's events. An event only reports that a payment has changed. Its state is fetched, so that events can
 * arrive twice, late and in any order.
 * @returns whether the provider's signature is valid.
 * @throws Error if the provider does not respond, which sends the event again.
 */
export async function handleEvent(
  { stripe, webhookSecret, means, charges, invoices }: WebhookDeps,
  body: Buffer,
  signature: string,
): Promise<boolean> {
  const event = readEvent(stripe, { body, signature, webhookSecret });
  if (!event) return false;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      await means.recordCheckout(await readCheckout(stripe, event.data.object.id));
      return true;
    case "payment_intent.succeeded":
    case "payment_intent.processing":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      await charges.recordIntent(await stripe.paymentIntents.retrieve(event.data.object.id));
      return true;
    case "charge.dispute.created":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed": {
      const dispute = await stripe.disputes.retrieve(event.data.object.id);
      if (isInquiry(dispute)) return true;
      const intent = await stripe.paymentIntents.retrieve(idOf(dispute.payment_intent));
      // The event of the payment's success can arrive after this one, or never.
      await charges.recordIntent(intent);
      const isWon = dispute.status === "won";
      const refundedCents = await readRefundedCents(stripe, intent);
      const isWhole = isOfRest(dispute, intent, refundedCents);
      // Earlier versions reopened the invoice for a dispute of a part too, which the end of the dispute must undo.
      if (isWhole || isWon)
        await charges.recordDispute(intent, { isReturned: !isWon, refundedCents }, invoices);
      if (!isWhole || isWon)
        await charges.recordReduction(intent, () => readReducedCents(stripe, intent), invoices);
      return true;
    }
    case "charge.refunded":
    case "charge.refund.updated": {
      const { payment_intent } = event.data.object;
      // A charge without an intent was not made by this installation.
      if (!payment_intent) return true;
      const intent = await stripe.paymentIntents.retrieve(idOf(payment_intent));
      await charges.recordIntent(intent);
      await charges.recordReduction(intent, () => readReducedCents(stripe, intent), invoices);
      return true;
    }
    case "payment_method.detached": {
      const previous = event.data.previous_attributes as { customer?: string | null } | undefined;
      await means.recordDetached(event.data.object.id, idOf(previous?.customer ?? null));
      return true;
    }
    default:
      return true;
  }
}

/** The bank has only asked a question so far. No money has moved. */
const isInquiry = ({ status }: Stripe.Dispute): boolean => status.startsWith("warning_");

/** Whether a dispute is about everything that was not refunded before, so that nothing of the payment is left. */
const isOfRest = (dispute: Stripe.Dispute, intent: Stripe.PaymentIntent, refundedCents: number): boolean =>
  dispute.amount >= intent.amount - refundedCents;

/** The limits of a request made under an invoice's lock. If one fails, the provider sends the event again. */
const UNDER_LOCK = { timeout: 5_000, maxNetworkRetries: 0 };

/** Reads the amount that was refunded of a charge, plus what its bank has withdrawn in disputes. */
async function readReducedCents(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<number> {
  const refunded = await readRefundedCents(stripe, intent, UNDER_LOCK);
  let withdrawn = 0;
  for await (const dispute of stripe.disputes.list({ payment_intent: intent.id, limit: 100 }, UNDER_LOCK))
    if (!isInquiry(dispute) && dispute.status !== "won") withdrawn += dispute.amount;
  return refunded + withdrawn;
}

async function readRefundedCents(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  limits: Stripe.RequestOptions = {},
): Promise<number> {
  const chargeId = idOf(intent.latest_charge);
  if (chargeId === "") return 0;
  const { amount_refunded: refunded } = await stripe.charges.retrieve(chargeId, {}, limits);
  return refunded;
}

interface SignedMessage {
  body: Buffer;
  signature: string;
  webhookSecret: string;
}

/** Reads an event; undefined if its signature is forged, or older than five minutes. */
function readEvent(
  stripe: Stripe,
  { body, signature, webhookSecret }: SignedMessage,
): Stripe.Event | undefined {
  try {
    return stripe.webhooks.constructEvent(body, signature, webhookSecret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw error;
  }
}
