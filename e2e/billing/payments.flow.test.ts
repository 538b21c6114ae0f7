import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type FakeStripe,
  startFakeStripe,
} from "../../apps/api/src/modules/billing/payments/testing/fake-stripe.ts";
import { type Account, openAccount } from "../../harness/account.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { addPerson, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";

let stripe: FakeStripe;
let platform: TestPlatform;
let admin: Account;
let manager: Person;
let browser: TestBrowser;
beforeAll(async () => {
  stripe = await startFakeStripe();
  Object.assign(process.env, stripe.env);
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const body = { clientname: "Harbour TV", type: "platform" } as const;
  const { uuid } = await admin.call(routes.createClient, { body });
  manager = await addPerson(admin, uuid, { username: "harbour", roles: ["manager"], email: "h@example.org" });
  browser = await launchBrowser();
});
afterAll(async () => {
  for (const name of Object.keys(stripe.env)) delete process.env[name];
  await browser?.close();
  await platform?.close();
  await stripe?.close();
});

/** The provider's page is its own: what it would do to the browser is done here. */
const PROVIDER = "https://checkout.stripe.example/pay";
const openDocuments = () =>
  openAs(browser.context, admin, { person: manager, path: "/profil?section=documents" });

test("a manager who abandons the payment is told that the free tier stays usable, and pays by transfer as before", async () => {
  const page = await openDocuments();
  await page.route(`${PROVIDER}*`, (route) =>
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

test("a manager who gives a card sees it kept, and takes it away again", async () => {
  const page = await openDocuments();
  await page.route(`${PROVIDER}*`, (route) => {
    const checkout = stripe.lastCheckout();
    stripe.completeCheckout(checkout, "4242");
    return route.fulfill({
      status: 302,
      headers: { location: `${admin.apiUrl}/pluginpaymentsuccess?checkout=${checkout}` },
    });
  });
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
