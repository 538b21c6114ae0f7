import { randomUUID } from "node:crypto";
import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Tx } from "../../../platform/database.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, verifyEmailOf } from "../../../testing/account-harness.ts";
import { createInvoicesService } from "../invoices/index.ts";
import { createChargesService, findCharges } from "./charges.service.ts";
import { collectInvoices } from "./collect-invoices.ts";
import { deleteCustomer } from "./payers.ts";
import { RETURNED_BY_BANK } from "./payments.repository.ts";
import { openStripe } from "./stripe-client.ts";
import { type FakeStripe, startFakeStripe } from "./testing/fake-stripe.ts";

const DAY_MS = 86_400_000;

let stripe: FakeStripe;
let api: TestApi;
let owner: TestUser;
let sentMails: { to: string; values: unknown }[];
beforeAll(async () => {
  stripe = await startFakeStripe();
  api = await startTestApi(stripe.env);
});
afterAll(async () => {
  await api.close();
  await stripe.close();
});
beforeEach(async () => {
  sentMails = [];
  stripe.setChargeStatus("succeeded");
  owner = await api.addUser(["manager"]);
  await verifyEmailOf(api, owner);
});

/** Creates the service of charges. @param afterMs the time by which the service's clock is ahead, in ms. */
const createCharges = (afterMs = 0) =>
  createChargesService({
    db: api.database.db,
    stripe: openStripe({ secretKey: "sk_test_of_tests", apiUrl: stripe.url }),
    publicUrl: api.url,
    mails: { send: async (_, { to, values }) => void sentMails.push({ to, values }) },
    now: () => Date.now() + afterMs,
  });

const dueInvoice = (cents = 12_345) => ({
  number: `2026-${randomUUID().slice(0, 8)}`,
  clientUuid: owner.clientUuid,
  cents,
});

/**
 * Starts a checkout.
 * @returns the checkout's id at the provider.
 */
async function startCheckout(user = owner): Promise<string> {
  const { url } = await user.call(routes.startCheckout, {});
  expect(url).toBe("https://checkout.stripe.example/pay");
  return stripe.lastCheckout();
}

async function addCard(last4 = "4242", kind: "card" | "sepa_debit" = "card") {
  const checkout = await startCheckout();
  const method = stripe.completeCheckout(checkout, last4, kind);
  await owner.call(routes.confirmCheckout, { params: { checkout } });
  return { checkout, method };
}

const sendEvent = async ({ body, signature }: { body: string; signature: string }) => {
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  return (await fetch(`${api.url}/api/payments/stripe`, { method: "POST", headers, body })).status;
};
const methodOf = async () => (await owner.call(routes.getPaymentMeans, {})).method;

test("a card or an account is entered at the provider, and only its label is stored", async () => {
  expect(await owner.call(routes.getPaymentMeans, {})).toEqual({ isOffered: true, method: null });
  await addCard();
  expect(await methodOf()).toEqual({ kind: "card", label: "visa •••• 4242" });
  await addCard("3000", "sepa_debit");
  expect(await methodOf()).toEqual({ kind: "sepa_debit", label: "FR •••• 3000" });
  expect(await owner.call(routes.removePaymentMeans, {})).toEqual({ isOffered: true, method: null });
});

test("an abandoned checkout, or one of another client, does not change the payment method", async () => {
  const checkout = await startCheckout();
  await owner.call(routes.confirmCheckout, { params: { checkout } });
  expect(await methodOf()).toBeNull();
  const other = await api.addUser(["manager"]);
  await other.call(routes.startCheckout, {});
  expect(await codeOf(other.call(routes.confirmCheckout, { params: { checkout } }))).toBe("not_found");
  const editor = await api.addUser(["editor"], { clientOf: owner });
  expect(await codeOf(editor.call(routes.startCheckout, {}))).toBe("forbidden");
});

