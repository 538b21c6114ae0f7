import { join } from "node:path";
import { routes } from "@shoal/contract";
import { workerRoleOf } from "@shoal/lifecycle";
import { eventually, waitForMail } from "@shoal/testkit";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createInvoicesService } from "../../apps/api/src/modules/billing/invoices/index.ts";
import { sampleInvoice } from "../../apps/api/src/modules/billing/invoices/testing/sample-invoice.ts";
import {
  createChargesService,
  findCharges,
  isCharged,
} from "../../apps/api/src/modules/billing/payments/charges.service.ts";
import { collectInvoices } from "../../apps/api/src/modules/billing/payments/collect-invoices.ts";
import { openStripe } from "../../apps/api/src/modules/billing/payments/stripe-client.ts";
import {
  type FakeStripe,
  startFakeStripe,
} from "../../apps/api/src/modules/billing/payments/testing/fake-stripe.ts";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { openMailHarness } from "../../apps/api/src/testing/account-harness.ts";
import { type Account, openAccount } from "../../harness/account.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";

let stripe: FakeStripe;
let platform: TestPlatform;
let admin: Account;
let client: string;
let manager: Person;
let browser: TestBrowser;
beforeAll(async () => {
  stripe = await startFakeStripe();
  Object.assign(process.env, stripe.env);
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const body = { clientname: "Harbour TV", type: "platform" } as const;
  const { uuid } = await admin.call(routes.createClient, { body });
  client = uuid;
  manager = await addPerson(admin, uuid, { username: "harbour", roles: ["manager"], email: "h@example.org" });
  browser = await launchBrowser();
});
afterAll(async () => {
  for (const name of Object.keys(stripe.env)) delete process.env[name];
  await browser?.close();
  await platform?.close();
  await stripe?.close();
});

/** The URL of the payment provider's page. The test follows the redirect to it itself. */
const PROVIDER_URL = "https://checkout.stripe.example/pay";
const openDocuments = () =>
  openAs(browser.context, admin, { person: manager, path: "/profil?section=documents" });

test("a manager who abandons the checkout can still use the free tier, and pays by transfer as before", async () => {
  const page = await openDocuments();
  await page.route(`${PROVIDER_URL}*`, (route) =>
    route.fulfill({ status: 302, headers: { location: `${admin.apiUrl}/pluginpaymentfailure` } }),
  );
  await page.getByRole("button", { name: "Pay by card or direct debit" }).click();
  await page.waitForURL(/pluginpaymentfailure/);
  await page
    .getByText(/free tier/i)
    .first()
    .waitFor();
  expect(await manager.call(routes.getPaymentMeans, {})).toMatchObject({ isOffered: true, method: null });
});

/** Performs a user's steps on the payment provider's page. */
const enterCardAtProvider = (page: Page, last4: string) =>
  page.route(`${PROVIDER_URL}*`, (route) => {
    const checkout = stripe.lastCheckout();
    stripe.completeCheckout(checkout, last4);
    return route.fulfill({
      status: 302,
      headers: { location: `${admin.apiUrl}/pluginpaymentsuccess?checkout=${checkout}` },
    });
  });

test("a manager adds a card, sees it saved, and removes it", async () => {
  const page = await openDocuments();
  await enterCardAtProvider(page, "4242");
  await page.getByRole("button", { name: "Pay by card or direct debit" }).click();
  await page.waitForURL(/pluginpaymentsuccess/);
  await eventually(async () =>
    expect((await manager.call(routes.getPaymentMeans, {})).method).toEqual({
      kind: "card",
      label: "visa •••• 4242",
    }),
  );
  const documents = await openDocuments();
  await documents.getByText("visa •••• 4242").waitFor();
  await documents.getByRole("button", { name: "Remove" }).click();
  await documents.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await documents.getByRole("button", { name: "Pay by card or direct debit" }).waitFor();
});

