import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { routes } from "@shoal/contract";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { pauseFigures } from "../../../testing/pause-figures.ts";
import { createFigureCursorsRepository, METERED_CURSOR } from "../figures/index.ts";
import { createConsumptionService } from "./consumption.service.ts";

const DAY_SEC = 86_400;
/** The time of the test: a noon within the 90 days for which session-minutes are kept. */
const TEST_TIME = new Date(
  Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1) - 16.5 * DAY_SEC * 1_000,
);
const [NOW_SEC, MONTH] = [TEST_TIME.getTime() / 1_000, TEST_TIME.toISOString().slice(0, 7)];
const MONTH_START_SEC = Date.UTC(TEST_TIME.getUTCFullYear(), TEST_TIME.getUTCMonth(), 1) / 1_000;

let api: TestApi;
let analytics: Analytics;
let admin: TestUser;
/** Starts the mirror again. It is stopped during the tests, because it would keep closing all hours since their fixed time. */
let resumeMirror: () => Promise<void>;
beforeAll(async () => {
  api = await startTestApi();
  resumeMirror = await pauseFigures(api);
  analytics = openAnalytics(api.clickhouseUrl);
  admin = await api.addUser(["admin"]);
});
afterAll(async () => {
  await resumeMirror();
  await analytics.close();
  await api.close();
});

let owner: TestUser;
let search: string;
beforeEach(async () => {
  owner = await api.addUser(["manager"]);
  search = `consumer ${randomUUID()}`;
  await api.database.db
    .updateTable("clients")
    .set({ name: search })
    .where("uuid", "=", owner.clientUuid)
    .execute();
});

async function insertRows(table: string, rows: object[]): Promise<void> {
  const client = createClient({ url: api.clickhouseUrl });
  const values = rows.map((row) => ({
    client_uuid: owner.clientUuid,
    video_uuid: "film",
    version: 1,
    ...row,
  }));
  await client.insert({ table, values, format: "JSONEachRow" });
  await client.close();
}

/** Returns the list as an administrator would have seen it at that time, with the roll-up complete until then. */
async function list(
  query: { month?: string; isOverFreeTier?: boolean } = {},
  closedUntilSec = NOW_SEC - 3_600,
) {
  await createFigureCursorsRepository(api.database.db).saveClosedUntilSec(closedUntilSec);
  const { isOverFreeTier, ...rest } = query;
  const filter = isOverFreeTier === undefined ? {} : { filter: { isOverFreeTier } };
  const service = createConsumptionService({ db: api.database.db, analytics, onError: () => undefined });
  return service.listConsumption({ page: 1, search, ...rest, ...filter }, TEST_TIME.getTime());
}

test("a month is the sum of closed hours and later minutes, each counted once", async () => {
  await insertRows("video_hours", [
    { hour: MONTH_START_SEC, sec_server: 30, sec_peer: 10, bytes_server: 1_000, bytes_peer: 500, views: 2 },
    // The first hour of the month is reported again, and the later version counts. The hour before the month does not count.
    {
      hour: MONTH_START_SEC,
      version: 2,
      sec_server: 60,
      sec_peer: 10,
      bytes_server: 2_000,
      bytes_peer: 500,
      views: 3,
    },
    { hour: MONTH_START_SEC - 3_600, sec_server: 900, bytes_server: 9_000_000 },
  ]);
  const minute = { session_uuid: randomUUID(), minute: NOW_SEC - 60, views: 1 };
  await insertRows("session_minutes", [
    { ...minute, sec_server: 5, bytes_server: 7 },
    { ...minute, version: 2, sec_server: 20.5, bytes_server: 70, bytes_peer: 30 },
  ]);
  const page = await list();
  const sums = { watchedSec: 90.5, views: 4, serverBytes: 2_070, peerBytes: 530, deliveredBytes: 2_600 };
  expect(page).toMatchObject({ month: MONTH, isComplete: false, total: sums, _size: 1 });
  expect(page._embedded).toMatchObject([{ client: { uuid: owner.clientUuid, clientname: search }, ...sums }]);
});