test("the newest checkout counts, even if events are repeated or arrive in any order", async () => {
  const first = await startCheckout();
  stripe.wait(10);
  const second = await startCheckout();
  stripe.completeCheckout(first, "1111");
  stripe.completeCheckout(second, "2222");
  for (const id of [second, first, second, first])
    expect(await sendEvent(stripe.eventOf("checkout.session.completed", { id }))).toBe(204);
  expect(await methodOf()).toMatchObject({ label: "visa •••• 2222" });
});

test("a forged event is refused, and an irrelevant one is accepted", async () => {
  const checkout = await startCheckout();
  stripe.completeCheckout(checkout, "6666");
  const forged = stripe.eventOf("checkout.session.completed", { id: checkout }, undefined, "whsec_guessed");
  expect(await sendEvent(forged)).toBe(400);
  const { signature } = stripe.eventOf("checkout.session.completed", { id: "cs_test_other" });
  const { body } = stripe.eventOf("checkout.session.completed", { id: checkout });
  expect(await sendEvent({ body, signature })).toBe(400);
  expect(await sendEvent({ body, signature: "" })).toBe(400);
  expect(await methodOf()).toBeNull();
  expect(await sendEvent(stripe.eventOf("customer.created", { id: "cus_1" }))).toBe(204);
});

test("a deleted client is also deleted at the provider, and a repeated deletion changes nothing", async () => {
  await addCard();
  const { customer_id: customer } = await api.database.db
    .selectFrom("payment_means")
    .select("customer_id")
    .where("client_uuid", "=", owner.clientUuid)
    .executeTakeFirstOrThrow();
  expect(stripe.has(customer)).toBe(true);
  const id = owner.clientUuid;
  const { clientname } = await owner.call(routes.getClient, { params: { id } });
  const admin = await api.addUser(["admin"]);
  await admin.call(routes.deleteClient, { params: { id }, body: { clientname } });
  await eventually(() => expect(stripe.has(customer)).toBe(false));
  const provider = openStripe({ secretKey: "sk_test_of_tests", apiUrl: stripe.url });
  await expect(deleteCustomer(provider, customer)).resolves.toBeUndefined();
});

test("a payment method that the provider removes is no longer charged", async () => {
  const { method } = await addCard();
  const { customer_id: customer } = await api.database.db
    .selectFrom("payment_means")
    .select("customer_id")
    .where("client_uuid", "=", owner.clientUuid)
    .executeTakeFirstOrThrow();
  expect(await sendEvent(stripe.eventOf("payment_method.detached", { id: method }, { customer }))).toBe(204);
  expect(await methodOf()).toBeNull();
  expect(await createCharges().charge(dueInvoice())).toBe("no_means");
});

test("an invoice is charged once, even if several replicas request it repeatedly", async () => {
  await addCard();
  const invoice = dueInvoice();
  expect(await createCharges().charge(invoice)).toBe("succeeded");
  const again = await Promise.all([1, 2, 3].map(() => createCharges().charge(invoice)));
  expect(again).toEqual(["succeeded", "succeeded", "succeeded"]);
  const together = dueInvoice();
  await Promise.all([1, 2, 3].map(() => createCharges().charge(together)));
  expect(await createCharges().charge(together)).toBe("succeeded");
  for (const { number } of [invoice, together])
    expect(stripe.listIntents(number)).toMatchObject([{ amount: 12_345, currency: "eur" }]);
  expect(await createCharges().charge({ ...invoice, cents: 1 })).toBe("succeeded");
  expect(stripe.listIntents(invoice.number)).toHaveLength(1);
});

test("a connection lost after the charge charges only once", async () => {
  await addCard();
  const invoice = dueInvoice();
  stripe.fail("cut");
  expect(await createCharges().charge(invoice)).toBe("succeeded");
  expect(stripe.listIntents(invoice.number)).toHaveLength(1);
});

