import type { ChargeState, InvoiceCharge } from "@shoal/contract";
import { dayOfUtc } from "@shoal/domain/billing";
import Stripe from "stripe";
import type { Database, Tx } from "../../../platform/database.ts";
import { listMailedManagers } from "../../accounts/clients/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { PAYMENT_MAILS } from "./mails/index.ts";
import { type ChargeRow, createPaymentsRepository, RETURNED_BY_BANK } from "./payments.repository.ts";

export interface DueInvoice {
  /** The number, which is unique in the installation, so that an invoice is charged only once. */
  number: string;
  clientUuid: string;
  /** The amount with tax. */
  cents: number;
}

/**
 * The state of an invoice's charge. `not_open`: it was paid or credited in the meantime; `not_offered`: no provider is
 * configured; `no_means`: the client pays by transfer; `not_takeable`: the amount is outside the provider's limits.
 */
export type ChargeOutcome = ChargeState | "not_open" | "not_offered" | "no_means" | "not_takeable";

/** Starts a charge while its invoice is open; undefined if it is not. */
type RunWhileOpen = (begin: (tx: Tx) => Promise<ChargeRow | undefined>) => Promise<ChargeRow | undefined>;

/** Whether an invoice is being or was charged, so that it must not be paid by transfer as well. */
export async function isCharged(
  tx: Tx,
  { clientUuid, number }: { clientUuid: string; number: string },
): Promise<boolean> {
  const charged = await createPaymentsRepository(tx).findCharge(clientUuid, number);
  return charged !== undefined && charged.state !== "failed";
}

/** Identifies the invoice that a charge pays. */
interface ChargedInvoice {
  clientUuid: string;
  number: string;
}

/** The functions that change invoices paid by charges. */
export interface CollectedInvoices {
  /** Locks an invoice, if it exists. Charges are always locked after their invoice. */
  lockCollected(tx: Tx, invoice: ChargedInvoice): Promise<void>;
  /**
   * Undoes an invoice's payment by a charge.
   * @param refundedCents the amount of the charge that was refunded before.
   * @returns the amount left to pay after credit notes; undefined if the charge had not paid the invoice.
   */
  reopenCollected(tx: Tx, invoice: ChargedInvoice, refundedCents: number): Promise<number | undefined>;
  /** Marks an unpaid invoice as paid by its charge again. */
  restoreCollected(
    tx: Tx,
    invoice: ChargedInvoice,
    payment: { paidOn: string; reference: string; chargedCents: number },
  ): Promise<void>;
  /** Changes the reference of an invoice's payment by a charge. */
  changeCollectedReference(tx: Tx, invoice: ChargedInvoice, reference: string): Promise<void>;
}

/**
 * Finds the reference of an invoice's payment by its charge: the provider's id, with what was deducted from the charge.
 * @returns the invoice's number if the provider has not answered yet.
 */
export async function findReference(tx: Tx, { clientUuid, number }: ChargedInvoice): Promise<string> {
  const charged = await createPaymentsRepository(tx).findCharge(clientUuid, number);
  if (!charged?.intent_id) return number;
  const { intent_id: id, reduced_cents: cents } = charged;
  return cents > 0 ? `${id} (−${(cents / 100).toFixed(2)} EUR)` : id;
}

/** Finds the state of unfinished charges. A failed charge is retried after three days, or with another card or account. */
export async function findCharges(
  tx: Tx,
  invoices: readonly { clientUuid: string; number: string }[],
): Promise<Map<string, InvoiceCharge>> {
  const charges = await createPaymentsRepository(tx).listCharges(invoices);
  const states = charges.flatMap((charged): [string, InvoiceCharge][] => {
    const { invoice_number: number, state, attempt, ended_at } = charged;
    if (state === "pending") return [[number, { state, triedAgainOn: null }]];
    if (state !== "failed") return [];
    const retryAtMs = (ended_at?.getTime() ?? 0) + RETRY_AFTER_MS;
    const triedAgainOn = attempt < MAX_ATTEMPTS ? new Date(retryAtMs).toISOString().slice(0, 10) : null;
    return [[number, { state, triedAgainOn }]];
  });
  return new Map(states);
}

