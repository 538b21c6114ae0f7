import Stripe from "stripe";
import type { Tx } from "../../../platform/database.ts";
import { type ChargesService, idOf } from "./charges.service.ts";
import { type MeansService, readCheckout } from "./means.service.ts";

export interface WebhookDeps {
  stripe: Stripe;
  webhookSecret: string;
  means: Pick<MeansService, "recordCheckout" | "recordDetached">;
  charges: Pick<ChargesService, "recordIntent" | "recordDispute">;
  /** Undoes an invoice's payment by a charge. */
  reopen: (tx: Tx, invoice: { clientUuid: string; number: string }) => Promise<void>;
}

/**
 * Handles the provider's events. An event only reports that something happened. The state is fetched, so that events can
 * arrive twice, late and in any order.
 * @returns whether the provider's signature is valid.
 * @throws Error if the provider does not answer, which sends the event again.
 */
export async function handleEvent(
  { stripe, webhookSecret, means, charges, reopen }: WebhookDeps,
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
      const { status, payment_intent } = await stripe.disputes.retrieve(event.data.object.id);
      // For an inquiry, no money has been moved yet.
      if (!status.startsWith("warning_"))
        await charges.recordDispute(
          await stripe.paymentIntents.retrieve(idOf(payment_intent)),
          status !== "won",
          reopen,
        );
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
