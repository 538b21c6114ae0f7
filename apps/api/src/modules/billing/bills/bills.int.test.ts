import { createClient } from "@clickhouse/client";
import { AppError, type PlanKind, type PlanTier, routes } from "@shoal/contract";
import { CSV_START } from "@shoal/domain/csv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { pauseFigures } from "../../../testing/pause-figures.ts";
import { measureStorage } from "../../accounts/clients/index.ts";
import { createFigureCursorsRepository, METERED_CURSOR } from "../../insight/figures/index.ts";
import { createBillsService } from "./bills.service.ts";

const BYTES_PER_TB = 1_000_000_000_000;
/** The time of the test, shortly after the turn of the year. */
const NOW_MS = Date.UTC(2026, 0, 15, 12);

let api: TestApi;
let analytics: Analytics;
let resumeMirror: () => Promise<void>;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  resumeMirror = await pauseFigures(api);
  analytics = openAnalytics(api.clickhouseUrl);
  await api.database.db
    .updateTable("cursors")
    .set({ value: JSON.stringify(Date.UTC(2025, 0, 1) / 1_000) })
    .where("name", "=", METERED_CURSOR)
    .execute();
  await createFigureCursorsRepository(api.database.db).saveClosedUntilSec((NOW_MS - 3_600_000) / 1_000);
});
afterAll(async () => {
  await resumeMirror();
  await analytics.close();
  await api.close();
});
beforeEach(async () => {
  owner = await api.addUser(["manager"]);
});

async function setPlan(valid_from: string, kind: PlanKind, tiers: PlanTier[] | null = null): Promise<void> {
  await api.database.db
    .insertInto("price_plans")
    .values({ client_uuid: owner.clientUuid, valid_from, kind, tiers: tiers && JSON.stringify(tiers) })
    .execute();
}

/** Adds hours of edges with the bytes from servers and peers. */
async function recordMeteredHours(
  hours: { at: string; server: number; peers?: number; elsewhere?: number; video?: string }[],
): Promise<void> {
  const client = createClient({ url: api.clickhouseUrl });
  const values = hours.map(({ at, server, peers = 0, elsewhere = 0, video = "film" }) => ({
    client_uuid: owner.clientUuid,
    video_uuid: video,
    hour: Date.parse(at) / 1_000,
    meter: "edge 1",
    version: 1,
    bytes_edge: server,
    bytes_elsewhere: elsewhere,
    bytes_peer: peers,
    bytes_up: peers,
    bytes_most: peers,
  }));
  await client.insert({ table: "metered_hours", values, format: "JSONEachRow" });
  await client.close();
}

const serviceDeps = () => ({ db: api.database.db, analytics, onError: () => undefined });
const createBills = () => createBillsService({ ...serviceDeps(), now: () => NOW_MS });
const ownerActor = () =>
  ({ clientUuid: owner.clientUuid }) as Parameters<ReturnType<typeof createBills>["getMonth"]>[0];

test("a month is billed by its UTC days, up to exactly the last hour of the year", async () => {
  await recordMeteredHours([
    { at: "2025-11-30T23:00Z", server: 7 * BYTES_PER_TB },
    { at: "2025-12-01T00:00Z", server: BYTES_PER_TB },
    { at: "2025-12-31T23:00Z", server: BYTES_PER_TB / 2, peers: BYTES_PER_TB / 4 },
    { at: "2025-12-31T23:00Z", server: BYTES_PER_TB / 4, video: "another" },
    { at: "2026-01-01T00:00Z", server: 9 * BYTES_PER_TB },
  ]);
  const bill = await createBills().getMonth(ownerActor(), "2025-12");
  expect(bill).toMatchObject({
    isComplete: true,
    deliveredBytes: 2 * BYTES_PER_TB,
    peerBytes: BYTES_PER_TB / 4,
    cents: 1_000,
  });
  expect(bill.lines.map(({ bytes, cents }) => [bytes, cents])).toEqual([
    [BYTES_PER_TB, 0],
    [BYTES_PER_TB, 1_000],
  ]);
  expect(bill.days).toHaveLength(31);
  expect(bill.days.at(-1)).toEqual({
    day: "2025-12-31",
    serverBytes: 0.75 * BYTES_PER_TB,
    peerBytes: BYTES_PER_TB / 4,
    cdnBytes: 0,
    storedBytes: null,
  });
  expect(bill.forecast).toBeNull();
});

