import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test-api.ts";
import { createChargesService } from "./charges.service.ts";
import { openStripe } from "./stripe-client.ts";
import { type FakeStripe, startFakeStripe } from "./testing/fake-stripe.ts";

let stripe: FakeStripe;
let api: TestApi;
beforeAll(async () => {
  stripe = await startFakeStripe();
  api = await startTestApi(stripe.env);
});
afterAll(async () => {
  await api.close();
  await stripe.close();
});

test.each([
  ["the provider still has the idempotency key", () => undefined],
  ["the provider has deleted the idempotency key", () => stripe.clearKeys()],
])(
  "an invoice is charged once even if the process is killed before recording the charge: %s",
  async (_, expireKey) => {
    const owner = await api.addUser(["manager"]);
    const { db } = api.database;
    const customer = `cus_${owner.userUuid}`;
    await db
      .insertInto("payment_means")
      .values({ client_uuid: owner.clientUuid, customer_id: customer, method_id: "pm_1" })
      .execute();
    const invoice = { number: `2026-${owner.username}`, clientUuid: owner.clientUuid, cents: 5_000 };
    stripe.fail("held");
    const program = join(import.meta.dirname, "testing/charge-once.ts");
    const child = spawn(process.execPath, [program, api.databaseUrl, stripe.url, JSON.stringify(invoice)], {
      stdio: "inherit",
    });
    await eventually(async () => stripe.listIntents(invoice.number).length === 1);
    child.kill("SIGKILL");
    await once(child, "exit");
    expireKey();
    const charges = createChargesService({
      db,
      stripe: openStripe({ secretKey: "sk_test_of_tests", apiUrl: stripe.url }),
      publicUrl: api.url,
      mails: { send: async () => undefined },
    });
    expect(await charges.findState(owner.clientUuid, invoice.number)).toBe("begun");
    expect(await charges.charge(invoice)).toBe("succeeded");
    expect(stripe.listIntents(invoice.number)).toHaveLength(1);
  },
);