test("if the provider is unreachable, the attempt is kept, and the next call continues it", async () => {
  await addCard();
  const invoice = dueInvoice();
  stripe.fail("cut", "away", "away");
  await expect(createCharges().charge(invoice)).rejects.toThrow(/connection/i);
  expect(await createCharges().findState(owner.clientUuid, invoice.number)).toBe("begun");
  // A day later, the provider has forgotten the key, and the client has another card.
  stripe.clearKeys();
  stripe.wait(60);
  await addCard("5555");
  expect(await createCharges().charge(invoice)).toBe("succeeded");
  expect(stripe.listIntents(invoice.number)).toHaveLength(1);
});

test("an attempt fails if its card is removed during it, and the next attempt uses the new card", async () => {
  await addCard();
  const invoice = dueInvoice();
  stripe.fail("away", "away", "away");
  await expect(createCharges().charge(invoice)).rejects.toThrow(/connection/i);
  await owner.call(routes.removePaymentMeans, {});
  expect(await createCharges().charge(invoice)).toBe("failed");
  expect(sentMails).toMatchObject([{ values: { reason: "payment_method_unactivated" } }]);
  stripe.wait(120);
  const { method } = await addCard("5555");
  expect(await createCharges(3 * DAY_MS + 1_000).charge(invoice)).toBe("succeeded");
  expect(stripe.listIntents(invoice.number)).toMatchObject([{ payment_method: method }]);
});

test("a refused card is mailed once, and charged again after three days, with the card of that time", async () => {
  await addCard();
  const invoice = dueInvoice();
  stripe.fail("declined");
  expect(await createCharges().charge(invoice)).toBe("failed");
  expect(await createCharges().charge(invoice)).toBe("failed");
  const [intent] = stripe.listIntents(invoice.number);
  if (!intent) throw new Error("Nothing was charged");
  expect(await sendEvent(stripe.eventOf("payment_intent.payment_failed", intent))).toBe(204);
  expect(sentMails).toMatchObject([
    {
      to: `${owner.username}@example.org`,
      values: { invoiceNumber: invoice.number, cents: 12_345, reason: "insufficient_funds" },
    },
  ]);
  stripe.wait(60);
  const { method } = await addCard("5555");
  expect(await createCharges(3 * DAY_MS + 1_000).charge(invoice)).toBe("succeeded");
  expect(stripe.listIntents(invoice.number)).toMatchObject([{}, { payment_method: method }]);
  // The event of the first attempt's failure arrives late.
  expect(await sendEvent(stripe.eventOf("payment_intent.payment_failed", intent))).toBe(204);
  expect(await createCharges().findState(owner.clientUuid, invoice.number)).toBe("succeeded");
  expect(sentMails).toHaveLength(1);
});

test("a failed charge is retried at once with another card, and its state can be read before", async () => {
  await addCard();
  const invoice = dueInvoice();
  const findCharge = async () => (await findCharges(api.database.db, [invoice])).get(invoice.number);
  expect(await findCharge()).toBeUndefined();
  stripe.fail("declined", "declined", "declined", "declined");
  for (const day of [0, 4, 8]) expect(await createCharges(day * DAY_MS).charge(invoice)).toBe("failed");
  const inThreeDays = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
  expect(await findCharge()).toEqual({ state: "failed", triedAgainOn: inThreeDays });
  await createCharges(12 * DAY_MS).charge(invoice);
  expect(await findCharge()).toEqual({ state: "failed", triedAgainOn: null });
  expect(await createCharges(90 * DAY_MS).charge(invoice)).toBe("failed");
  expect(stripe.listIntents(invoice.number)).toHaveLength(4);
  stripe.wait(60);
  await addCard("5555");
  expect(await createCharges().charge(invoice)).toBe("succeeded");
  expect(await findCharge()).toBeUndefined();
  const other = { ...invoice, clientUuid: randomUUID() };
  expect((await findCharges(api.database.db, [other])).size).toBe(0);
});

