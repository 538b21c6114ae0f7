import { AppError, type PaymentMeans } from "@shoal/contract";
import Stripe from "stripe";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { idOf } from "./charges.service.ts";
import { createPaymentsRepository, type NewMethod } from "./payments.repository.ts";

export interface MeansDeps {
  db: Database;
  /** The payment provider; undefined if none is configured. */
  stripe: Stripe | undefined;
  publicUrl: string;
}

/** Creates the service of clients' cards and accounts, which the provider stores. */
export function createMeansService({ db, stripe, publicUrl }: MeansDeps) {
  const own = createPaymentsRepository(db);

  async function getMeans({ clientUuid }: Actor): Promise<PaymentMeans> {
    const means = await own.findMeans(clientUuid);
    const { method_kind: kind, method_label: label } = means ?? {};
    return { isOffered: stripe !== undefined, method: kind && label ? { kind, label } : null };
  }

  /** Returns the client's customer record at the provider, which is the same for concurrent requests. */
  async function openCustomer(provider: Stripe, clientUuid: string): Promise<string> {
    const means = await own.findMeans(clientUuid);
    if (means) return means.customer_id;
    const client = await own.findClient(clientUuid);
    const customer = await provider.customers.create(
      {
        name: client?.company_name || client?.name || "",
        ...(client?.contact_email ? { email: client.contact_email } : {}),
        metadata: { client: clientUuid },
      },
      { idempotencyKey: `shoal-customer-${clientUuid}` },
    );
    await own.addMeans(clientUuid, customer.id);
    return (await own.findMeans(clientUuid))?.customer_id ?? customer.id;
  }

  /**
   * Saves the card or account that a checkout produced. The same checkout can be reported repeatedly. If there are several
   * checkouts, the latest one counts.
   */
  async function recordCheckout(session: Stripe.Checkout.Session): Promise<void> {
    const means = await own.findMeansOfCustomer(idOf(session.customer));
    const method = methodOf(session);
    if (means && method) await own.setMethod(means.client_uuid, method, new Date(session.created * 1_000));
  }

  return {
    getMeans,
    recordCheckout,

    /**
     * @throws AppError "payments_not_offered", "contract_signer_wrong" for an administrator viewing the client, or "unavailable".
     */
    async startCheckout(actor: Actor): Promise<{ url: string }> {
      const provider = offered(actor);
      const page = `${publicUrl}/pluginpayment`;
      const session = await callProvider(async () =>
        provider.checkout.sessions.create({
          mode: "setup",
          currency: "eur",
          customer: await openCustomer(provider, actor.clientUuid),
          allowed_payment_method_types: ["card", "sepa_debit"],
          client_reference_id: actor.clientUuid,
          success_url: `${page}success?checkout={CHECKOUT_SESSION_ID}`,
          cancel_url: `${page}failure`,
        }),
      );
      if (!session.url) throw new Error(`The checkout ${session.id} has no page`);
      return { url: session.url };
    },

    /**
     * Confirms a checkout. @throws AppError "payments_not_offered", "not_found" for another client's checkout, or "unavailable".
     */
    async confirmCheckout(actor: Actor, id: string): Promise<PaymentMeans> {
      const provider = offered(actor);
      const session = await callProvider(() => readCheckout(provider, id));
      const means = await own.findMeans(actor.clientUuid);
      if (!means || idOf(session.customer) !== means.customer_id)
        throw new AppError("not_found", "No such checkout");
      await recordCheckout(session);
      return getMeans(actor);
    },

    /** @throws AppError "payments_not_offered" or "unavailable". */
    async removeMeans(actor: Actor): Promise<PaymentMeans> {
      const provider = offered(actor);
      const means = await own.findMeans(actor.clientUuid);
      if (means?.method_id) {
        const { method_id } = means;
        await callProvider(() => provider.paymentMethods.detach(method_id).catch(ignoreMissingCustomer));
        await own.removeMethod(actor.clientUuid, method_id);
      }
      return getMeans(actor);
    },

    /** Records that the provider has removed a payment method, for example at the client's request. */
    async recordDetached(methodId: string, customerId: string): Promise<void> {
      const means = await own.findMeansOfCustomer(customerId);
      if (means) await own.removeMethod(means.client_uuid, methodId);
    },
  };

  function offered({ clientUuid, ownClientUuid }: Actor): Stripe {
    if (!stripe) throw new AppError("payments_not_offered", "Payment by card is not set up here");
    if (clientUuid !== ownClientUuid)
      throw new AppError("contract_signer_wrong", "Only a manager of the client can do this");
    return stripe;
  }
}
export type MeansService = ReturnType<typeof createMeansService>;

/** Reads a checkout with the payment method that it produced. */
export const readCheckout = (stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.retrieve(id, { expand: ["setup_intent.payment_method"] });

function methodOf(session: Stripe.Checkout.Session): NewMethod | undefined {
  const { setup_intent: setup } = session;
  if (session.status !== "complete" || !setup || typeof setup === "string") return undefined;
  const { payment_method: method, status } = setup;
  if (status !== "succeeded" || !method || typeof method === "string") return undefined;
  if (method.card) {
    const label = `${method.card.brand} •••• ${method.card.last4}`;
    return { id: method.id, kind: "card", label };
  }
  if (method.sepa_debit) {
    const { country, last4 } = method.sepa_debit;
    return { id: method.id, kind: "sepa_debit", label: `${country ?? "IBAN"} •••• ${last4}` };
  }
  return undefined;
}

/** Calls the provider while a user waits. @throws AppError "unavailable" while it does not respond, "not_found". */
async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
      throw new AppError("not_found", "No such checkout");
    if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError)
      throw Object.assign(new AppError("unavailable", "The payment provider does not answer"), {
        cause: error,
      });
    throw error;
  }
}

function ignoreMissingCustomer(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}