/** Finds the card or account to which an invoice of this amount will be charged; undefined if the client pays by transfer. */
export async function findChargedMethod(tx: Tx, clientUuid: string, cents: number) {
  const { method_id, method_kind, method_label } =
    (await createPaymentsRepository(tx).findMeans(clientUuid)) ?? {};
  return isCollectable(cents) && method_id && method_kind
    ? { method: method_kind, label: method_label ?? "" }
    : undefined;
}

/** The provider's limits: €0.50 and €999,999.99. Other amounts are paid by transfer. */
const [LEAST_CENTS, GREATEST_CENTS] = [50, 99_999_999];
/** The delay before a declined card is retried, a limited number of times. */
const RETRY_AFTER_MS = 3 * 24 * 3_600_000;
const MAX_ATTEMPTS = 4;
/**
 * How often a pending charge is looked up at the provider. Events normally arrive first, but the provider stops resending an event
 * after three days. Without the lookup, such a charge would stay pending for ever.
 */
const PENDING_LOOKUP_INTERVAL_MS = 6 * 3_600_000;
/** The tolerance between the provider's clock and ours. */
const CLOCK_TOLERANCE_SEC = 300;

export interface ChargesDeps {
  db: Database;
  mails: MailSender;
  /** The payment provider; undefined if none is configured. */
  stripe: Stripe | undefined;
  publicUrl: string;
  now?: () => number;
}