test("a direct debit is pending until the provider reports its end, in any order and repeatedly", async () => {
  await addCard("3000", "sepa_debit");
  stripe.setChargeStatus("processing");
  const invoice = dueInvoice();
  expect(await createCharges().charge(invoice)).toBe("pending");
  const [intent] = stripe.listIntents(invoice.number);
  if (!intent) throw new Error("Nothing was charged");
  stripe.change(intent.id, { status: "succeeded" });
  for (const type of ["payment_intent.succeeded", "payment_intent.processing", "payment_intent.succeeded"])
    expect(await sendEvent(stripe.eventOf(type, intent))).toBe(204);
  expect(await createCharges().charge(invoice)).toBe("succeeded");
  expect(stripe.listIntents(invoice.number)).toHaveLength(1);
});

test("a direct debit that the bank returns fails, even if the event of its success arrives later", async () => {
  await addCard("3000", "sepa_debit");
  stripe.setChargeStatus("processing");
  const invoice = dueInvoice();
  expect(await createCharges().charge(invoice)).toBe("pending");
  const [intent] = stripe.listIntents(invoice.number);
  const id = intent?.id ?? "";
  stripe.change(id, { status: "succeeded" });
  const dispute = stripe.dispute(id, "lost");
  expect(await sendEvent(stripe.eventOf("charge.dispute.created", { id: dispute }))).toBe(204);
  expect(await sendEvent(stripe.eventOf("payment_intent.succeeded", { id }))).toBe(204);
  expect(await createCharges().findState(owner.clientUuid, invoice.number)).toBe("failed");
});

test("a direct debit whose event never arrives is looked up hours later", async () => {
  await addCard("3000", "sepa_debit");
  stripe.setChargeStatus("processing");
  const invoice = dueInvoice();
  await createCharges().charge(invoice);
  const [intent] = stripe.listIntents(invoice.number);
  if (!intent) throw new Error("Nothing was charged");
  const later = createCharges(DAY_MS);
  expect(await later.charge(invoice)).toBe("pending");
  stripe.change(intent.id, { status: "succeeded" });
  // Invoices are collected every ten minutes, but the provider is not queried each time.
  expect(await later.charge(invoice)).toBe("pending");
  expect(await createCharges(2 * DAY_MS).charge(invoice)).toBe("succeeded");
  expect(stripe.listIntents(invoice.number)).toHaveLength(1);
});

test("open invoices are collected and marked as paid, and a failed one does not block others", async () => {
  await addCard();
  const open = [dueInvoice(1_000), dueInvoice(2_000), dueInvoice(3_000)].map(
    ({ number, clientUuid, cents }) => ({
      uuid: randomUUID(),
      number,
      kind: "invoice",
      client_uuid: clientUuid,
      open_cents: cents,
    }),
  );
  const note = {
    uuid: randomUUID(),
    number: "note",
    kind: "credit_note",
    client_uuid: owner.clientUuid,
    open_cents: -500,
  };
  const paid: [string, string][] = [];
  const faults: unknown[] = [];
  const collect = () =>
    collectInvoices({
      charges: createCharges(),
      onError: (error) => void faults.push(error),
      invoices: {
        listForAccounting: async ({ state }) =>
          state === "open" ? [...open, note].filter(({ uuid }) => !paid.some(([id]) => id === uuid)) : [],
        markCollected: async (by, uuid) => void paid.push([uuid, by]),
        whileOpen: (_uuid, _cents, work) => api.database.db.transaction().execute(work),
      },
    });
  stripe.fail("away", "away", "away");
  await collect();
  expect(faults).toHaveLength(1);
  expect(paid).toEqual(open.slice(1).map(({ uuid }) => [uuid, "Stripe"]));
  await collect();
  expect(paid.map(([uuid]) => uuid).toSorted()).toEqual(open.map(({ uuid }) => uuid).toSorted());
  for (const { number } of open) expect(stripe.listIntents(number)).toHaveLength(1);
});