test("the cost of a month is returned with the price of the bytes that edges counted themselves", async () => {
  await recordMeteredHours([
    { at: "2025-12-01T00:00Z", server: 3 * BYTES_PER_TB, peers: 2 * BYTES_PER_TB },
    { at: "2025-12-31T23:00Z", server: BYTES_PER_TB, elsewhere: BYTES_PER_TB },
    { at: "2026-01-01T00:00Z", server: 9 * BYTES_PER_TB },
  ]);
  // Seven TB are billed, of which servers sent four. The first TB is free.
  expect(await createBills().getSpent(ownerActor(), "2025-12")).toEqual({
    cents: 6_000,
    measuredCents: 3_000,
  });
  expect(await createBills().getSpent(ownerActor(), "2025-10")).toEqual({ cents: 0, measuredCents: 0 });
});

test("the current month has its days until today, and a forecast from recent weekdays", async () => {
  const days = Array.from({ length: 45 }, (_, back) => new Date(NOW_MS - (back + 1) * 86_400_000));
  await recordMeteredHours(
    days.map((day) => ({ at: `${day.toISOString().slice(0, 10)}T10:00Z`, server: BYTES_PER_TB / 10 })),
  );
  const bill = await createBills().getMonth(ownerActor(), "2026-01");
  expect(bill.days).toHaveLength(15);
  expect(bill).toMatchObject({ isComplete: false, deliveredBytes: 1.4 * BYTES_PER_TB, cents: 400 });
  // Sixteen and a half days of the month are left for the forecast.
  const end = { bytes: 3.05 * BYTES_PER_TB, cents: 2_050 };
  expect(bill.forecast).toEqual({ expected: end, range: { low: end, high: end } });
});

test("the history lists the months from the newest, with the same bytes as consumption", async () => {
  await recordMeteredHours([
    { at: "2025-10-26T01:00Z", server: 3 * BYTES_PER_TB, peers: BYTES_PER_TB },
    { at: "2026-01-02T10:00Z", server: 2 * BYTES_PER_TB },
  ]);
  const { _embedded: months } = await createBills().listMonths(ownerActor());
  expect(months.map(({ month, cents }) => [month, cents])).toEqual([
    ["2026-01", 1_000],
    ["2025-12", 0],
    ["2025-11", 0],
    ["2025-10", 3_000],
  ]);
  const october = await createBills().getMonth(ownerActor(), "2025-10");
  expect(months.at(-1)).toMatchObject({ cents: october.cents, deliveredBytes: october.deliveredBytes });
  const admin = await api.addUser(["admin"]);
  const query = { page: 1, pagesize: 100, month: "2025-10" };
  const consumption = await admin.call(routes.listConsumption, { query });
  const own = consumption._embedded.find(({ client }) => client.uuid === owner.clientUuid);
  const { serverBytes, peerBytes, deliveredBytes } = october;
  expect(own).toMatchObject({ serverBytes, peerBytes, deliveredBytes });
});

test("a client on the free tier pays nothing, and bills only contain its own figures", async () => {
  await recordMeteredHours([{ at: "2025-12-03T10:00Z", server: 5 * BYTES_PER_TB }]);
  await setPlan("2025-12-01", "free");
  const { plan, cents } = await createBills().getMonth(ownerActor(), "2025-12");
  expect([plan.kind, cents]).toEqual(["free", 0]);
  owner = await api.addUser(["manager"]);
  expect(await createBills().getMonth(ownerActor(), "2025-12")).toMatchObject({
    deliveredBytes: 0,
    cents: 0,
  });
});

