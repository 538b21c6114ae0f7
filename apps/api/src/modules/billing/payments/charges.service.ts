import type { ChargeState, InvoiceCharge } from "@shoal/contract";
import Stripe from "stripe";
import type { Database, Tx } from "../../../platform/database.ts";
import { listMailedManagers } from "../../accounts/clients/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { PAYMENT_MAILS } from "./mails/index.ts";
import { type Charge, createPaymentsRepository, RETURNED } from "./payments.repository.ts";

/** An invoice that is due. */
export interface DueInvoice {
  /** One per installation: it is charged once. */
  number: string;
  clientUuid: string;
  /** With tax. */
  cents: number;
}

/**
 * How an invoice stands. `not_open`: it was paid or credited meanwhile; `not_offered`: no provider is set up; `no_means`: the client pays by transfer; `not_takeable`: the provider
 * takes no amount so small, or so large.
 */
export type ChargeOutcome = ChargeState | "not_open" | "not_offered" | "no_means" | "not_takeable";

/** Begins a charge only while its invoice is open; undefined where it is not. */
type WhileOpen = (begin: (tx: Tx) => Promise<Charge | undefined>) => Promise<Charge | undefined>;

/** Whether an invoice is being charged, or was: what is charged must not be paid by transfer as well. */
export async function isCharged(
  tx: Tx,
  { clientUuid, number }: { clientUuid: string; number: string },
): Promise<boolean> {
  const charged = await createPaymentsRepository(tx).findCharge(clientUuid, number);
  return charged !== undefined && charged.state !== "failed";
}

/** How charges stand that are not done: what failed is tried again at the third day, or as soon as there is another card or account. */
export async function findCharges(
  tx: Tx,
  invoices: readonly { clientUuid: string; number: string }[],
): Promise<Map<string, InvoiceCharge>> {
  const charges = await createPaymentsRepository(tx).listCharges(invoices);
  const told = charges.flatMap((charged): [string, InvoiceCharge][] => {
    const { invoice_number: number, state, attempt, ended_at } = charged;
    if (state === "pending") return [[number, { state, triedAgainOn: null }]];
    if (state !== "failed") return [];
    const againMs = (ended_at?.getTime() ?? 0) + RETRY_AFTER_MS;
    const triedAgainOn = attempt < MAX_ATTEMPTS ? new Date(againMs).toISOString().slice(0, 10) : null;
    return [[number, { state, triedAgainOn }]];
  });
  return new Map(told);
}

/** The card or account to which an invoice of so much will be charged; undefined where its client pays by transfer. */
export async function findChargedMethod(tx: Tx, clientUuid: string, cents: number) {
  const { method_id, method_kind, method_label } =
    (await createPaymentsRepository(tx).findMeans(clientUuid)) ?? {};
  return isTakeable(cents) && method_id && method_kind
    ? { method: method_kind, label: method_label ?? "" }
    : undefined;
}

/** The provider's least and greatest amount in euros: 0.50 € and 999,999.99 €. What it does not take is paid by transfer. */
const [LEAST_CENTS, GREATEST_CENTS] = [50, 99_999_999];
/** A card that was refused is tried again so much later, and a few times in all. */
const RETRY_AFTER_MS = 3 * 24 * 3_600_000;
const MAX_ATTEMPTS = 4;
/** Their clock and ours. */
const CLOCKS_DIFFER_SEC = 300;

export interface ChargesDeps {
  db: Database;
  mails: MailSender;
  /** Undefined where no provider is set up. */
  stripe: Stripe | undefined;
  publicUrl: string;
  now?: () => number;
}