/** An invoice that its charge has paid. */
async function addPaidInvoice({ number, cents }: { number: string; cents: number }): Promise<void> {
  await api.database.db
    .insertInto("invoices")
    .values({
      client_uuid: owner.clientUuid,
      kind: "invoice",
      number,
      issued_on: "2026-11-05",
      due_on: "2026-12-05",
      party_name: "Lagoon",
      net_cents: cents,
      vat_cents: 0,
      gross_cents: cents,
      document: JSON.stringify({ number }),
      paid_on: "2026-11-10",
      paid_by: "Stripe",
    })
    .execute();
}

test("refunds at the provider and disputes of a part are noted on the invoice, which stays paid", async () => {
  await addCard();
  const invoice = dueInvoice(10_000);
  expect(await createCharges().charge(invoice)).toBe("succeeded");
  await addPaidInvoice(invoice);
  const [intent] = stripe.listIntents(invoice.number);
  const id = intent?.id ?? "";
  const read = () =>
    api.database.db
      .selectFrom("invoices")
      .select(["paid_on", "paid_reference"])
      .where("number", "=", invoice.number)
      .executeTakeFirstOrThrow();
  const refunded = stripe.eventOf("charge.refunded", stripe.refund(id, 1_250));
  // The provider can send an event twice.
  expect([await sendEvent(refunded), await sendEvent(refunded)]).toEqual([204, 204]);
  expect(await read()).toEqual({ paid_on: "2026-11-10", paid_reference: `${id} (−12.50 EUR)` });
  const dispute = stripe.dispute(id, "needs_response", 2_000);
  expect(await sendEvent(stripe.eventOf("charge.dispute.created", { id: dispute }))).toBe(204);
  expect(await read()).toEqual({ paid_on: "2026-11-10", paid_reference: `${id} (−32.50 EUR)` });
  expect(await createCharges().findState(owner.clientUuid, invoice.number)).toBe("succeeded");
  stripe.change(dispute, { status: "won" });
  expect(await sendEvent(stripe.eventOf("charge.dispute.closed", { id: dispute }))).toBe(204);
  expect(await read()).toMatchObject({ paid_reference: `${id} (−12.50 EUR)` });
  const foreign = { object: "charge", id: "ch_other", payment_intent: null };
  expect(await sendEvent(stripe.eventOf("charge.refunded", foreign))).toBe(204);
});

test("a dispute of everything that was not refunded before reopens the invoice", async () => {
  await addCard();
  const invoice = dueInvoice(10_000);
  expect(await createCharges().charge(invoice)).toBe("succeeded");
  await addPaidInvoice(invoice);
  const [intent] = stripe.listIntents(invoice.number);
  const id = intent?.id ?? "";
  expect(await sendEvent(stripe.eventOf("charge.refunded", stripe.refund(id, 2_000)))).toBe(204);
  const dispute = stripe.dispute(id, "lost", 8_000);
  expect(await sendEvent(stripe.eventOf("charge.dispute.created", { id: dispute }))).toBe(204);
  expect(await createCharges().findState(owner.clientUuid, invoice.number)).toBe("failed");
  const { paid_on } = await api.database.db
    .selectFrom("invoices")
    .select("paid_on")
    .where("number", "=", invoice.number)
    .executeTakeFirstOrThrow();
  expect(paid_on).toBeNull();
  // The disputed part still counts as deducted after the rest has been refunded.
  const other = dueInvoice(10_000);
  expect(await createCharges().charge(other)).toBe("succeeded");
  await addPaidInvoice(other);
  const [otherIntent] = stripe.listIntents(other.number);
  const part = stripe.dispute(otherIntent?.id ?? "", "lost", 2_000);
  expect(await sendEvent(stripe.eventOf("charge.dispute.created", { id: part }))).toBe(204);
  const refund = stripe.refund(otherIntent?.id ?? "", 8_000);
  expect(await sendEvent(stripe.eventOf("charge.refunded", refund))).toBe(204);
  const { paid_reference } = await api.database.db
    .selectFrom("invoices")
    .select("paid_reference")
    .where("number", "=", other.number)
    .executeTakeFirstOrThrow();
  expect(paid_reference).toBe(`${otherIntent?.id} (−100.00 EUR)`);
});

