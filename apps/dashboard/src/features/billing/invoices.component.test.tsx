import { type ClientInvoice, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "../../lib/queries.ts";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { InvoicesPage } from "./invoices-page.tsx";
import { InvoicesPart } from "./invoices-part.tsx";

cleanAfterEach();

const invoice = (own: Partial<ClientInvoice> = {}): ClientInvoice => ({
  uuid: "9d3b2d7f-7d0d-4a42-9d3b-2d7f0c2f6a11",
  kind: "invoice",
  number: "2026-000123",
  issuedOn: "2026-11-05",
  dueOn: "2026-12-05",
  month: "2026-10",
  lines: [],
  vat: { rule: "standard", basisPoints: 2_000 },
  netCents: 1_000,
  vatCents: 200,
  grossCents: 1_200,
  credited: null,
  reason: "",
  state: "open",
  openCents: 1_200,
  paidOn: null,
  paidReference: "",
  charge: null,
  client: { uuid: "c1", name: "Lagoon Media SAS", isDeleted: false },
  creditableCents: 1_000,
  reminders: null,
  ...own,
});
const COMPLETE_STATE = { missingOfSeller: [], waiting: [], nextAt: "2026-12-05T00:00:00.000Z" };
const answerList = (...all: ClientInvoice[]) =>
  answer(routes.listClientInvoices, () => ({
    _embedded: all,
    _size: all.length,
    total: { netCents: 1_000, vatCents: 200, grossCents: 1_200, openCents: 1_200 },
  }));

test("administrators see the reminders of an invoice that were sent, and the next one", async () => {
  answer(routes.getInvoicingState, () => COMPLETE_STATE);
  const reminders = {
    last: { stage: "final", on: "2027-01-04" },
    next: { stage: "suspended", on: "2027-01-19" },
  } as const;
  answerList(invoice({ state: "overdue", reminders }));
  show(<InvoicesPage />);
  await expect.element(page.getByText("04/01/27: final notice")).toBeVisible();
  await expect.element(page.getByText("Next, 19/01/27: CDN entries stop")).toBeVisible();
});

test("a manager sees the due date of an invoice, and the invoice that a credit note belongs to", async () => {
  const credited = { number: "2026-000123", issuedOn: "2026-11-05" };
  const note = {
    uuid: "n",
    number: "2026-000124",
    kind: "credit_note",
    credited,
    state: "credited",
  } as const;
  answer(routes.listInvoices, () => ({ _embedded: [invoice(note), invoice()], _size: 2 }));
  show(<InvoicesPart />);
  const rows = page.getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent(/Credit note for 2026-000123/);
  await expect.element(rows.nth(2)).toMatchTextContent(/October 2026.*05\/12\/26.*€12\.00.*Open/);
  await expect.element(page.getByRole("button", { name: "Download 2026-000124 as PDF" })).toBeVisible();
});

test("a refused payment is announced above the invoices with the next attempt and a link to change the card", async () => {
  const failed = (triedAgainOn: string | null) => ({ state: "failed" as const, triedAgainOn });
  answer(routes.listInvoices, () => ({
    _embedded: [
      invoice({ charge: failed("2026-12-08") }),
      invoice({ uuid: "u2", number: "2026-000122", charge: failed(null) }),
      invoice({ uuid: "u3", number: "2026-000121", charge: { state: "pending", triedAgainOn: null } }),
    ],
    _size: 3,
  }));
  show(<InvoicesPart />);
  await expect.element(page.getByText("The payment of 2026-000123 was declined")).toBeVisible();
  const link = page.getByRole("link", { name: "Change payment method" });
  await expect.element(link).toHaveAttribute("href", expect.stringContaining("/profil?section=documents"));
  const rows = page.getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent(/declined\. Next attempt: 08\/12\/26/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Open.*The payment was declined(?!\.)/);
  await expect.element(rows.nth(3)).toMatchTextContent(/The bank is processing the payment/);
});

test("a failed list can be reloaded, and an empty list tells when the first invoice will be created", async () => {
  refuse(routes.listInvoices, new Refusal("unavailable"));
  show(<InvoicesPart />);
  const again = page.getByRole("button", { name: "Try again" });
  await expect.element(again).toBeVisible();
  answer(routes.listInvoices, () => ({ _embedded: [], _size: 0 }));
  await again.click();
  await expect.element(page.getByText("No invoices yet")).toBeVisible();
});

test("administrators see why invoices cannot be created", async () => {
  answerList();
  answer(routes.getInvoicingState, () => ({
    ...COMPLETE_STATE,
    missingOfSeller: ["siren", "iban"],
    waiting: [
      { client: { uuid: "c1", name: "Lagoon Media" }, months: ["2026-10"], missing: ["address" as const] },
    ],
  }));
  show(<InvoicesPage />);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/incomplete: SIREN, IBAN/);
  await expect.element(page.getByText(/Lagoon Media: October 2026 – missing: address/)).toBeVisible();
});

test("a credit note cannot exceed the remaining amount, and can equal it", async () => {
  answerList(invoice());
  answer(routes.getInvoicingState, () => COMPLETE_STATE);
  const sent = answer(routes.creditInvoice, () => invoice({ kind: "credit_note", number: "2026-000124" }));
  show(<InvoicesPage />);
  await page.getByRole("button", { name: "Create credit note" }).click();
  const form = page.getByRole("form");
  await form.getByLabelText("Reason (printed on the credit note)").fill("Outage");
  await form.getByLabelText("Amount before tax, in euros").fill("10.01");
  await form.getByRole("button").click();
  await expect.element(form.getByText("Enter an amount from 0.01 to the outstanding amount")).toBeVisible();
  expect(sent).toHaveLength(0);
  await form.getByLabelText("Amount before tax, in euros").fill("2,5");
  await form.getByRole("button").click();
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ reason: "Outage", cents: 250 }]);
});

const SELLER = {
  name: "Shoal SAS",
  street: "1 quai du Port",
  postalCode: "13002",
  city: "Marseille",
  country: "FR",
  siren: "",
  siret: "",
  vatNumber: "",
  registration: "",
  iban: "",
  bic: "",
  email: "",
  phone: "",
  paymentTermDays: 30,
};

test("an administrator edits the seller's details", async () => {
  answerList();
  answer(routes.getInvoicingState, () => COMPLETE_STATE);
  answer(routes.getSeller, () => ({ seller: null }));
  const sent = answer(routes.saveSeller, () => SELLER);
  show(<InvoicesPage />);
  await page.getByRole("button", { name: "Seller’s data" }).click();
  const form = page.getByRole("form", { name: "Seller" });
  await form.getByLabelText("Company").fill("Shoal SAS");
  await form.getByLabelText("IBAN").fill("FR76 3000");
  await form.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toMatchObject([{ name: "Shoal SAS", iban: "FR76 3000", paymentTermDays: 30 }]);
});

test("the invoices go to the last page that exists when the page shown has become empty", async () => {
  let size = 13;
  const all = () =>
    Array.from({ length: size }, (_, n) => invoice({ uuid: `u${n}`, number: `2026-${1_000 + n}` }));
  answer(routes.listInvoices, ({ query }) => {
    const from = (Number(query.page) - 1) * Number(query.pagesize);
    return { _embedded: all().slice(from, from + Number(query.pagesize)), _size: size };
  });
  show(<InvoicesPart />);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect.element(page.getByText("2026-1012")).toBeVisible();
  size = 12;
  await queryClient.invalidateQueries({ queryKey: ["billing"] });
  await expect.element(page.getByText("2026-1011")).toBeVisible();
});
