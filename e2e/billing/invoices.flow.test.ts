import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sampleInvoice } from "../../apps/api/src/modules/billing/invoices/testing/sample-invoice.ts";
import { type OpenDatabase, openDatabase } from "../../apps/api/src/platform/database.ts";
import { openAs } from "../../harness/people.ts";
import { addTenant, uniqueName, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const DAY_MS = 86_400_000;
const browser = useBrowser();
let database: OpenDatabase;
beforeAll(() => {
  database = openDatabase(inject("platform").databaseUrl, 2);
});
afterAll(() => database?.close());

const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Adds an invoice that is due in twenty days, as the task on the 5th of a month creates it. */
async function addInvoice(client: { uuid: string; name: string }): Promise<string> {
  const number = uniqueName("F");
  const document = sampleInvoice(
    { name: client.name, clientUuid: client.uuid },
    { number, issuedOn: dayFromNow(-10), dueOn: dayFromNow(20) },
  );
  await database.db
    .insertInto("invoices")
    .values({
      client_uuid: client.uuid,
      kind: document.kind,
      number,
      issued_on: document.issuedOn,
      due_on: document.dueOn,
      month: document.month,
      party_name: client.name,
      net_cents: document.netCents,
      vat_cents: document.vatCents,
      gross_cents: document.grossCents,
      document: JSON.stringify(document),
    })
    .execute();
  return number;
}

test("an open invoice shows its next reminder, and after an administrator marks it as paid, the client sees this and saves the PDF", async () => {
  const { user, ...client } = await addTenant(["manager"]);
  const admin = useAdministrator();
  const number = await addInvoice(client);
  const office = await openAs(browser.context, admin, {
    person: { ...user, ...admin },
    path: `/invoices?search=${number}`,
  });
  const row = office.getByRole("row").filter({ hasText: number });
  await row.getByText(/^Next, .+: first reminder$/).waitFor();
  await row.getByRole("button", { name: "Mark as paid" }).click();
  const form = office.getByRole("dialog");
  await form.getByRole("textbox", { name: "Transfer reference" }).fill("SEPA 4711");
  await form.getByRole("button", { name: "Mark as paid" }).click();
  await office.getByText(`${number} marked as paid`).waitFor();
  await row.getByText("Paid", { exact: true }).waitFor();
  expect(await row.getByText(/first reminder/).count()).toBe(0);
  await office.close();

  const page = await openAs(browser.context, admin, { person: user, path: "/payments" });
  const own = page.getByRole("row").filter({ hasText: number });
  await own.getByText("Paid", { exact: true }).waitFor();
  const saved = page.waitForEvent("download");
  await own.getByRole("button", { name: `Download ${number} as PDF` }).click();
  const file = await readFile(await (await saved).path());
  expect(file.subarray(0, 5).toString()).toBe("%PDF-");
});

test("a credit note refunds a part of an invoice, and the client sees the remaining amount", async () => {
  const { user, ...client } = await addTenant(["manager"]);
  const admin = useAdministrator();
  const number = await addInvoice(client);
  const office = await openAs(browser.context, admin, {
    person: { ...user, ...admin },
    path: `/invoices?search=${number}`,
  });
  const row = office.getByRole("row").filter({ hasText: number });
  await row.first().getByRole("button", { name: "Create credit note" }).click();
  const form = office.getByRole("dialog");
  await form.getByRole("textbox", { name: /^Reason/ }).fill("Outage");
  await form.getByRole("textbox", { name: /^Amount before tax/ }).fill("2.50");
  await form.getByRole("button", { name: "Create credit note" }).click();
  await office.getByText(/^Credit note .+ created$/).waitFor();
  await office.close();

  const page = await openAs(browser.context, admin, { person: user, path: "/payments" });
  await page.getByText(`Credit note for ${number}`).waitFor();
  // The remaining amount is 5.50 € less 2.50 €, with 20 % VAT.
  const own = page.getByRole("row").filter({ hasText: number }).filter({ hasText: "Open" });
  await own.getByText("€3.60").waitFor();
});