test("each month has the plan of its first day, even if another starts during it", async () => {
  await recordMeteredHours([
    { at: "2025-11-20T10:00Z", server: 3 * BYTES_PER_TB },
    { at: "2025-12-20T10:00Z", server: 3 * BYTES_PER_TB },
    { at: "2026-01-05T10:00Z", server: 60 * BYTES_PER_TB },
  ]);
  await setPlan("2025-11-02", "own", [{ upToBytes: null, microsPerTb: 7_000_000 }]);
  await setPlan("2026-01-01", "fixed");
  await setPlan("2026-01-02", "free");
  const { _embedded: months } = await createBills().listMonths(ownerActor());
  expect(months.map(({ month, cents }) => [month, cents])).toEqual([
    ["2026-01", 35_000],
    ["2025-12", 2_100],
    ["2025-11", 2_000],
  ]);
  const { plan, lines } = await createBills().getMonth(ownerActor(), "2026-01");
  expect(plan.kind).toBe("fixed");
  expect(lines.map(({ fixedCents, cents }) => [fixedCents, cents])).toEqual([
    [25_000, 25_000],
    [undefined, 10_000],
  ]);
});

test("a day includes the bytes of CDN entries without refused requests, and the stored bytes", async () => {
  await recordMeteredHours([{ at: "2025-12-03T10:00Z", server: 5_000, video: "entry" }]);
  const client = createClient({ url: api.clickhouseUrl });
  const row = {
    client_uuid: owner.clientUuid,
    entry_uuid: "entry",
    hour: Date.parse("2025-12-03T10:00Z") / 1_000,
    country: "FR",
    status_class: 2,
    meter: "edge 1",
    version: 1,
    requests: 1,
    bytes_origin: 0,
  };
  await client.insert({
    table: "cdn_hours",
    values: [
      { ...row, cache: "hit", bytes_sent: 3_000 },
      { ...row, cache: "none", status_class: 4, bytes_sent: 200 },
    ],
    format: "JSONEachRow",
  });
  await client.close();
  const measured = Date.parse("2025-12-03T09:00Z");
  await measureStorage(api.database.db, measured);
  // Storage is measured only once a day, so a second measurement an hour later changes nothing.
  await measureStorage(api.database.db, measured + 3_600_000);
  const { days } = await createBills().getMonth(ownerActor(), "2025-12");
  expect(days.slice(1, 4)).toEqual([
    { day: "2025-12-02", serverBytes: 0, peerBytes: 0, cdnBytes: 0, storedBytes: null },
    { day: "2025-12-03", serverBytes: 5_000, peerBytes: 0, cdnBytes: 3_000, storedBytes: 0 },
    { day: "2025-12-04", serverBytes: 0, peerBytes: 0, cdnBytes: 0, storedBytes: null },
  ]);
});

test("the exported rows of a month by hour and video are exactly those of its bill", async () => {
  await recordMeteredHours([
    { at: "2025-11-30T23:00Z", server: 7 * BYTES_PER_TB },
    { at: "2025-12-01T00:00Z", server: BYTES_PER_TB, peers: 3 },
    { at: "2025-12-31T23:00Z", server: 5, elsewhere: 2 },
    { at: "2025-12-31T23:00Z", server: BYTES_PER_TB, video: "another" },
    { at: "2026-01-01T00:00Z", server: 9 * BYTES_PER_TB },
  ]);
  const lines: string[] = [];
  for await (const part of await createBills().exportRows(ownerActor(), "2025-12")) lines.push(part);
  expect(lines.join("").replace(CSV_START, "").trimEnd().split(/\r?\n/)).toEqual([
    "hour,video,serverBytes,peerBytes",
    `2025-12-01T00:00:00Z,film,${BYTES_PER_TB},3`,
    `2025-12-31T23:00:00Z,another,${BYTES_PER_TB},0`,
    "2025-12-31T23:00:00Z,film,7,0",
  ]);
  const { deliveredBytes } = await createBills().getMonth(ownerActor(), "2025-12");
  expect(deliveredBytes).toBe(2 * BYTES_PER_TB + 10);
});

test("a future month is refused", async () => {
  const request = createBills().getMonth(ownerActor(), "2026-02");
  await expect(request).rejects.toThrow(AppError);
  await expect(request).rejects.toMatchObject({ code: "bad_request" });
});

test("managers can read bills, and editors cannot", async () => {
  const month = new Date().toISOString().slice(0, 7);
  const bill = await owner.call(routes.getMonthBill, { params: { month } });
  expect(bill).toMatchObject({ month, lines: [{ cents: 0 }] });
  const editor = await api.addUser(["editor"]);
  expect(await codeOf(editor.call(routes.listBilledMonths, {}))).toBe("forbidden");
});