/** Creates the service that charges invoices to the card or account of a client. */
export function createChargesService({ db, mails, stripe, publicUrl, now = Date.now }: ChargesDeps) {
  const own = createPaymentsRepository(db);
  /** When this process last looked up pending charges, by invoice number. */
  const lookedUpAtMs = new Map<string, number>();

  /**
   * Charges an invoice once, however often it is requested. An attempt keeps its amount. A failure is mailed to the client's
   * managers and can be retried three days later, up to four times. With another card or account it can be retried immediately,
   * unless the bank returned the charge. A charge that stays pending is looked up at the provider every few hours.
   * @param whileOpen starts the charge under a lock that prevents payments and credits. By default it starts without one.
   * @throws Error if the provider does not respond. A later call continues the same attempt.
   */
  async function charge(
    invoice: DueInvoice,
    whileOpen: RunWhileOpen = (work) => db.transaction().execute(work),
  ): Promise<ChargeOutcome> {
    if (!stripe) return "not_offered";
    const known = await own.findCharge(invoice.clientUuid, invoice.number);
    if (known?.state === "pending") return lookUp(stripe, known);
    if (known && !isRetryDue(known, now()) && !(await hasAnotherMethod(known))) return known.state;
    if (!isCollectable(invoice.cents)) return "not_takeable";
    const attempt = known?.state === "begun" ? known : await begin(invoice, known, whileOpen);
    if (typeof attempt === "string") return attempt;
    // A process that was killed or lost its connection had already started this attempt, so the charge may exist at the provider.
    const found = known?.state === "begun" ? await findIntent(stripe, attempt) : undefined;
    return record(attempt, found ? wordOf(found) : await tryCharge(stripe, attempt));
  }

  /**
   * Asks the provider how a pending charge has ended, because the event may have been lost, and records the result.
   * @returns the charge's state.
   */
  async function lookUp(provider: Stripe, charged: ChargeRow): Promise<ChargeState> {
    const { invoice_number: number, intent_id: intent, state, begun_at } = charged;
    const sinceMs = lookedUpAtMs.get(number) ?? begun_at.getTime();
    if (intent === null || now() - sinceMs < PENDING_LOOKUP_INTERVAL_MS) return state;
    const word = wordOf(await provider.paymentIntents.retrieve(intent));
    if (word.state === "pending") lookedUpAtMs.set(number, now());
    else lookedUpAtMs.delete(number);
    return record(charged, word);
  }

  /** Whether the client has entered another card or account since the failure. */
  async function hasAnotherMethod({ client_uuid, state, method_id, failure }: ChargeRow): Promise<boolean> {
    if (state !== "failed" || failure === RETURNED_BY_BANK) return false;
    const means = await own.findMeans(client_uuid);
    return means?.method_id != null && means.method_id !== method_id;
  }

  async function begin(
    { number, clientUuid, cents }: DueInvoice,
    failed: ChargeRow | undefined,
    whileOpen: RunWhileOpen,
  ): Promise<ChargeRow | ChargeOutcome> {
    const means = await own.findMeans(clientUuid);
    if (!means?.method_id) return failed?.state ?? "no_means";
    const by = { customer_id: means.customer_id, method_id: means.method_id };
    const begun = await whileOpen((tx) => {
      const payments = createPaymentsRepository(tx);
      return failed
        ? payments.beginAttempt(failed, { ...by, cents })
        : payments.beginCharge({ invoice_number: number, client_uuid: clientUuid, cents, ...by });
    });
    // Another replica has started the charge and will complete it.
    return begun ?? (await own.findCharge(clientUuid, number))?.state ?? "not_open";
  }

  /** Records the provider's report of a charge, and mails a failure. */
  async function record(charged: ChargeRow, word: ChargeReport): Promise<ChargeState> {
    return db.transaction().execute(async (tx) => {
      const payments = createPaymentsRepository(tx);
      const isNew = await payments.recordCharge(charged, word);
      const { client_uuid: clientUuid, invoice_number: invoiceNumber } = charged;
      if (isNew && word.state === "failed")
        await reportFailure(tx, charged, word.failure ?? "", word.attempt >= MAX_ATTEMPTS);
      return (await payments.findCharge(clientUuid, invoiceNumber))?.state ?? word.state;
    });
  }

  async function reportFailure(tx: Tx, charged: ChargeRow, reason: string, isLast: boolean): Promise<void> {
    const { client_uuid: clientUuid, invoice_number: invoiceNumber, cents } = charged;
    const url = `${publicUrl}/#/profil?section=documents`;
    for (const { email, language, clientName } of await listMailedManagers(tx, clientUuid))
      await mails.send(tx, {
        mail: PAYMENT_MAILS["payment-failed"],
        to: email,
        language,
        values: { clientName, invoiceNumber, cents, reason, isLast, url },
      });
  }

  /** Finds the charge whose current attempt has this intent. */
  async function findChargeOf(intent: Stripe.PaymentIntent): Promise<ChargeRow | undefined> {
    const means = await own.findMeansOfCustomer(idOf(intent.customer));
    const charged = means && (await own.findCharge(means.client_uuid, intent.metadata.invoice ?? ""));
    return charged?.intent_id === intent.id ? charged : undefined;
  }

  return {
    isOffered: stripe !== undefined,
    charge,

    /** Finds the state of a charge; undefined for an invoice that was never charged. */
    async findState(clientUuid: string, invoiceNumber: string): Promise<ChargeState | undefined> {
      return (await own.findCharge(clientUuid, invoiceNumber))?.state;
    },

    /**
     * Handles the provider's report of a dispute, in any order and any number of times. A returned charge reopens the invoice and
     * is not charged again automatically; managers are notified unless credit notes leave nothing to pay. If the bank finally rejects
     * the dispute, the invoice is marked as paid again.
     * @param refundedCents the amount of the charge that was refunded before.
     */
    async recordDispute(
      intent: Stripe.PaymentIntent,
      { isReturned, refundedCents }: { isReturned: boolean; refundedCents: number },
      invoices: Pick<CollectedInvoices, "lockCollected" | "reopenCollected" | "restoreCollected">,
    ): Promise<void> {
      const charged = await findChargeOf(intent);
      if (!charged) return;
      const invoice = { clientUuid: charged.client_uuid, number: charged.invoice_number };
      await db.transaction().execute(async (tx) => {
        await invoices.lockCollected(tx, invoice);
        const payments = createPaymentsRepository(tx);
        if (!(await payments.recordReturn(charged, { isReturned, lastAttempt: MAX_ATTEMPTS }))) return;
        if (!isReturned) {
          await invoices.restoreCollected(tx, invoice, {
            paidOn: dayOfUtc(now()),
            reference: await findReference(tx, invoice),
            chargedCents: charged.cents,
          });
          return;
        }
        const cents = await invoices.reopenCollected(tx, invoice, refundedCents);
        if (cents !== 0)
          await reportFailure(tx, { ...charged, cents: cents ?? charged.cents }, RETURNED_BY_BANK, true);
      });
    },

    /**
     * Handles the provider's report of a refund or of a dispute of a part, in any order and any number of times. The invoice stays
     * paid, because the operator decides whether a credit note follows. The reference of its payment contains the amount, even if
     * the invoice is marked as paid only later.
     * @param readCents reads everything that was deducted from the charge. The call runs under the invoice's lock, so the later of
     * two events also has the later amount.
     */
    async recordReduction(
      intent: Stripe.PaymentIntent,
      readCents: () => Promise<number>,
      invoices: Pick<CollectedInvoices, "lockCollected" | "changeCollectedReference">,
    ): Promise<void> {
      const charged = await findChargeOf(intent);
      if (!charged) return;
      const invoice = { clientUuid: charged.client_uuid, number: charged.invoice_number };
      await db.transaction().execute(async (tx) => {
        await invoices.lockCollected(tx, invoice);
        await createPaymentsRepository(tx).saveReduction(charged, await readCents());
        await invoices.changeCollectedReference(tx, invoice, await findReference(tx, invoice));
      });
    },

    /** Handles the provider's report of an intent, in any order and any number of times. */
    async recordIntent(intent: Stripe.PaymentIntent): Promise<void> {
      const means = await own.findMeansOfCustomer(idOf(intent.customer));
      const charged = means && (await own.findCharge(means.client_uuid, intent.metadata.invoice ?? ""));
      if (charged) await record(charged, wordOf(intent));
    },
  };
}
export type ChargesService = ReturnType<typeof createChargesService>;