test("a refused card is reported by mail and above the invoices, and a new card pays at once", async () => {
  const database = openDatabase(platform.databaseUrl, 2);
  const { dataDir, secrets } = platform.installation;
  const mailDir = join(dataDir, "mails");
  const { mails, close } = await openMailHarness({
    database,
    env: {
      DATABASE_URL: platform.databaseUrl,
      WORKER_DATABASE_ROLE: workerRoleOf(platform.databaseUrl),
      WORKER_DATABASE_PASSWORD: secrets.workerDatabase,
      MAIL_DIR: mailDir,
      API_PUBLIC_URL: admin.apiUrl,
    },
  });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  const { db } = database;
  await db
    .updateTable("users")
    .set({ email_verified_at: sql<Date>`now()` })
    .where("username", "=", manager.username)
    .execute();
  const number = "2026-000777";
  const document = sampleInvoice(
    { name: "Harbour TV", clientUuid: client },
    { number, issuedOn: dayFromNow(-1), dueOn: dayFromNow(29) },
  );
  await db
    .insertInto("invoices")
    .values({
      client_uuid: client,
      kind: document.kind,
      number,
      issued_on: document.issuedOn,
      due_on: document.dueOn,
      month: document.month,
      party_name: "Harbour TV",
      net_cents: document.netCents,
      vat_cents: document.vatCents,
      gross_cents: document.grossCents,
      document: JSON.stringify(document),
    })
    .execute();
  // Every replica runs this task every ten minutes.
  const collect = () =>
    collectInvoices({
      invoices: createInvoicesService({ db, seller: { get: async () => null }, isCharged, findCharges }),
      charges: createChargesService({
        db,
        mails,
        stripe: openStripe({ secretKey: "sk_test_of_tests", apiUrl: stripe.url }),
        publicUrl: admin.apiUrl,
      }),
      onError: (error) => expect.unreachable(String(error)),
    });
  // A payment method has been removed earlier. Checkouts that were opened before its removal must not restore it.
  stripe.wait(3_600);
  const documents = await openDocuments();
  await enterCardAtProvider(documents, "0002");
  await documents.getByRole("button", { name: "Pay by card or direct debit" }).click();
  await documents.waitForURL(/pluginpaymentsuccess/);
  await eventually(async () =>
    expect((await manager.call(routes.getPaymentMeans, {})).method?.label).toBe("visa •••• 0002"),
  );
  stripe.fail("declined");
  await collect();
  const mail = await waitForMail(
    mailDir,
    ({ subject }) => subject === `The payment of invoice ${number} failed`,
  );
  expect(mail.to).toContain("h@example.org");

  const page = await openAs(browser.context, admin, { person: manager, path: "/payments" });
  await page.getByText(`The payment of ${number} was declined`).waitFor();
  await page
    .getByRole("row")
    .filter({ hasText: number })
    .getByText(/Next attempt/)
    .waitFor();
  expect(await findBarriers(page)).toEqual([]);
  // The refused card is charged again only when the next attempt is due.
  await collect();
  expect(stripe.listIntents(number)).toHaveLength(1);
  stripe.wait(60);
  await enterCardAtProvider(page, "4242");
  await page.getByRole("link", { name: "Change payment method" }).click();
  await page.getByRole("button", { name: "Change card or bank account" }).click();
  await page.waitForURL(/pluginpaymentsuccess/);
  await eventually(async () =>
    expect((await manager.call(routes.getPaymentMeans, {})).method?.label).toBe("visa •••• 4242"),
  );
  await collect();
  expect(stripe.listIntents(number)).toMatchObject([{}, { amount: document.grossCents }]);
  const paid = await openAs(browser.context, admin, { person: manager, path: "/payments" });
  await paid.getByRole("row").filter({ hasText: number }).getByText("Paid", { exact: true }).waitFor();
  expect(await paid.getByText(/was declined/).count()).toBe(0);
});

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
