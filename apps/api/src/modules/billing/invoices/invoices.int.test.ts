import { createClient } from "@clickhouse/client";
import { routes, sessionHeaders } from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, verifyEmailOf } from "../../../testing/account-harness.ts";
import { pauseFigures } from "../../../testing/pause-figures.ts";
import { SAMPLE_SELLER } from "../../../testing/seller-sample.ts";
import { createFigureCursorsRepository, METERED_CURSOR } from "../../insight/figures/index.ts";
import { createBillsService } from "../bills/index.ts";
import { createDunning } from "./dunning.ts";
import { createInvoiceWriter, type InvoiceWriterDeps } from "./invoice-writer.ts";
import { createInvoicesService } from "./invoices.service.ts";
import { FIRST_MONTH_CURSOR } from "./invoices.table.ts";

const BYTES_PER_TB = 1_000_000_000_000;
const CLIENT_ADDRESS = {
  postal_address: "4, rue des Essais\n29200 Brest",
  company_name: "Lagoon & Co",
  country: "FR",
};

let api: TestApi;
let analytics: Analytics;
let resumeMirror: () => Promise<void>;
let owner: TestUser;
let admin: TestUser;
let rowVersion = 1;
beforeAll(async () => {
  api = await startTestApi();
  resumeMirror = await pauseFigures(api);
  analytics = openAnalytics(api.clickhouseUrl);
  await saveCursor(METERED_CURSOR, Date.UTC(2025, 0, 1) / 1_000);
  await createFigureCursorsRepository(api.database.db).saveClosedUntilSec(Date.UTC(2026, 2, 5) / 1_000);
  admin = await api.addUser(["admin"]);
});
afterAll(async () => {
  await resumeMirror();
  await analytics.close();
  await api.close();
});
beforeEach(async () => {
  const { db } = api.database;
  await db.deleteFrom("invoices").execute();
  await db.deleteFrom("billed_months").execute();
  await db.deleteFrom("invoice_counters").execute();
  await saveCursor(FIRST_MONTH_CURSOR, "2025-12");
  // Clients of other tests must not have open invoices.
  await db
    .updateTable("clients")
    .set({ created_at: new Date("2100-01-01") })
    .execute();
  owner = await api.addUser(["manager"]);
  await updateClientRow({ ...CLIENT_ADDRESS, created_at: new Date(0) });
});

