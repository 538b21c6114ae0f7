import { type ApiCall, createApiClient, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFigureCursorsRepository } from "../../apps/api/src/modules/insight/figures/index.ts";
import { startTestApi, type TestApi } from "../../apps/api/src/test-api.ts";
import { addDemoAccounts } from "./accounts.ts";
import { addBills } from "./bills.ts";
import { DEMO_ADMINISTRATOR, DEMO_CLIENTS, DEMO_PASSWORD, toSlug } from "./demo-data.ts";

let api: TestApi;
let managerCall: ApiCall;
let managerCredential: string;
let administratorCredential: string;
const nowMs = Date.now();
beforeAll(async () => {
  api = await startTestApi();
  await addDemoAccounts(api.database.db);
  await createFigureCursorsRepository(api.database.db).saveClosedUntilSec(
    Math.floor(nowMs / 3_600_000) * 3_600,
  );
  await addBills(api.database.db, urlsOf(), nowMs);
  const [client] = DEMO_CLIENTS;
  const credential = await signIn(toSlug(client ?? { name: "" }));
  managerCredential = credential();
  managerCall = createApiClient({ baseUrl: api.url, credential });
  administratorCredential = (await signIn(DEMO_ADMINISTRATOR.username))() ?? "";
});
afterAll(() => api?.close());

const urlsOf = () => ({ apiUrl: api.url, clickhouseUrl: api.clickhouseUrl });

async function signIn(username: string): Promise<() => string> {
  const anonymous = createApiClient({ baseUrl: api.url, credential: () => undefined });
  const { credential } = await anonymous(routes.login, { body: { username, password: DEMO_PASSWORD } });
  return () => credential;
}

/** Returns the sum of a month's rows, as a client who checks a bill computes it. */
async function exportedBytes(month: string): Promise<bigint> {
  const headers = { authorization: `Bearer ${managerCredential}` };
  const csv = await (await fetch(`${api.url}/api/billing/months/${month}/rows`, { headers })).text();
  const [, ...rows] = csv.trimEnd().split(/\r?\n/);
  return rows.reduce((sum, row) => {
    const [serverBytes = "", peerBytes = ""] = row.split(",").slice(-2);
    return sum + BigInt(serverBytes) + BigInt(peerBytes);
  }, 0n);
}

/** Returns the price at 10 € per TB beyond the first. It is computed in whole numbers, and halves are rounded away from zero. */
function centsOf(bytes: bigint): number {
  const [tb, centsPerTb] = [1_000_000_000_000n, 1_000n];
  const beyond = bytes > tb ? bytes - tb : 0n;
  return Number((2n * beyond * centsPerTb + tb) / (2n * tb));
}

test("the demo client's exported rows of a month add up to its invoice and its accounting line to the cent", async () => {
  const { _embedded: invoices } = await managerCall(routes.listInvoices, {
    query: { page: 1, pagesize: 100 },
  });
  expect(invoices.length).toBeGreaterThanOrEqual(11);
  const csv = await (
    await fetch(`${api.url}/api/invoices/csv`, {
      headers: { authorization: `Bearer ${administratorCredential}` },
    })
  ).text();
  for (const { month, number, netCents, vatCents } of invoices) {
    const bytes = await exportedBytes(month ?? "");
    expect([month, netCents]).toEqual([month, centsOf(bytes)]);
    expect(vatCents).toBe(Math.round(netCents / 5));
    const [row] = csv.split("\n").filter((line) => line.startsWith(`${number},`));
    expect(row).toContain(`,standard,20,${netCents / 100},${vatCents / 100},`);
  }
});

test("the CDN's own statistics of the last billed month add up to its invoice", async () => {
  const { _embedded: invoices } = await managerCall(routes.listInvoices, { query: { page: 1, pagesize: 1 } });
  const [{ month, netCents } = { month: null, netCents: 0 }] = invoices;
  const { total } = await managerCall(routes.getCdnUsage, { query: { month: month ?? "" } });
  const { _embedded: entries } = await managerCall(routes.listCdnEntries, { query: { page: 1 } });
  const { statuses } = await managerCall(routes.getCdnStatistics, {
    params: { id: entries[0]?.uuid ?? "" },
    query: { days: 90 },
  });
  // Rejected requests appear in the statistics but are not billed. Some of those of 90 days are in this month.
  const refused = statuses.filter(({ statusClass }) => statusClass === 4);
  const refusedBytes = refused.reduce((sum, { bytesSent }) => sum + BigInt(bytesSent), 0n);
  expect(refusedBytes).toBeGreaterThan(0n);
  const { days, peerBytes } = await managerCall(routes.getMonthBill, { params: { month: month ?? "" } });
  // Viewers exchange segments. The entry's statistics do not include the bytes that they sent to each other.
  expect(peerBytes / (total.bytesSent + peerBytes)).toBeCloseTo(0.23, 2);
  const delivered = BigInt(total.bytesSent) + BigInt(peerBytes);
  expect(netCents).toBeGreaterThan(0);
  expect(netCents).toBeGreaterThanOrEqual(centsOf(delivered - refusedBytes));
  expect(netCents).toBeLessThanOrEqual(centsOf(delivered));
  // The storage of each day before today is known.
  expect(days.filter(({ storedBytes }) => storedBytes === null)).toEqual([]);
});

test("the demo client has a contract, a CDN entry with statistics, paid invoices of a year and tested forecasts", async () => {
  const { _embedded: entries } = await managerCall(routes.listCdnEntries, { query: { page: 1 } });
  expect(entries).toMatchObject([{ name: "Film archive", state: "active" }]);
  const statistics = await managerCall(routes.getCdnStatistics, {
    params: { id: entries[0]?.uuid ?? "" },
    query: { days: 30 },
  });
  expect(statistics.countries.map(({ country }) => country)).toContain("FR");
  expect(statistics.total.hits).toBeGreaterThan(statistics.total.misses * 5);
  const { _embedded: invoices } = await managerCall(routes.listInvoices, {
    query: { page: 1, pagesize: 100 },
  });
  expect(new Set(invoices.slice(1).map(({ state }) => state))).toEqual(new Set(["paid"]));
  const { forecastTrial } = await managerCall(routes.listBilledMonths, {});
  expect(forecastTrial?.monthCount).toBeGreaterThanOrEqual(9);
  expect(forecastTrial?.meanErrorPercent).toBeLessThan(5);
});