test("server delivery includes CDN files without refused requests, and CDN storage is summed by day", async () => {
  onTestFinished(await setMeasuredSince(MONTH_START_SEC));
  await insertRows("metered_hours", [{ ...METERED_HOUR, video_uuid: "entry", bytes_edge: 900 }]);
  const client = createClient({ url: api.clickhouseUrl });
  const served = {
    client_uuid: owner.clientUuid,
    entry_uuid: randomUUID(),
    hour: MONTH_START_SEC,
    meter: "edge 1",
    version: 1,
    country: "FR",
    status_class: 2,
    cache: "hit",
    bytes_sent: 700,
  };
  const values = [
    served,
    { ...served, cache: "none", status_class: 4, bytes_sent: 50 },
    { ...served, hour: MONTH_START_SEC - 3_600 },
  ];
  await client.insert({ table: "cdn_hours", values, format: "JSONEachRow" });
  await client.close();
  const days = [`${MONTH}-01`, `${MONTH}-02`, "2020-01-01"].map((day, at) => ({
    client_uuid: owner.clientUuid,
    day,
    bytes: 1_000 + at,
  }));
  await api.database.db.insertInto("storage_days").values(days).execute();
  const page = await list();
  const sums = { serverBytes: 900, cdnBytes: 700, storedByteDays: 2_001 };
  expect(page.total).toMatchObject(sums);
  expect(page._embedded).toMatchObject([sums]);
});

/** Simulates an installation that has measured since the month started. */
async function setMeasuredSince(sec: number): Promise<() => Promise<void>> {
  const cursor = () => api.database.db.updateTable("cursors").where("name", "=", METERED_CURSOR);
  const before = await api.database.db
    .selectFrom("cursors")
    .select("value")
    .where("name", "=", METERED_CURSOR)
    .executeTakeFirstOrThrow();
  const save = async (value: unknown) => {
    await cursor()
      .set({ value: JSON.stringify(value) })
      .execute();
  };
  await save(sec);
  return () => save(before.value);
}

const METERED_HOUR = {
  hour: MONTH_START_SEC,
  meter: "edge 1",
  bytes_up: 0,
  bytes_peer: 0,
  bytes_most: 0,
  bytes_edge: 0,
};

test("once edges measure, bytes are as measured, not as players report, and repeated rows count once", async () => {
  onTestFinished(await setMeasuredSince(MONTH_START_SEC));
  await insertRows("video_hours", [
    { hour: MONTH_START_SEC, sec_server: 60, bytes_server: 9e12, bytes_peer: 9e12, views: 3 },
    { hour: MONTH_START_SEC - 3_600, bytes_server: 7_000 },
  ]);
  await insertRows("session_minutes", [
    { session_uuid: randomUUID(), minute: NOW_SEC - 60, views: 1, sec_server: 5, bytes_server: 9e12 },
  ]);
  for (const bytes of [600, 1_000, 1_000])
    await insertRows("metered_hours", [{ ...METERED_HOUR, version: bytes, bytes_edge: bytes }]);
  await insertRows("metered_hours", [
    { ...METERED_HOUR, meter: "edge 2", bytes_edge: 200, bytes_elsewhere: 30 },
    { ...METERED_HOUR, hour: MONTH_START_SEC - 3_600, bytes_edge: 5_000 },
  ]);
  const page = await list();
  expect(page.total).toMatchObject({ watchedSec: 65, views: 4, serverBytes: 1_230, peerBytes: 0 });
  const before = new Date((MONTH_START_SEC - 1) * 1_000).toISOString().slice(0, 7);
  expect((await list({ month: before })).total).toMatchObject({ serverBytes: 7_000 });
});