async function saveCursor(name: string, to: number | string): Promise<void> {
  const value = JSON.stringify(to);
  await api.database.db
    .insertInto("cursors")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
const updateClientRow = (values: object) =>
  api.database.db.updateTable("clients").set(values).where("uuid", "=", owner.clientUuid).execute();

/** Adds the bytes that an edge measured in an hour. */
async function recordMeteredHour(at: string, server: number): Promise<void> {
  const client = createClient({ url: api.clickhouseUrl });
  rowVersion += 1;
  const row = {
    client_uuid: owner.clientUuid,
    video_uuid: "film",
    hour: Date.parse(at) / 1_000,
    meter: "edge 1",
  };
  const none = { bytes_peer: 0, bytes_up: 0, bytes_most: 0 };
  await client.insert({
    table: "metered_hours",
    values: [{ ...row, version: rowVersion, bytes_edge: server, ...none }],
    format: "JSONEachRow",
  });
  await client.close();
}

function createWriter(at: string, own: Partial<InvoiceWriterDeps> = {}) {
  const now = () => Date.parse(at);
  const { db } = api.database;
  const onError = (error: unknown) => {
    throw error;
  };
  return createInvoiceWriter({
    db,
    bills: createBillsService({ db, analytics, onError, now }),
    seller: { get: async () => SAMPLE_SELLER },
    mails: { send: async () => undefined },
    findChargedMethod: async () => undefined,
    publicUrl: "https://shoal.example",
    onError,
    now,
    ...own,
  });
}
const readFile = (user: TestUser, path: string) =>
  fetch(`${api.url}${path}`, { headers: sessionHeaders(user.credential, undefined) });
const listOwn = async () => (await owner.call(routes.listInvoices, { query: { page: 1 } }))._embedded;
const getOnlyInvoice = async () => {
  const [invoice, ...others] = await listOwn();
  if (!invoice || others.length > 0) throw new Error(`There are ${others.length + 1} invoices`);
  return invoice;
};

test("a month is billed on the 5th with French VAT, and its figures equal the bill", async () => {
  await recordMeteredHour("2025-12-31T23:00Z", 1.55 * BYTES_PER_TB);
  await createWriter("2026-01-04T23:59:59Z").writeDue();
  expect(await listOwn()).toEqual([]);
  await createWriter("2026-01-05T00:00:00Z").writeDue();
  expect(await getOnlyInvoice()).toMatchObject({
    number: "2026-000001",
    kind: "invoice",
    month: "2025-12",
    issuedOn: "2026-01-05",
    dueOn: "2026-02-04",
    netCents: 550,
    vatCents: 110,
    grossCents: 660,
    openCents: 660,
    lines: [{ cents: 0 }, { cents: 550, microsPerTb: 10_000_000 }],
  });
});

test("the invoice can be recomputed exactly from the exported days of its month", async () => {
  const hours = Array.from({ length: 31 }, (_, day) => `2025-12-${String(day + 1).padStart(2, "0")}T05:00Z`);
  for (const [at, hour] of hours.entries()) await recordMeteredHour(hour, 123_456_789_123 + at);
  await createWriter("2026-01-05T00:00:00Z").writeDue();
  const { days } = await owner.call(routes.getMonthBill, { params: { month: "2025-12" } });
  const bytes = days.reduce((sum, { serverBytes, peerBytes }) => sum + serverBytes + peerBytes, 0);
  // The first TB is free, each further TB costs 10 €, and VAT is 20 %.
  const net = Math.round(((bytes - BYTES_PER_TB) / BYTES_PER_TB) * 1_000);
  expect(bytes).toBe(31 * 123_456_789_123 + 465);
  expect(await getOnlyInvoice()).toMatchObject({ netCents: net, vatCents: Math.round(net * 0.2) });
});

test("concurrent replicas write each invoice once, and numbers have no gaps", async () => {
  await recordMeteredHour("2025-12-03T10:00Z", 2 * BYTES_PER_TB);
  const first = owner;
  owner = await api.addUser(["manager"]);
  await updateClientRow({ ...CLIENT_ADDRESS, created_at: new Date(0) });
  await recordMeteredHour("2025-12-03T10:00Z", 3 * BYTES_PER_TB);
  const at = "2026-01-05T00:00:00Z";
  await Promise.all([createWriter(at), createWriter(at), createWriter(at)].map((each) => each.writeDue()));
  await createWriter(at).writeDue();
  const { _embedded: all } = await admin.call(routes.listClientInvoices, { query: { page: 1 } });
  expect(all.map(({ number }) => number)).toEqual(["2026-000002", "2026-000001"]);
  expect(new Set(all.map(({ client }) => client.uuid))).toEqual(
    new Set([first.clientUuid, owner.clientUuid]),
  );
});

test("an interrupted invoice is not stored, and is written with the same number later", async () => {
  await recordMeteredHour("2025-12-03T10:00Z", 2 * BYTES_PER_TB);
  await api.database.db.updateTable("users").set({ email_verified_at: new Date() }).execute();
  const at = "2026-01-05T00:00:00Z";
  const broken = createWriter(at, {
    mails: { send: () => Promise.reject(new Error("the process was killed here")) },
    onError: () => undefined,
  });
  await broken.writeDue();
  expect(await listOwn()).toEqual([]);
  await createWriter(at).writeDue();
  expect((await getOnlyInvoice()).number).toBe("2026-000001");
});

test("late figures do not change an invoice, but become a line of the next one", async () => {
  await recordMeteredHour("2025-12-03T10:00Z", 2 * BYTES_PER_TB);
  await createWriter("2026-01-05T00:00:00Z").writeDue();
  const before = await getOnlyInvoice();
  await recordMeteredHour("2025-12-03T10:00Z", 2.25 * BYTES_PER_TB);
  // Later changes of prices do not affect a closed month.
  await api.database.db
    .insertInto("price_plans")
    .values({ client_uuid: owner.clientUuid, valid_from: "2025-12-01", kind: "free" })
    .execute();
  await createWriter("2026-01-20T00:00:00Z").writeDue();
  expect(await getOnlyInvoice()).toEqual(before);
  await createWriter("2026-02-05T00:00:00Z").writeDue();
  const [january, december] = await listOwn();
  expect(december).toMatchObject({ lines: before.lines, grossCents: before.grossCents });
  expect(january).toMatchObject({ month: "2026-01", netCents: 250, vatCents: 50 });
  expect(january?.lines.at(-1)).toMatchObject({
    kind: "correction",
    month: "2025-12",
    bytes: BYTES_PER_TB / 4,
    cents: 250,
  });
  // The correction is billed once, so the next month has no such line.
  await createWriter("2026-03-05T00:00:00Z").writeDue();
  expect(await listOwn()).toHaveLength(2);
});

test("figures that were too high are refunded once with a credit note", async () => {
  await recordMeteredHour("2025-12-03T10:00Z", 3 * BYTES_PER_TB);
  await createWriter("2026-01-05T00:00:00Z").writeDue();
  await recordMeteredHour("2025-12-03T10:00Z", 2 * BYTES_PER_TB);
  await createWriter("2026-02-05T00:00:00Z").writeDue();
  const [note] = await listOwn();
  expect(note).toMatchObject({
    kind: "credit_note",
    netCents: -1_000,
    grossCents: -1_200,
    openCents: -1_200,
  });
});

test("a month without a price has no invoice and uses no number", async () => {
  await recordMeteredHour("2025-12-03T10:00Z", BYTES_PER_TB);
  await createWriter("2026-01-05T00:00:00Z").writeDue();
  expect(await listOwn()).toEqual([]);
  await recordMeteredHour("2026-01-03T10:00Z", 2 * BYTES_PER_TB);
  await createWriter("2026-02-05T00:00:00Z").writeDue();
  expect((await getOnlyInvoice()).number).toBe("2026-000001");
});

test("missed months are billed separately, each by its own figures", async () => {
  await recordMeteredHour("2025-12-03T10:00Z", 2 * BYTES_PER_TB);
  await recordMeteredHour("2026-01-03T10:00Z", 3 * BYTES_PER_TB);
  await createWriter("2026-02-20T00:00:00Z").writeDue();
  expect((await listOwn()).map(({ month, netCents }) => [month, netCents])).toEqual([
    ["2026-01", 2_000],
    ["2025-12", 1_000],
  ]);
});

test("no invoices are written without a complete seller or address, and administrators see the missing data", async () => {
  await recordMeteredHour("2025-12-03T10:00Z", 2 * BYTES_PER_TB);
  await updateClientRow({ postal_address: "", country: "GP" });
  const at = "2026-01-05T00:00:00Z";
  const seller = { get: async () => ({ ...SAMPLE_SELLER, vatNumber: "" }) };
  await createWriter(at, { seller }).writeDue();
  const stateOf = (of: typeof seller) =>
    createInvoicesService({
      db: api.database.db,
      seller: of,
      isCharged: async () => false,
      findCharges: async () => new Map(),
      now: () => Date.parse(at),
    }).getState();
  const client = { uuid: owner.clientUuid, name: expect.any(String) };
  expect(await stateOf(seller)).toMatchObject({
    missingOfSeller: ["vatNumber"],
    waiting: expect.arrayContaining([{ client, months: ["2025-12"], missing: ["address", "country"] }]),
    nextAt: "2026-02-05T00:00:00.000Z",
  });
  await createWriter(at).writeDue();
  expect(await listOwn()).toEqual([]);
  await updateClientRow(CLIENT_ADDRESS);
  await createWriter(at).writeDue();
  expect((await getOnlyInvoice()).number).toBe("2026-000001");
  const complete = await stateOf({ get: async () => SAMPLE_SELLER });
  expect(complete.missingOfSeller).toEqual([]);
  expect(complete.waiting.map((each) => each.client.uuid)).not.toContain(owner.clientUuid);
});

test("a German company with a VAT number owes the VAT itself", async () => {
  await recordMeteredHour("2025-12-03T10:00Z", 2 * BYTES_PER_TB);
  await updateClientRow({ country: "DE", vat_number: "DE136695976" });
  await createWriter("2026-01-05T00:00:00Z").writeDue();
  expect(await getOnlyInvoice()).toMatchObject({
    vat: { rule: "reverse_charge" },
    vatCents: 0,
    grossCents: 1_000,
  });
});

test("managers get a mail with a link, and can download their files", async () => {
  await recordMeteredHour("2025-12-03T10:00Z", 2 * BYTES_PER_TB);
  await api.database.db.updateTable("users").set({ email_verified_at: new Date() }).execute();
  const sent: { to: string; values: object }[] = [];
  const mails: InvoiceWriterDeps["mails"] = {
    send: async (_, { to, values }) => void sent.push({ to, values }),
  };
  await createWriter("2026-01-05T00:00:00Z", { mails }).writeDue();
  expect(sent).toMatchObject([
    { values: { number: "2026-000001", month: "2025-12", grossCents: 1_200, dueOn: "2026-02-04" } },
  ]);
  const { uuid } = await getOnlyInvoice();
  const params = { id: uuid };
  const pdf = await readFile(owner, `/api/billing/invoices/${uuid}/pdf`);
  expect(pdf.headers.get("content-disposition")).toContain("invoice-2026-000001.pdf");
  expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
  const xml = await readFile(owner, `/api/billing/invoices/${uuid}/xml`);
  expect(await xml.text()).toContain("Lagoon &amp; Co");
  const same = await readFile(admin, `/api/invoices/${uuid}/pdf`);
  expect(same.headers.get("content-type")).toBe("application/pdf");
  const other = await api.addUser(["manager"]);
  expect(await codeOf(other.call(routes.downloadInvoicePdf, { params }))).toBe("invoice_not_found");
  const editor = await api.addUser(["editor"]);
  expect(await codeOf(editor.call(routes.listInvoices, { query: { page: 1 } }))).toBe("forbidden");
});

async function billDecember(): Promise<string> {
  await recordMeteredHour("2025-12-03T10:00Z", 2 * BYTES_PER_TB);
  await createWriter("2026-01-05T00:00:00Z").writeDue();
  return (await getOnlyInvoice()).uuid;
}
const payInvoice = (id: string, paidOn = "2026-01-20") =>
  admin.call(routes.markInvoicePaid, { params: { id }, body: { paidOn, reference: "SEPA 77" } });
const createCreditNote = (id: string, cents?: number) =>
  admin.call(routes.creditInvoice, {
    params: { id },
    body: { reason: "Outage", ...(cents === undefined ? {} : { cents }) },
  });

test("an administrator can mark an invoice as paid once, on a valid date", async () => {
  const uuid = await billDecember();
  expect(await codeOf(payInvoice(uuid, "2026-01-04"))).toBe("bad_request");
  expect(await codeOf(payInvoice(uuid, "2999-01-04"))).toBe("bad_request");
  expect(await payInvoice(uuid)).toMatchObject({
    state: "paid",
    openCents: 0,
    paidOn: "2026-01-20",
    paidReference: "SEPA 77",
  });
  expect(await codeOf(payInvoice(uuid))).toBe("invoice_paid");
  expect(await codeOf(payInvoice(owner.clientUuid))).toBe("invoice_not_found");
  expect(
    await codeOf(
      owner.call(routes.markInvoicePaid, {
        params: { id: uuid },
        body: { paidOn: "2026-01-20", reference: "x" },
      }),
    ),
  ).toBe("forbidden");
});

test("an invoice being charged can neither be marked as paid nor credited until the charge has failed", async () => {
  const uuid = await billDecember();
  const { db } = api.database;
  const { number, client_uuid, gross_cents } = await db
    .selectFrom("invoices")
    .select(["number", "client_uuid", "gross_cents"])
    .where("uuid", "=", uuid)
    .executeTakeFirstOrThrow();
  const charge = {
    invoice_number: number,
    client_uuid,
    cents: gross_cents,
    customer_id: "c",
    method_id: "m",
  };
  await db.insertInto("payment_charges").values(charge).execute();
  for (const state of ["begun", "pending", "succeeded"] as const) {
    await db.updateTable("payment_charges").set({ state }).where("invoice_number", "=", number).execute();
    expect(await codeOf(payInvoice(uuid))).toBe("invoice_being_charged");
    expect(await codeOf(createCreditNote(uuid))).toBe("invoice_being_charged");
  }
  await db
    .updateTable("payment_charges")
    .set({ state: "failed" })
    .where("invoice_number", "=", number)
    .execute();
  expect(await payInvoice(uuid)).toMatchObject({ state: "paid" });
});

test("credit notes refund parts and the rest, but never more, even concurrently", async () => {
  const uuid = await billDecember();
  expect(await createCreditNote(uuid, 333)).toMatchObject({
    kind: "credit_note",
    state: "credited",
    netCents: -333,
    vatCents: -67,
    openCents: 0,
    reason: "Outage",
    credited: { number: "2026-000001" },
  });
  expect((await listOwn()).find((each) => each.uuid === uuid)).toMatchObject({
    openCents: 800,
    grossCents: 1_200,
  });
  expect(await codeOf(createCreditNote(uuid, 668))).toBe("invoice_credited");
  const both = await Promise.all([codeOf(createCreditNote(uuid)), codeOf(createCreditNote(uuid))]);
  expect(both.toSorted()).toEqual(["invoice_credited", "success"]);
  const { _embedded: all, total } = await admin.call(routes.listClientInvoices, { query: { page: 1 } });
  expect(total).toEqual({ netCents: 0, vatCents: 0, grossCents: 0, openCents: 0 });
  expect(all.find((each) => each.uuid === uuid)).toMatchObject({ state: "credited", creditableCents: 0 });
  expect(await codeOf(payInvoice(uuid))).toBe("invoice_credited");
});

test("a credit note for a paid invoice is owed to the client until it is refunded", async () => {
  const uuid = await billDecember();
  await payInvoice(uuid);
  const note = await createCreditNote(uuid);
  expect(note).toMatchObject({ openCents: -1_200 });
  expect(await payInvoice(note.uuid, note.issuedOn)).toMatchObject({ state: "paid", openCents: 0 });
});

test("invoices can be searched and filtered with totals of all matches, and exported completely for accounting", async () => {
  const uuid = await billDecember();
  const listed = async (query: object) => {
    const { _size, total } = await admin.call(routes.listClientInvoices, { query: { page: 1, ...query } });
    return [_size, total.grossCents];
  };
  expect(
    await listed({ search: "lagoon &", filter: JSON.stringify({ state: "overdue", year: "2026" }) }),
  ).toEqual([1, 1_200]);
  expect(await listed({ search: "2026-000001", pagesize: 0 })).toEqual([1, 1_200]);
  expect(await listed({ filter: JSON.stringify({ state: "paid" }) })).toEqual([0, 0]);
  expect(await listed({ filter: JSON.stringify({ year: "2025" }) })).toEqual([0, 0]);
  await createCreditNote(uuid, 100);
  const csv = await (await readFile(admin, "/api/invoices/csv")).text();
  const lines = csv.trim().split("\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain("2026-000001,invoice,2026-01-05,2026-02-04,2025-12,Lagoon & Co");
  expect(lines[1]).toContain("standard,20,10,2,12,EUR,overdue,10.8");
  expect(lines[2]).toContain("-1,-0.2,-1.2,EUR,credited,0");
});

test("invoices of deleted clients are kept without the contact, for ten years after their year", async () => {
  await updateClientRow({ contact_first_name: "Ada", contact_email: "ada@example.org" });
  const uuid = await billDecember();
  const { name } = await api.database.db
    .selectFrom("clients")
    .select("name")
    .where("uuid", "=", owner.clientUuid)
    .executeTakeFirstOrThrow();
  await admin.call(routes.deleteClient, { params: { id: owner.clientUuid }, body: { clientname: name } });
  const service = (year: number) =>
    createInvoicesService({
      isCharged: async () => false,
      findCharges: async () => new Map(),
      db: api.database.db,
      seller: { get: async () => SAMPLE_SELLER },
      now: () => Date.UTC(year, 5, 1),
    });
  await service(2036).clean();
  const { document } = await api.database.db
    .selectFrom("invoices")
    .select("document")
    .where("uuid", "=", uuid)
    .executeTakeFirstOrThrow();
  expect(document.party).toMatchObject({
    name: "Lagoon & Co",
    addressLines: ["4, rue des Essais", "29200 Brest"],
    contactName: "",
    email: "",
  });
  const { _embedded: all } = await admin.call(routes.listClientInvoices, { query: { page: 1 } });
  expect(all).toMatchObject([{ client: { isDeleted: true }, openCents: 1_200 }]);
  expect(await payInvoice(uuid)).toMatchObject({ state: "paid" });
  await service(2037).clean();
  const { rows } = await sql`SELECT 1 FROM invoices`.execute(api.database.db);
  expect(rows).toEqual([]);
});

/** Creates a mailbox that collects stored mails. */
function createMailbox() {
  const mails: { to: string; values: Record<string, unknown> }[] = [];
  const send = async (_: unknown, { to, values }: { to: string; values: object }) => {
    mails.push({ to, values: { ...values } });
  };
  return { mails, send: { send } as InvoiceWriterDeps["mails"] };
}

test("a deleted client is billed for all unbilled months, including the current one", async () => {
  await verifyEmailOf(api, owner);
  await recordMeteredHour("2025-12-10T10:00Z", 1.5 * BYTES_PER_TB);
  await recordMeteredHour("2026-01-02T10:00Z", 2 * BYTES_PER_TB);
  const { mails, send } = createMailbox();
  const last = () =>
    api.database.db
      .transaction()
      .execute((tx) => createWriter("2026-01-03T12:00Z", { mails: send }).writeLast(tx, owner.clientUuid));
  await last();
  const invoices = (await listOwn()).toSorted((one, other) => (one.number < other.number ? -1 : 1));
  expect(invoices.map(({ month, netCents }) => [month, netCents])).toEqual([
    ["2025-12", 500],
    ["2026-01", 1_000],
  ]);
  expect(mails.map(({ values }) => [values.month, values.lastFrom, values.payment])).toEqual(
    ["2025-12", "2026-01"].map((month) => [
      month,
      SAMPLE_SELLER.email,
      { kind: "transfer", iban: SAMPLE_SELLER.iban, bic: SAMPLE_SELLER.bic },
    ]),
  );
  // Deleting again, for example after a crash before the commit, must not bill twice.
  await last();
  await createWriter("2026-03-05T00:00Z").writeDue();
  expect((await listOwn()).filter(({ month }) => month === "2026-01")).toHaveLength(1);
});

test("a deleted client without an address, or deleted before there is a seller, is not billed", async () => {
  await recordMeteredHour("2026-01-02T10:00Z", 2 * BYTES_PER_TB);
  const last = (own: Partial<InvoiceWriterDeps>) =>
    api.database.db
      .transaction()
      .execute((tx) => createWriter("2026-01-03T12:00Z", own).writeLast(tx, owner.clientUuid));
  await last({ seller: { get: async () => null } });
  await updateClientRow({ postal_address: "" });
  await last({});
  expect(await listOwn()).toEqual([]);
});

test("the mail of an invoice states how it will be paid", async () => {
  await verifyEmailOf(api, owner);
  await recordMeteredHour("2025-12-10T10:00Z", 2 * BYTES_PER_TB);
  const { mails, send } = createMailbox();
  const card = { method: "card" as const, label: "visa •••• 4242" };
  const requestedCents: number[] = [];
  await createWriter("2026-01-05T00:00Z", {
    mails: send,
    findChargedMethod: async (_, __, cents) => {
      requestedCents.push(cents);
      return card;
    },
  }).writeDue();
  expect(requestedCents).toEqual([1_200]);
  expect(mails.map(({ values }) => values.payment)).toEqual([{ kind: "charge", ...card }]);
});

test("reminders of an overdue invoice are sent by stage, and the last one stops CDN entries until it is paid", async () => {
  await verifyEmailOf(api, owner);
  const uuid = await billDecember();
  const { mails, send } = createMailbox();
  let isBeingCharged = false;
  const run = (day: string, suspendAfterDays: number | null = 45) =>
    createDunning({
      db: api.database.db,
      mails: send,
      isCharged: async () => isBeingCharged,
      publicUrl: "https://shoal.example",
      suspendAfterDays,
      onError: (error) => {
        throw error;
      },
      now: () => Date.parse(day),
    }).run();
  const stages = () =>
    mails.splice(0).map(({ values }) => [values.stage, values.openCents, values.suspendsOn]);
  const isStopped = async () => {
    const { cdn_suspended_at: at } = await api.database.db
      .selectFrom("clients")
      .select("cdn_suspended_at")
      .where("uuid", "=", owner.clientUuid)
      .executeTakeFirstOrThrow();
    return at !== null;
  };
  // The invoice is due on 4 February.
  await run("2026-02-06");
  expect(stages()).toEqual([]);
  isBeingCharged = true;
  await run("2026-02-07");
  expect(stages()).toEqual([]);
  isBeingCharged = false;
  await Promise.all([run("2026-02-07"), run("2026-02-07")]);
  expect(stages()).toEqual([["reminder", 1_200, null]]);
  const administration = createInvoicesService({
    db: api.database.db,
    seller: { get: async () => null },
    isCharged: async () => false,
    findCharges: async () => new Map(),
    suspendAfterDays: 45,
    now: () => Date.parse("2026-02-08"),
  });
  const listed = await administration.listAll({ page: 1, pagesize: 100 });
  expect(listed._embedded.find((each) => each.uuid === uuid)?.reminders).toEqual({
    last: { stage: "reminder", on: "2026-02-07" },
    next: { stage: "second", on: "2026-02-19" },
  });
  await createCreditNote(uuid, 333);
  await run("2026-02-19");
  await run("2026-03-06");
  expect(stages()).toEqual([
    ["second", 800, null],
    ["final", 800, "2026-03-21"],
  ]);
  await run("2026-03-21", null);
  expect([stages(), await isStopped()]).toEqual([[], false]);
  await run("2026-03-21");
  expect([stages(), await isStopped()]).toEqual([[["suspended", 800, null]], true]);
  const entry = { name: "A", originUrl: "https://origin.example.org/" };
  expect(await codeOf(owner.call(routes.createCdnEntry, { body: entry }))).toBe("cdn_subscription_required");
  await run("2026-03-22");
  expect(await isStopped()).toBe(true);
  await payInvoice(uuid);
  await run("2026-03-22");
  expect([await isStopped(), mails.length]).toEqual([false, 1]);
});
