import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

type FormFields = Record<string, string>;
type StripeObject = Record<string, unknown> & { id: string };

interface StripeResponse {
  status: number;
  body: object;
}

/** An error that replaces the next charge's response. */
export type ChargeFault = "declined" | "cut" | "held" | "away";

const WEBHOOK_SECRET = "whsec_of_tests";

/**
 * Starts a server with the part of Stripe's API that the product uses (form bodies in, JSON out, idempotency keys, lists), with
 * its errors. Its events are signed like those of Stripe.
 */
export async function startFakeStripe() {
  const things = new Map<string, StripeObject>();
  const answers = new Map<string, { fields: string; answer: StripeResponse }>();
  const detached = new Set<string>();
  const faults: ChargeFault[] = [];
  let status = "succeeded";
  let clockSec = Math.floor(Date.now() / 1_000);

  const make = (prefix: string, thing: object): StripeObject => {
    const made = { id: `${prefix}_${randomBytes(8).toString("hex")}`, created: clockSec, ...thing };
    things.set(made.id, made);
    return made;
  };

  function createIntent(fields: FormFields): StripeResponse {
    const isDeclined = faults[0] === "declined" && faults.shift() !== undefined;
    const refusal = { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" };
    const intent = make("pi", {
      object: "payment_intent",
      amount: Number(fields.amount),
      currency: fields.currency,
      customer: fields.customer,
      payment_method: fields.payment_method,
      status: isDeclined ? "requires_payment_method" : status,
      last_payment_error: isDeclined ? refusal : null,
      metadata: { invoice: fields["metadata[invoice]"], attempt: fields["metadata[attempt]"] },
    });
    if (!isDeclined) {
      const charge = {
        object: "charge",
        payment_intent: intent.id,
        amount: intent.amount,
        amount_refunded: 0,
      };
      intent.latest_charge = make("ch", charge).id;
      return { status: 200, body: intent };
    }
    return { status: 402, body: { error: { ...refusal, message: "Refused", payment_intent: intent } } };
  }

  function answerTo(method: string, path: string, fields: FormFields): StripeResponse {
    const [, , kind, id, action] = path.split("/");
    const removed = Object.keys(fields).find((name) => name.startsWith("payment_method_types"));
    if (removed) return refusedResponse(400, `Received unknown parameter: ${removed}`);
    if (path === "/v1/customers") return okResponse(make("cus", { object: "customer", name: fields.name }));
    if (path === "/v1/checkout/sessions")
      return okResponse(
        make("cs_test", {
          object: "checkout.session",
          customer: fields.customer,
          status: "open",
          url: "https://checkout.stripe.example/pay",
          success_url: fields.success_url,
          setup_intent: null,
        }),
      );
    if (path === "/v1/payment_intents" && method === "POST")
      return detached.has(fields.payment_method ?? "")
        ? refusedResponse(400, "This method was detached", "payment_method_unactivated")
        : createIntent(fields);
    if (path === "/v1/payment_intents") {
      const data = [...things.values()].filter(
        ({ object, customer, created }) =>
          object === "payment_intent" &&
          customer === fields.customer &&
          Number(created) >= Number(fields["created[gte]"] ?? 0),
      );
      return okResponse({ object: "list", data, has_more: false, url: path });
    }
    if (path === "/v1/disputes") {
      const data = [...things.values()].filter(
        (each) => each.object === "dispute" && each.payment_intent === fields.payment_intent,
      );
      return okResponse({ object: "list", data, has_more: false, url: path });
    }
    if (kind === "payment_methods" && action === "detach") {
      detached.add(id ?? "");
      return okResponse(things.get(id ?? "") ?? { id });
    }
    if (kind === "customers" && method === "DELETE")
      return things.delete(id ?? "")
        ? okResponse({ id, object: "customer", deleted: true })
        : refusedResponse(404, `No such ${path}`);
    const found = things.get(path.split("/").at(-1) ?? "");
    if (found) return okResponse(found);
    return refusedResponse(404, `No such ${path}`);
  }

  function handle(request: IncomingMessage, text: string, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://stripe");
    const fields = Object.fromEntries([...searchParams, ...new URLSearchParams(text)]);
    const isCharge = request.method === "POST" && pathname === "/v1/payment_intents";
    if (isCharge && faults[0] === "away") {
      faults.shift();
      request.socket.destroy();
      return;
    }
    const key = String(request.headers["idempotency-key"] ?? randomBytes(8).toString("hex"));
    const known = request.method === "POST" ? answers.get(key) : undefined;
    const isSame = known === undefined || known.fields === text;
    const answer = !isSame
      ? { status: 400, body: { error: { type: "idempotency_error", message: "Another request" } } }
      : (known?.answer ?? answerTo(request.method ?? "GET", pathname, fields));
    if (request.method === "POST" && isSame) answers.set(key, { fields: text, answer });
    if (isCharge && faults[0] === "cut") {
      // The charge is made, but the response never arrives.
      faults.shift();
      request.socket.destroy();
      return;
    }
    if (isCharge && faults[0] === "held") {
      // The charge is stored, but the connection stays open without a response.
      faults.shift();
      return;
    }
    response.writeHead(answer.status, { "content-type": "application/json", "request-id": "req_1" });
    response.end(JSON.stringify(answer.body));
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => handle(request, Buffer.concat(parts).toString(), response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signer = new Stripe("sk_test_of_tests");

  return {
    url,
    env: {
      STRIPE_SECRET_KEY: "sk_test_of_tests",
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: url,
    },
    /** Sets the errors of the next charges, in order. Each is used once. */
    fail: (...next: ChargeFault[]) => void faults.push(...next),
    /** Sets the status of later charges. */
    setChargeStatus: (next: string) => {
      status = next;
    },
    /** Deletes the idempotency keys, as the provider does after a day. */
    clearKeys: () => answers.clear(),
    listIntents: (invoice: string) =>
      [...things.values()].filter(
        ({ object, metadata }) =>
          object === "payment_intent" && (metadata as { invoice: string }).invoice === invoice,
      ),
    has: (id: string) => things.has(id),
    change: (id: string, change: object) => {
      const thing = things.get(id);
      if (!thing) throw new Error(`There is no ${id}`);
      Object.assign(thing, change);
    },
    /** Simulates a user who enters a card or account on the checkout page. */
    completeCheckout(id: string, last4: string, kind: "card" | "sepa_debit" = "card"): string {
      const detail = kind === "card" ? { brand: "visa", last4 } : { country: "FR", last4 };
      const method = make("pm", { object: "payment_method", type: kind, [kind]: detail });
      const setup = make("seti", { object: "setup_intent", status: "succeeded", payment_method: method });
      clockSec += 1;
      Object.assign(things.get(id) ?? {}, { status: "complete", setup_intent: setup });
      return method.id;
    },
    /** A bank reclaims an amount of an intent, by default all of it. @returns the dispute. */
    dispute: (intentId: string, state: string, cents = Number(things.get(intentId)?.amount)): string =>
      make("dp", { object: "dispute", payment_intent: intentId, status: state, amount: cents }).id,
    /** The operator refunds an amount on the provider's page. @returns the charge as the event contains it. */
    refund(intentId: string, cents: number): object {
      const charge = things.get(String(things.get(intentId)?.latest_charge));
      if (!charge) throw new Error(`There is no charge of ${intentId}`);
      charge.amount_refunded = Number(charge.amount_refunded) + cents;
      return charge;
    },
    /** The id of the checkout that was started last. */
    lastCheckout: (): string =>
      [...things.values()].findLast(({ object }) => object === "checkout.session")?.id ?? "",
    /** Delays the start of the next checkout. */
    wait: (sec: number) => {
      clockSec += sec;
    },
    /** Returns an event as sent, with its body and its signature. */
    eventOf(type: string, object: object, previous?: object, secret = WEBHOOK_SECRET) {
      const body = JSON.stringify({
        id: `evt_${randomBytes(8).toString("hex")}`,
        object: "event",
        type,
        data: { object, ...(previous ? { previous_attributes: previous } : {}) },
      });
      return { body, signature: signer.webhooks.generateTestHeaderString({ payload: body, secret }) };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

const refusedResponse = (status: number, message: string, code?: string): StripeResponse => ({
  status,
  body: { error: { type: "invalid_request_error", message, code } },
});
const okResponse = (body: object): StripeResponse => ({ status: 200, body });