test("a returned charge leaves to pay what credit notes have not reduced, until the dispute is won", async () => {
  await addCard();
  const { db } = api.database;
  const invoices = createInvoicesService({
    db,
    seller: { get: async () => null },
    isCharged: async () => false,
    findCharges: async () => new Map(),
    now: () => Date.UTC(2026, 10, 20),
  });
  const openCentsOf = async (...numbers: string[]) => {
    const rows = await invoices.listForAccounting({});
    return numbers.map((each) => rows.find(({ number }) => number === each)?.open_cents);
  };
  /** Adds a paid invoice of 100 € with a credit note, and lets the bank return what was not refunded. */
  const returnCharge = async (note: { cents: number; refundedCents?: number; isPaidOut?: boolean }) => {
    const { cents, refundedCents = 0, isPaidOut = false } = note;
    const invoice = dueInvoice(10_000);
    expect(await createCharges().charge(invoice)).toBe("succeeded");
    await addPaidInvoice(invoice);
    const { uuid } = await db
      .selectFrom("invoices")
      .select("uuid")
      .where("number", "=", invoice.number)
      .executeTakeFirstOrThrow();
    const noteNumber = `${invoice.number}-note`;
    await db
      .insertInto("invoices")
      .values({
        client_uuid: owner.clientUuid,
        kind: "credit_note",
        number: noteNumber,
        issued_on: "2026-11-12",
        due_on: "2026-11-12",
        party_name: "Lagoon",
        net_cents: -cents,
        vat_cents: 0,
        gross_cents: -cents,
        credited_uuid: uuid,
        document: JSON.stringify({ number: noteNumber }),
        paid_on: isPaidOut ? "2026-11-13" : null,
      })
      .execute();
    expect(await openCentsOf(invoice.number, noteNumber)).toEqual([0, isPaidOut ? 0 : -cents]);
    const [intent] = stripe.listIntents(invoice.number);
    const id = intent?.id ?? "";
    if (refundedCents > 0) stripe.refund(id, refundedCents);
    const dispute = stripe.dispute(id, "needs_response", 10_000 - refundedCents);
    expect(await sendEvent(stripe.eventOf("charge.dispute.created", { id: dispute }))).toBe(204);
    return { uuid, numbers: [invoice.number, noteNumber], dispute };
  };
  const win = async (dispute: string) => {
    stripe.change(dispute, { status: "won" });
    expect(await sendEvent(stripe.eventOf("charge.dispute.closed", { id: dispute }))).toBe(204);
  };

  const credited = await returnCharge({ cents: 10_000 });
  expect(await openCentsOf(...credited.numbers)).toEqual([0, 0]);
  await win(credited.dispute);
  expect(await openCentsOf(...credited.numbers)).toEqual([0, -10_000]);

  const refunded = await returnCharge({ cents: 2_000, refundedCents: 2_000, isPaidOut: true });
  expect(await openCentsOf(...refunded.numbers)).toEqual([8_000, 0]);
  const transferred = await returnCharge({ cents: 2_000, isPaidOut: true });
  expect(await openCentsOf(...transferred.numbers)).toEqual([10_000, 0]);

  const creditedLater = await returnCharge({ cents: 2_000 });
  await db
    .insertInto("invoices")
    .values({
      client_uuid: owner.clientUuid,
      kind: "credit_note",
      number: `${creditedLater.numbers[0]}-later`,
      issued_on: "2026-11-14",
      due_on: "2026-11-14",
      party_name: "Lagoon",
      net_cents: -500,
      vat_cents: 0,
      gross_cents: -500,
      credited_uuid: creditedLater.uuid,
      is_offset: true,
      document: JSON.stringify({ number: `${creditedLater.numbers[0]}-later` }),
    })
    .execute();
  creditedLater.numbers.push(`${creditedLater.numbers[0]}-later`);
  expect(await openCentsOf(...creditedLater.numbers)).toEqual([7_500, 0, 0]);
  await win(creditedLater.dispute);
  expect(await openCentsOf(...creditedLater.numbers)).toEqual([0, -2_000, -500]);

  const paidAgain = await returnCharge({ cents: 2_000 });
  expect(await openCentsOf(...paidAgain.numbers)).toEqual([8_000, 0]);
  const payment = { paidOn: "2026-11-20", reference: "SEPA" };
  await invoices.markPaid({ username: "an administrator" }, paidAgain.uuid, payment);
  expect(await openCentsOf(...paidAgain.numbers)).toEqual([0, 0]);
});