test.each([
  [
    "the sender and the receiver report the same bytes",
    [{ bytes_peer: 1_000, bytes_up: 1_000, bytes_most: 1_000 }],
    1_000,
  ],
  [
    "the last report of the sender is missing",
    [{ bytes_peer: 1_000, bytes_up: 960, bytes_most: 900 }],
    1_000,
  ],
  ["no viewer reports to have sent anything", [{ bytes_peer: 1_000, bytes_most: 1_000 }], 0],
  ["one session reports both ends", [{ bytes_peer: 1_000, bytes_up: 1_000, bytes_most: 2_000 }], 0],
  [
    "the sender reports to another edge",
    [
      { bytes_peer: 1_000, bytes_most: 1_000 },
      { meter: "edge 2", bytes_up: 800, bytes_most: 800 },
    ],
    800,
  ],
  [
    "the sender watches another video",
    [
      { bytes_peer: 1_000, bytes_most: 1_000 },
      { video_uuid: "other", bytes_up: 1_000, bytes_most: 1_000 },
    ],
    0,
  ],
])("peer bytes are billed as far as both ends report them when %s", async (_, rows, peerBytes) => {
  onTestFinished(await setMeasuredSince(MONTH_START_SEC));
  await insertRows(
    "metered_hours",
    rows.map((row) => ({ ...METERED_HOUR, ...row })),
  );
  const { total } = await list();
  expect(total).toMatchObject({ peerBytes, deliveredBytes: peerBytes });
  expect(total.unmatchedPeerBytes).toBe(1_000 - peerBytes);
});

test("the current month is forecast from the same weekdays before it, and a past month has its actual sum", async () => {
  const today = Math.floor(NOW_SEC / DAY_SEC) * DAY_SEC;
  const days = Array.from({ length: 28 }, (_, back) => ({
    hour: today - (back + 1) * DAY_SEC,
    bytes_peer: 240,
  }));
  await insertRows("video_hours", days);
  const [row] = (await list())._embedded;
  const left = monthDaysLeft();
  const inMonth = days.filter(({ hour }) => hour >= MONTH_START_SEC).length;
  expect(row?.deliveredBytes).toBe(240 * inMonth);
  expect(row?.forecastBytes).toBe(240 * inMonth + 240 * left);
  const before = new Date((MONTH_START_SEC - 1) * 1_000).toISOString().slice(0, 7);
  const past = await list({ month: before });
  expect(past).toMatchObject({ month: before, isComplete: true });
  expect(past._embedded[0]?.forecastBytes).toBe(240 * (28 - inMonth));
});

/** Returns the remaining days of the month, including half of the current one. */
const monthDaysLeft = () =>
  (Date.UTC(TEST_TIME.getUTCFullYear(), TEST_TIME.getUTCMonth() + 1, 1) / 1_000 - NOW_SEC) / DAY_SEC;

test("clients beyond the free tier can be filtered, and a client without delivery has zeros and no forecast", async () => {
  const nothing = { deliveredBytes: 0, views: 0, forecastBytes: null };
  expect((await list())._embedded).toMatchObject([nothing]);
  expect((await list({ isOverFreeTier: true }))._size).toBe(0);
  await insertRows("video_hours", [{ hour: MONTH_START_SEC, bytes_server: 9e11, bytes_peer: 2e11 }]);
  expect((await list({ isOverFreeTier: true }))._embedded).toMatchObject([{ deliveredBytes: 1.1e12 }]);
});

test("only administrators read consumption, invalid months are refused, and lists are sorted and paged", async () => {
  expect(await codeOf(owner.call(routes.listConsumption, { query: { page: 1 } }))).toBe("forbidden");
  for (const month of ["2026-13", "202611", "'; DROP TABLE clients", "1999-01"])
    expect(await codeOf(admin.call(routes.listConsumption, { query: { page: 1, month } }))).toBe(
      "bad_request",
    );
  const query = { page: 1, pagesize: 1, sort: { clientname: -1 } } as const;
  const first = await admin.call(routes.listConsumption, { query });
  const second = await admin.call(routes.listConsumption, { query: { ...query, page: 2 } });
  const names = [first, second].map(({ _embedded: [row] }) => row?.client.clientname ?? "");
  expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a)));
  expect(first._size).toBeGreaterThan(1);
});
