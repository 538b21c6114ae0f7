import { type ApiCall, type BodyOf, createApiClient, routes, SellerInput } from "@shoal/contract";
import { monthOfUtc } from "@shoal/domain/billing";
import { createStorageRepository } from "../../apps/api/src/modules/accounts/clients/index.ts";
import { createBillsService } from "../../apps/api/src/modules/billing/bills/index.ts";
import {
  createInvoicesService,
  createInvoiceWriter,
  FIRST_MONTH_CURSOR,
} from "../../apps/api/src/modules/billing/invoices/index.ts";
import {
  createFigureCursorsRepository,
  METERED_CURSOR,
} from "../../apps/api/src/modules/insight/figures/index.ts";
import { openAnalytics } from "../../apps/api/src/platform/clickhouse.ts";
import type { Database } from "../../apps/api/src/platform/database.ts";
import { openSeedAnalytics } from "./analytics-client.ts";
import { DEMO_ADMINISTRATOR, DEMO_CLIENTS, DEMO_PASSWORD, toSlug } from "./demo-data.ts";
import { servedHoursOf } from "./served.ts";

const DAY_MS = 86_400_000;
const MONTH_COUNT = 12;
/** The storage that the client used a year ago, as a share of its current storage. */
const INITIAL_STORAGE_SHARE = 0.3;
const ROWS_PER_INSERT = 20_000;
/** Seeded clients pay each invoice this many days after its date. */
const DAYS_UNTIL_PAYMENT = 12;
const ORIGIN_URL = "https://media.lagoon-media.example/films/";
/** The key of the CDN entry. It is constant, so the documentation can contain the entry's URL. */
const ENTRY_KEY = "lagoonfilms1";

/** The seller. Its numbers are valid, but belong to no company. */
const DEMO_SELLER: BodyOf<typeof routes.saveSeller> = {
  name: "Shoal Demo SAS",
  street: "1 quai des Essais",
  postalCode: "29200",
  city: "Brest",
  country: "FR",
  siren: "732829320",
  siret: "73282932000074",
  vatNumber: "FR44732829320",
  registration: "RCS Brest 732 829 320, capital 10 000 €",
  iban: "FR7630006000011234567890189",
  bic: "AGRIFRPP",
  email: "billing@example.org",
  phone: "+33 1 99 00 00 99",
  paymentTermDays: 30,
};

interface ApiUrls {
  apiUrl: string;
  clickhouseUrl: string;
}

/**
 * Adds a CDN entry in use for a year, its statistics, the bills of twelve months, and a contract to the demo client that has
 * projects. Must be called once the statistics are aggregated. Data of an earlier seed is left unchanged.
 */
export async function addBills(
  db: Database,
  { apiUrl, clickhouseUrl }: ApiUrls,
  nowMs: number,
): Promise<void> {
  const client = DEMO_CLIENTS.find(({ flags }) => flags?.vireed);
  if (!client) return;
  const { uuid: clientUuid } = await db
    .selectFrom("clients")
    .select("uuid")
    .where("name", "=", client.name)
    .executeTakeFirstOrThrow();
  const known = await db
    .selectFrom("cdn_entries")
    .select("uuid")
    .where("client_uuid", "=", clientUuid)
    .where("key", "=", ENTRY_KEY)
    .executeTakeFirst();
  if (known) return;
  const sinceMs = monthsBefore(nowMs, MONTH_COUNT);
  await beginAt(db, clientUuid, sinceMs);
  const [manager, administrator] = await Promise.all(
    [toSlug(client), DEMO_ADMINISTRATOR.username].map((username) => signIn(apiUrl, username)),
  );
  if (!manager || !administrator) return;
  await administrator(routes.saveSeller, { body: DEMO_SELLER });
  await acceptContract(manager, clientUuid, client.name);
  const entryUuid = await addEntry(db, clientUuid, sinceMs);
  await insertTraffic(clickhouseUrl, { uuid: entryUuid, clientUuid }, { sinceMs, untilMs: nowMs });
  await recordStorage(db, clientUuid, { sinceMs, untilMs: nowMs });
  const written = await writeInvoices(db, clickhouseUrl, { sinceMs, nowMs });
  console.log(`${written} invoices of ${client.name}`);
}

/** Returns the start of the month this many months before the current month. */
function monthsBefore(nowMs: number, months: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1);
}

/** Backdates the client, the measurements of edges and the billing to this time. */
async function beginAt(db: Database, clientUuid: string, sinceMs: number): Promise<void> {
  await setCursor(db, METERED_CURSOR, sinceMs / 1_000);
  await setCursor(db, FIRST_MONTH_CURSOR, new Date(sinceMs).toISOString().slice(0, 7));
  await db
    .updateTable("clients")
    .set({
      created_at: new Date(sinceMs),
      // The numbers of a French company, which have valid check digits.
      siret: "73282932000074",
      vat_number: "FR44732829320",
      contact_first_name: "Account",
      contact_last_name: "Manager",
    })
    .where("uuid", "=", clientUuid)
    .execute();
}