test("refunds before the invoice is marked as paid are in its reference", async () => {
  await addCard();
  const invoice = { ...dueInvoice(10_000), uuid: randomUUID() };
  expect(await createCharges().charge(invoice)).toBe("succeeded");
  const [intent] = stripe.listIntents(invoice.number);
  const id = intent?.id ?? "";
  const events = [stripe.refund(id, 1_250), stripe.refund(id, 500)];
  const delivered = events.map((charge) => sendEvent(stripe.eventOf("charge.refunded", charge)));
  expect(await Promise.all(delivered)).toEqual([204, 204]);
  const references: string[] = [];
  const { clientUuid: client_uuid, number, uuid, cents: open_cents } = invoice;
  await collectInvoices({
    charges: createCharges(),
    onError: (error) => {
      throw error;
    },
    invoices: {
      listForAccounting: async ({ state }) =>
        state === "open" ? [{ uuid, number, kind: "invoice", client_uuid, open_cents }] : [],
      markCollected: async (_by, _uuid, { findReference }) =>
        api.database.db.transaction().execute(async (tx) => references.push(await findReference(tx))),
      whileOpen: (_uuid, _cents, work) => api.database.db.transaction().execute(work),
    },
  });
  expect(references).toEqual([`${id} (−17.50 EUR)`]);
});