/** Charges of invoices to the card or account of a client. */
export function createChargesService({ db, mails, stripe, publicUrl, now = Date.now }: ChargesDeps) {
  const own = createPaymentsRepository(db);

  /**
   * Charges an invoice, once however often it is requested: an attempt keeps its amount. A failure is mailed to the client's
   * managers, and retried on request three days later, up to four times; and at once with another card or account, but for what
   * a bank has returned.
   * @param whileOpen begins it while nobody pays or credits the invoice; at once where nothing else can.
   * @throws Error when the provider does not answer: the same call later goes on with the same attempt.
   */
  async function charge(
    invoice: DueInvoice,
    whileOpen: WhileOpen = (work) => db.transaction().execute(work),
  ): Promise<ChargeOutcome> {
    if (!stripe) return "not_offered";
    const known = await own.findCharge(invoice.clientUuid, invoice.number);
    if (known && !isToBeTried(known, now()) && !(await hasAnotherMethod(known))) return known.state;
    if (!isTakeable(invoice.cents)) return "not_takeable";
    const attempt = known?.state === "begun" ? known : await begin(invoice, known, whileOpen);
    if (typeof attempt === "string") return attempt;
    // Started by a process that was killed, or cut off: its charge may exist.
    const found = known?.state === "begun" ? await findIntent(stripe, attempt) : undefined;
    return note(attempt, found ? wordOf(found) : await tryCharge(stripe, attempt));
  }

  /** Whether the client has given another card or account since the one that failed. */
  async function hasAnotherMethod({ client_uuid, state, method_id, failure }: Charge): Promise<boolean> {
    if (state !== "failed" || failure === RETURNED) return false;
    const means = await own.findMeans(client_uuid);
    return means?.method_id != null && means.method_id !== method_id;
  }

  async function begin(
    { number, clientUuid, cents }: DueInvoice,
    failed: Charge | undefined,
    whileOpen: WhileOpen,
  ): Promise<Charge | ChargeOutcome> {
    const means = await own.findMeans(clientUuid);
    if (!means?.method_id) return failed?.state ?? "no_means";
    const by = { customer_id: means.customer_id, method_id: means.method_id };
    const begun = await whileOpen((tx) => {
      const payments = createPaymentsRepository(tx);
      return failed
        ? payments.beginAttempt(failed, { ...by, cents })
        : payments.beginCharge({ invoice_number: number, client_uuid: clientUuid, cents, ...by });
    });
    // Another replica was faster, and goes on with it.
    return begun ?? (await own.findCharge(clientUuid, number))?.state ?? "not_open";
  }

  /** Keeps the word, and mails a failure with it. */
  async function note(charged: Charge, word: Word): Promise<ChargeState> {
    return db.transaction().execute(async (tx) => {
      const payments = createPaymentsRepository(tx);
      const isNew = await payments.noteCharge(charged, word);
      const { client_uuid: clientUuid, invoice_number: invoiceNumber } = charged;
      if (isNew && word.state === "failed")
        await reportFailure(tx, charged, word.failure ?? "", word.attempt >= MAX_ATTEMPTS);
      return (await payments.findCharge(clientUuid, invoiceNumber))?.state ?? word.state;
    });
  }

  async function reportFailure(tx: Tx, charged: Charge, reason: string, isLast: boolean): Promise<void> {
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

  return {
    isOffered: stripe !== undefined,
    charge,

    /** How a charge stands; undefined for an invoice that was never charged. */
    async findState(clientUuid: string, invoiceNumber: string): Promise<ChargeState | undefined> {
      return (await own.findCharge(clientUuid, invoiceNumber))?.state;
    },

    /** The provider's id of an invoice's charge; undefined before its response. */
    async findIntentId(clientUuid: string, invoiceNumber: string): Promise<string | undefined> {
      return (await own.findCharge(clientUuid, invoiceNumber))?.intent_id ?? undefined;
    },

    /**
     * Takes the provider's word of a dispute, whenever and however often it comes: what a bank has returned is open again, and is not charged again by
     * itself. Where the bank lets it stay after all, it is collected as what was charged is.
     * @param reopen takes back that the invoice was paid.
     */
    async noteDispute(
      intent: Stripe.PaymentIntent,
      isReturned: boolean,
      reopen: (tx: Tx, invoice: { clientUuid: string; number: string }) => Promise<void>,
    ): Promise<void> {
      const means = await own.findMeansOfCustomer(idOf(intent.customer));
      const charged = means && (await own.findCharge(means.client_uuid, intent.metadata.invoice ?? ""));
      if (charged?.intent_id !== intent.id) return;
      await db.transaction().execute(async (tx) => {
        const payments = createPaymentsRepository(tx);
        if (!(await payments.noteReturn(charged, { isReturned, lastAttempt: MAX_ATTEMPTS })) || !isReturned)
          return;
        await reopen(tx, { clientUuid: charged.client_uuid, number: charged.invoice_number });
        await reportFailure(tx, charged, RETURNED, true);
      });
    },

    /** Takes the provider's word of an intent, whenever and however often it comes. */
    async noteIntent(intent: Stripe.PaymentIntent): Promise<void> {
      const means = await own.findMeansOfCustomer(idOf(intent.customer));
      const charged = means && (await own.findCharge(means.client_uuid, intent.metadata.invoice ?? ""));
      if (charged) await note(charged, wordOf(intent));
    },
  };
}
export type ChargesService = ReturnType<typeof createChargesService>;

interface Word {
  attempt: number;
  state: ChargeState;
  intentId: string | null;
  failure: string | null;
}

/** Whether a card or an account can be charged with it. */
const isTakeable = (cents: number): boolean => cents >= LEAST_CENTS && cents <= GREATEST_CENTS;

const isToBeTried = ({ state, attempt, ended_at }: Charge, nowMs: number): boolean =>
  state === "begun" ||
  (state === "failed" && attempt < MAX_ATTEMPTS && nowMs - (ended_at?.getTime() ?? 0) >= RETRY_AFTER_MS);

/** By customer, so that two installations may share an account of the provider. */
const keyOf = ({ customer_id, invoice_number, attempt }: Charge) =>
  `shoal-${customer_id}-${invoice_number}-${attempt}`;

/** Charges. @throws Error when the provider does not answer, or is not well. */
async function tryCharge(stripe: Stripe, charged: Charge): Promise<Word> {
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
    // A refused card has an intent too; a removed one has none.
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
      return wordOf(error.payment_intent);
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { attempt, state: "failed", intentId: null, failure: error.code ?? "invalid_request" };
  }
}

/** The intent of an attempt, asked for by what is listed at once: keys are forgotten after a day. */
async function findIntent(
  stripe: Stripe,
  { customer_id, invoice_number, attempt, begun_at }: Charge,
): Promise<Stripe.PaymentIntent | undefined> {
  const since = Math.floor(begun_at.getTime() / 1_000) - CLOCKS_DIFFER_SEC;
  const query = { customer: customer_id, created: { gte: since }, limit: 100 };
  for await (const intent of stripe.paymentIntents.list(query)) {
    const { metadata } = intent;
    if (metadata.invoice === invoice_number && metadata.attempt === String(attempt)) return intent;
  }
  return undefined;
}

function wordOf(intent: Stripe.PaymentIntent): Word {
  const attempt = Number(intent.metadata.attempt);
  const word = { attempt, intentId: intent.id, failure: null };
  if (intent.status === "succeeded") return { ...word, state: "succeeded" };
  if (intent.status === "processing") return { ...word, state: "pending" };
  const { decline_code, code } = intent.last_payment_error ?? {};
  return { ...word, state: "failed", failure: decline_code ?? code ?? intent.status };
}

export const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === "string" ? reference : (reference?.id ?? "");