interface ChargeReport {
  attempt: number;
  state: ChargeState;
  intentId: string | null;
  failure: string | null;
}

/** Whether a card or an account can be charged with this amount. */
const isCollectable = (cents: number): boolean => cents >= LEAST_CENTS && cents <= GREATEST_CENTS;

const isRetryDue = ({ state, attempt, ended_at }: ChargeRow, nowMs: number): boolean =>
  state === "begun" ||
  (state === "failed" && attempt < MAX_ATTEMPTS && nowMs - (ended_at?.getTime() ?? 0) >= RETRY_AFTER_MS);

/** Returns a charge's idempotency key. It includes the customer, so that two installations can share a provider's account. */
const keyOf = ({ customer_id, invoice_number, attempt }: ChargeRow) =>
  `shoal-${customer_id}-${invoice_number}-${attempt}`;

/** Requests a charge. @throws Error if the provider does not respond or has an internal error. */
async function tryCharge(stripe: Stripe, charged: ChargeRow): Promise<ChargeReport> {
  const { cents, customer_id, method_id, invoice_number, attempt } = charged;
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: cents,
        currency: "eur",
        customer: customer_id,
        payment_method: method_id,
        allowed_payment_method_types: ["card", "sepa_debit"],
        off_session: true,
        confirm: true,
        description: invoice_number,
        metadata: { invoice: invoice_number, attempt: String(attempt) },
      },
      { idempotencyKey: keyOf(charged) },
    );
    return wordOf(intent);
  } catch (error) {
    // A declined card has an intent; a removed card does not.
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
      return wordOf(error.payment_intent);
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { attempt, state: "failed", intentId: null, failure: error.code ?? "invalid_request" };
  }
}

/** Finds the intent of an attempt, also in the list of intents, since idempotency keys expire after a day. */
async function findIntent(
  stripe: Stripe,
  { customer_id, invoice_number, attempt, begun_at }: ChargeRow,
): Promise<Stripe.PaymentIntent | undefined> {
  const since = Math.floor(begun_at.getTime() / 1_000) - CLOCK_TOLERANCE_SEC;
  const query = { customer: customer_id, created: { gte: since }, limit: 100 };
  for await (const intent of stripe.paymentIntents.list(query)) {
    const { metadata } = intent;
    if (metadata.invoice === invoice_number && metadata.attempt === String(attempt)) return intent;
  }
  return undefined;
}

function wordOf(intent: Stripe.PaymentIntent): ChargeReport {
  const attempt = Number(intent.metadata.attempt);
  const word = { attempt, intentId: intent.id, failure: null };
  if (intent.status === "succeeded") return { ...word, state: "succeeded" };
  if (intent.status === "processing") return { ...word, state: "pending" };
  const { decline_code, code } = intent.last_payment_error ?? {};
  return { ...word, state: "failed", failure: decline_code ?? code ?? intent.status };
}

export const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === "string" ? reference : (reference?.id ?? "");