test("of two reductions at the same time, the later one is kept", async () => {
  await addCard();
  const invoice = dueInvoice(10_000);
  const charges = createCharges();
  expect(await charges.charge(invoice)).toBe("succeeded");
  await addPaidInvoice(invoice);
  const [intent] = stripe.listIntents(invoice.number) as unknown as [Stripe.PaymentIntent];
  const { db } = api.database;
  const invoices = {
    lockCollected: async (tx: Tx) =>
      void (await tx
        .selectFrom("invoices")
        .select("number")
        .where("number", "=", invoice.number)
        .forUpdate()
        .execute()),
    changeCollectedReference: async () => undefined,
  };
  const reading = Promise.withResolvers<void>();
  const earlierAnswer = Promise.withResolvers<number>();
  const readEarlier = () => {
    reading.resolve();
    return earlierAnswer.promise;
  };
  const earlier = charges.recordReduction(intent, readEarlier, invoices);
  await reading.promise;
  const later = charges.recordReduction(intent, async () => 1_750, invoices);
  // Without the lock, the later event would end first, and the earlier one would undo it.
  const isWaiting = () =>
    eventually(
      async () => {
        const { rows } = await sql`
          SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          db,
        );
        expect(rows).toHaveLength(1);
      },
      { what: "the wait for the lock" },
    );
  await Promise.race([later, isWaiting()]);
  earlierAnswer.resolve(1_250);
  await Promise.all([earlier, later]);
  const { reduced_cents } = await db
    .selectFrom("payment_charges")
    .select("reduced_cents")
    .where("invoice_number", "=", invoice.number)
    .executeTakeFirstOrThrow();
  expect(Number(reduced_cents)).toBe(1_750);
});

test("a won dispute of a part counts the charge again that an earlier version recorded as returned", async () => {
  await addCard();
  const invoice = dueInvoice(10_000);
  expect(await createCharges().charge(invoice)).toBe("succeeded");
  const [intent] = stripe.listIntents(invoice.number);
  const dispute = stripe.dispute(intent?.id ?? "", "needs_response", 2_000);
  await api.database.db
    .updateTable("payment_charges")
    .set({ state: "failed", failure: RETURNED_BY_BANK })
    .where("invoice_number", "=", invoice.number)
    .execute();
  stripe.change(dispute, { status: "won" });
  expect(await sendEvent(stripe.eventOf("charge.dispute.closed", { id: dispute }))).toBe(204);
  expect(await createCharges().findState(owner.clientUuid, invoice.number)).toBe("succeeded");
});

test("a returned charge reopens the invoice without another charge, and counts if the bank finally keeps it", async () => {
  await addCard("3000", "sepa_debit");
  const invoice = dueInvoice();
  expect(await createCharges().charge(invoice)).toBe("succeeded");
  const { db } = api.database;
  await addPaidInvoice(invoice);
  const paidOn = async () =>
    (
      await db
        .selectFrom("invoices")
        .select("paid_on")
        .where("number", "=", invoice.number)
        .executeTakeFirstOrThrow()
    ).paid_on;
  const state = () => createCharges().findState(owner.clientUuid, invoice.number);
  const [intent] = stripe.listIntents(invoice.number);
  const dispute = stripe.dispute(intent?.id ?? "", "warning_needs_response");
  const deliverEvent = (type: string) => sendEvent(stripe.eventOf(type, { id: dispute }));
  expect(await deliverEvent("charge.dispute.created")).toBe(204);
  expect([await state(), await paidOn()]).toEqual(["succeeded", "2026-11-10"]);
  stripe.change(dispute, { status: "needs_response" });
  // The dispute is reported twice, and the charge's success is repeated afterwards.
  for (const type of ["charge.dispute.funds_withdrawn", "charge.dispute.created"])
    expect(await deliverEvent(type)).toBe(204);
  expect(await sendEvent(stripe.eventOf("payment_intent.succeeded", { id: intent?.id }))).toBe(204);
  expect([await state(), await paidOn()]).toEqual(["failed", null]);
  expect(await createCharges(10 * DAY_MS).charge(invoice)).toBe("failed");
  expect(stripe.listIntents(invoice.number)).toHaveLength(1);
  stripe.change(dispute, { status: "won" });
  expect(await deliverEvent("charge.dispute.closed")).toBe(204);
  expect(await state()).toBe("succeeded");
});

test("an invoice that was paid or credited meanwhile is not charged", async () => {
  await addCard();
  const invoice = dueInvoice();
  expect(await createCharges().charge(invoice, async () => undefined)).toBe("not_open");
  expect(stripe.listIntents(invoice.number)).toEqual([]);
  expect(await createCharges().charge(invoice)).toBe("succeeded");
});

test("clients without a payment method, and amounts outside the provider's limits, are not charged", async () => {
  expect(await createCharges().charge(dueInvoice())).toBe("no_means");
  await addCard();
  for (const cents of [49, 100_000_000])
    expect(await createCharges().charge(dueInvoice(cents))).toBe("not_takeable");
});

test("the provider's return addresses redirect to the dashboard's pages", async () => {
  const back = async (path: string) =>
    (await fetch(`${api.url}${path}`, { redirect: "manual" })).headers.get("location");
  const own = api.env.API_PUBLIC_URL;
  expect(await back("/pluginpaymentsuccess?checkout=cs_test_1")).toBe(
    `${own}/#/pluginpaymentsuccess?checkout=cs_test_1`,
  );
  expect(await back("/pluginpaymentfailure")).toBe(`${own}/#/pluginpaymentfailure`);
  expect(await back("/pluginpaymentfailure?checkout=a&checkout=b&x=//evil.example")).toBe(
    `${own}/#/pluginpaymentfailure`,
  );
});