async function setCursor(db: Database, name: string, to: number | string): Promise<void> {
  const value = JSON.stringify(to);
  await db
    .insertInto("cursors")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

async function signIn(apiUrl: string, username: string): Promise<ApiCall> {
  const anonymous = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
  const { credential } = await anonymous(routes.login, { body: { username, password: DEMO_PASSWORD } });
  return createApiClient({ baseUrl: apiUrl, credential: () => credential });
}

/** Accepts a contract as the client's manager. @param name the name of the person who accepts. */
async function acceptContract(manager: ApiCall, id: string, name: string): Promise<void> {
  const params = { id };
  const { isAcceptable } = await manager(routes.getContract, { params });
  if (!isAcceptable) return;
  const query = { language: "EN" as const };
  const { version, language, textHash } = await manager(routes.getContractText, { params, query });
  const body = { version, language, textHash, name, isAccepted: true as const };
  await manager(routes.acceptContract, { params, body });
}

/**
 * Inserts a CDN entry. It is not created by an API call, which would reject its origin because the origin does not exist. None of
 * its files are requested.
 */
async function addEntry(db: Database, client_uuid: string, sinceMs: number): Promise<string> {
  const { uuid } = await db
    .insertInto("cdn_entries")
    .values({
      client_uuid,
      key: ENTRY_KEY,
      name: "Film archive",
      origin_url: ORIGIN_URL,
      cors_origins: ["https://www.example.org"],
      default_ttl_sec: 86_400,
      created_at: new Date(sinceMs),
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  return uuid;
}

async function insertTraffic(
  clickhouseUrl: string,
  entry: { uuid: string; clientUuid: string },
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
): Promise<void> {
  const { cdn, metered } = servedHoursOf(entry, { sinceMs, untilMs, version: Date.now() });
  const analytics = openSeedAnalytics(clickhouseUrl);
  try {
    for (let from = 0; from < cdn.length; from += ROWS_PER_INSERT)
      await analytics.insert({
        table: "cdn_hours",
        format: "JSONEachRow",
        values: cdn.slice(from, from + ROWS_PER_INSERT),
      });
    await analytics.insert({ table: "metered_hours", format: "JSONEachRow", values: metered });
  } finally {
    await analytics.close();
  }
}

/** Adds the client's storage, which grows day by day to the current amount. The API itself measures the storage of today. */
async function recordStorage(
  db: Database,
  clientUuid: string,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
): Promise<void> {
  const storage = createStorageRepository(db);
  const [{ storedBytes }, sentBytes] = [
    await storage.readStored(clientUuid),
    await storage.readSent(clientUuid),
  ];
  const bytes = storedBytes + sentBytes;
  const dayCount = Math.floor((untilMs - sinceMs) / DAY_MS);
  const rows = Array.from({ length: dayCount }, (_, at) => ({
    client_uuid: clientUuid,
    day: new Date(sinceMs + at * DAY_MS).toISOString().slice(0, 10),
    bytes: Math.round(bytes * (INITIAL_STORAGE_SHARE + (1 - INITIAL_STORAGE_SHARE) * (at / dayCount))),
  }));
  await db
    .insertInto("storage_days")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes the invoices month by month, as they would have been written. All are paid except the last. @returns the number of invoices. */
async function writeInvoices(
  db: Database,
  clickhouseUrl: string,
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<number> {
  const analytics = openAnalytics(clickhouseUrl);
  const onError = (error: unknown) => {
    throw error;
  };
  const deps = { db, seller: { get: async () => SellerInput.parse(DEMO_SELLER) }, onError };
  try {
    await closedUpTo(db, nowMs);
    let month = new Date(sinceMs).toISOString().slice(0, 7);
    for (
      ;
      issuedAtMs(month) <= nowMs;
      month = new Date(monthOfUtc(month).untilMs).toISOString().slice(0, 7)
    ) {
      const now = () => issuedAtMs(month);
      await createInvoiceWriter({
        ...deps,
        bills: createBillsService({ db, analytics, onError, now }),
        // No mails about the past invoices are sent.
        mails: { send: async () => undefined },
        findChargedMethod: async () => undefined,
        publicUrl: "",
        now,
      }).writeDue();
    }
    return await payInvoices(db, nowMs);
  } finally {
    await analytics.close();
  }
}

/** Returns the time at which a month's invoice is written: the 5th of the next month, at ten minutes past midnight. */
const issuedAtMs = (month: string): number => monthOfUtc(month).untilMs + 4 * DAY_MS + 600_000;

/** Marks the hours before this month as closed. A day later, they would be closed anyway. */
async function closedUpTo(db: Database, nowMs: number): Promise<void> {
  const cursors = createFigureCursorsRepository(db);
  const closedSec = (await cursors.findClosedUntilSec()) ?? 0;
  if (closedSec * 1_000 < monthsBefore(nowMs, 0))
    throw new Error("The hours of last month are not closed yet");
}

async function payInvoices(db: Database, nowMs: number): Promise<number> {
  const invoices = await db
    .selectFrom("invoices")
    .select(["uuid", "number", "issued_on"])
    .orderBy("number")
    .execute();
  const service = createInvoicesService({
    db,
    seller: { get: async () => null },
    isCharged: async () => false,
    findCharges: async () => new Map(),
    now: () => nowMs,
  });
  for (const { uuid, number, issued_on } of invoices.slice(0, -1)) {
    const paidOn = new Date(Date.parse(issued_on) + DAYS_UNTIL_PAYMENT * DAY_MS).toISOString().slice(0, 10);
    await service.markPaid({ username: DEMO_ADMINISTRATOR.username }, uuid, {
      paidOn,
      reference: `SEPA ${number}`,
    });
  }
  return invoices.length;
}
