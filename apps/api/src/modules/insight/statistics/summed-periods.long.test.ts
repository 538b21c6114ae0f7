import { createClient } from "@clickhouse/client";
import {
  RANKED_KINDS,
  type RouteSpec,
  routes,
  STATISTICS_DIMENSIONS,
  STATISTICS_STEPS,
} from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { pauseFigures } from "../../../testing/pause-figures.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { createClosedHoursStore, openClosedHours } from "../figures/index.ts";
import { openProofReader } from "./index.ts";

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;
const DAY_COUNT = 4;

/** The end of the day before yesterday, which is always complete and aggregated; yesterday is aggregated only from 03:00. */
const endSec = Math.floor(Date.now() / 1_000 / DAY_SEC - 1) * DAY_SEC;
const daysBefore = (days: number) => endSec - days * DAY_SEC;
const nowSec = Math.floor(Date.now() / 1_000 / MINUTE_SEC) * MINUTE_SEC;

/** The tested periods, named after how much of them is read from daily totals. */
const TESTED_PERIODS: Record<string, { fromSec: number; toSec: number }> = {
  "one day, wholly": { fromSec: daysBefore(1), toSec: endSec },
  "two days and the two before them, wholly": { fromSec: daysBefore(2), toSec: endSec },
  "days and what is after them, from the midst of an hour, partly": {
    fromSec: daysBefore(3) + 12 * HOUR_SEC + 7 * MINUTE_SEC,
    toSec: nowSec,
  },
  "the last hour, not at all": { fromSec: nowSec - HOUR_SEC, toSec: nowSec },
};

let api: TestApi;
let analytics: Analytics;
let manager: TestUser;
/** The client whose pages are named after their number of starts. */
let countedClient: TestUser;
let videoUuid: string;
let resumeMirror: () => Promise<void>;
let closedHours: ReturnType<typeof openClosedHours>;
/** All responses before any day was aggregated, by period. */
const unsummedAnswers = new Map<string, Record<string, unknown>>();
let percentilesUnsummed: unknown;

beforeAll(async () => {
  api = await startTestApi();
  analytics = openAnalytics(api.clickhouseUrl);
  manager = await api.addUser(["manager"]);
  countedClient = await api.addUser(["manager"]);
  resumeMirror = await pauseFigures(api);
  videoUuid = await addVideo(api, manager, {
    place: JSON.stringify({ latitude: 49.485, longitude: 0.1075, label: "Le Havre" }) as never,
  });
  const collection = await manager.call(routes.addCollection, { body: { name: "Talks" } });
  await manager.call(routes.updateVideoRules, {
    params: { id: videoUuid },
    body: { revision: 0, rules: {}, collection: collection.uuid },
  });
  await recordViewers();
  const store = createClosedHoursStore(api.database.db);
  closedHours = openClosedHours(analytics, store);
  await closedHours.close(Date.now());
  await store.days.invalidate([...(await store.days.listSummed()).keys()]);
  for (const [name, period] of Object.entries(TESTED_PERIODS))
    unsummedAnswers.set(name, await queryAll(period));
  percentilesUnsummed = await readPercentiles();
  await openClosedHours(analytics, store).close(Date.now() + 1);
  // This run aggregates several days at a time, and the next run the remaining days.
  await openClosedHours(analytics, store).close(Date.now() + 2);
  const summed = await store.days.listSummed();
  for (let days = 1; days <= DAY_COUNT; days += 1) expect([...summed.keys()]).toContain(daysBefore(days));
});
afterAll(async () => {
  await resumeMirror();
  await analytics.close();
  await api.close();
});

/** Records two viewers, on a phone and a laptop, every day at noon and now; one stalls, and one leaves. */
async function recordViewers(): Promise<void> {
  const noons = Array.from({ length: DAY_COUNT }, (_, day) => daysBefore(day + 1) + 12 * HOUR_SEC);
  const minutesSec = [...noons, nowSec - 20 * MINUTE_SEC];
  const rowsOf = (minuteSec: number, place: number): Partial<SessionMinuteRow>[] => [
    {
      session_uuid: `first ${place}`,
      viewer: "one",
      video_uuid: videoUuid,
      country: "FR",
      device: "laptop",
      minute: minuteSec + 5 * MINUTE_SEC,
      height: 720,
      attempts: 1,
      views: 1,
      startup_ms: 300 + 97 * place,
      sec_server: 40,
      sec_peer: 20,
      bytes_server: 900 + place,
      bytes_peer: 100,
      proof_group: 1,
      played: [0, 60],
    },
    {
      session_uuid: `second ${place}`,
      viewer: `viewer ${place}`,
      video_uuid: "film",
      country: "DE",
      device: "phone",
      minute: minuteSec + 10 * MINUTE_SEC,
      height: 1080,
      attempts: 1,
      views: 1,
      startup_ms: 815 + 41 * place,
      sec_server: 30 + place,
      sec_rebuf_http: 1,
      bytes_server: 500,
      proof_group: 2,
      played: [0, 30 + place],
    },
    {
      session_uuid: `third ${place}`,
      video_uuid: "film",
      country: "DE",
      device: "laptop",
      minute: minuteSec + 10 * MINUTE_SEC,
      attempts: 1,
      errors: 1,
    },
  ];
  const client = createClient({ url: api.clickhouseUrl });
  await client.insert({
    table: "session_minutes",
    values: START_COUNTS.flatMap((count) =>
      startsOf(count).map((startup_ms, index) => ({
        client_uuid: countedClient.clientUuid,
        session_uuid: `${index} of ${count}`,
        page_host: String(count),
        minute: daysBefore(1) + 12 * HOUR_SEC,
        version: daysBefore(1),
        attempts: 1,
        views: 1,
        startup_ms,
      })),
    ),
    format: "JSONEachRow",
  });
  await client.insert({
    table: "session_minutes",
    values: minutesSec.flatMap((minuteSec, index) =>
      rowsOf(minuteSec, index).map((row) => ({
        client_uuid: manager.clientUuid,
        version: minuteSec * 1_000,
        ...row,
      })),
    ),
    format: "JSONEachRow",
  });
  await client.close();
}

const SCOPE_QUERIES: Record<string, object> = {
  all: {},
  "one filter": { filter: JSON.stringify({ country: ["DE"] }) },
  "two filters": { filter: JSON.stringify({ country: ["DE"], device: ["phone"] }) },
  "one rendition": { filter: JSON.stringify({ rendition: ["720"] }) },
  videos: {}, // The value is known once the video exists.
  collection: { collection: "Talks" },
};
const listScopes = () =>
  Object.entries({ ...SCOPE_QUERIES, videos: { videos: JSON.stringify([videoUuid]) } });

/** The queries that are read differently with a filter; all others run without a filter. */
const QUERIES_WITH_FILTERS = new Set(["totals", "series by the hour", "peaks by the day", "by country"]);

/** All routes with a period are listed, so that future routes are tested too. */
const routesWithPeriod = Object.values(routes).filter(
  (route: RouteSpec) =>
    route.path.startsWith("/api/statistics/") && "from" in ((route.query as { shape?: object })?.shape ?? {}),
);

type TestedQuery = [name: string, route: RouteSpec, query: object];

function listQueries(): TestedQuery[] {
  const zones = { timeZone: "Asia/Kolkata" };
  return [
    ["totals", routes.getStatisticsTotals, {}],
    ["places", routes.getStatisticsPlaces, {}],
    ["retention", routes.getStatisticsRetention, { video: videoUuid }],
    ["sessions", routes.listStatisticsSessions, {}],
    ["series", routes.getStatisticsSeries, {}],
    ["series of a zone", routes.getStatisticsSeries, { step: "day", ...zones }],
    ["peaks of a zone", routes.getStatisticsPeaks, { step: "day", ...zones }],
    ...STATISTICS_STEPS.filter((step) => step !== "minute").flatMap((step): TestedQuery[] => [
      [`series by the ${step}`, routes.getStatisticsSeries, { step }],
      [`peaks by the ${step}`, routes.getStatisticsPeaks, { step }],
    ]),
    ...STATISTICS_DIMENSIONS.map(
      (dimension): TestedQuery => [`by ${dimension}`, routes.getStatisticsBreakdown, { dimension }],
    ),
    ["by video and viewers", routes.getStatisticsBreakdown, { dimension: "video", sort: "viewers" }],
    ...RANKED_KINDS.map((of): TestedQuery => [`ranking of ${of}`, routes.getStatisticsRanking, { of }]),
  ];
}

/** Returns all responses for a period, by query and scope, without their timestamps. */
async function queryAll({ fromSec, toSec }: { fromSec: number; toSec: number }) {
  const [from, to] = [fromSec, toSec].map((sec) => new Date(sec * 1_000).toISOString());
  const answers: Record<string, unknown> = {};
  for (const [scope, which] of listScopes())
    await Promise.all(
      listQueries()
        .filter(([name]) => scope === "all" || QUERIES_WITH_FILTERS.has(name))
        .map(async ([name, route, query]) => {
          const answer = await manager.call(route as typeof routes.getStatisticsTotals, {
            query: { from, to, ...which, ...query } as never,
          });
          answers[`${name}, ${scope}`] = { ...answer, asOf: undefined, watchingNow: undefined };
        }),
    );
  const reader = openProofReader({ analytics, onError: () => undefined });
  answers.proof = await reader.readGroups({
    clientUuid: manager.clientUuid,
    fromMs: fromSec * 1_000,
    toMs: toSec * 1_000,
    closedUntilSec: endSec,
  });
  return answers;
}

test("every statistics call with a period is among the tested queries", () => {
  const asked = new Set(listQueries().map(([, { path }]) => path));
  expect(routesWithPeriod.length).toBeGreaterThan(0);
  expect(routesWithPeriod.map(({ path }) => path).filter((path) => !asked.has(path))).toEqual([]);
});

describe("every query has the same response once its days are summed", () => {
  for (const [name, period] of Object.entries(TESTED_PERIODS))
    test(`of ${name}`, async () => {
      expect(await queryAll(period)).toEqual(unsummedAnswers.get(name));
    });
});

test("days that only have sums return the viewing of these days", async () => {
  const [from = "", to = ""] = [daysBefore(DAY_COUNT), endSec].map((sec) =>
    new Date(sec * 1_000).toISOString(),
  );
  const totals = await manager.call(routes.getStatisticsTotals, { query: { from, to } });
  expect(totals.figures).toMatchObject({
    viewers: DAY_COUNT + 1,
    sessions: 3 * DAY_COUNT,
    views: 2 * DAY_COUNT,
    playbackFailures: DAY_COUNT,
  });
  const filter = JSON.stringify({ country: ["DE"] }) as never;
  const german = await manager.call(routes.getStatisticsTotals, { query: { from, to, filter } });
  expect(german.figures).toMatchObject({ sessions: 2 * DAY_COUNT, views: DAY_COUNT });
});

const START_COUNTS = [1, 2, 3, 4, 5, 6, 7, 20, 21];

/** Lists the durations of this many starts, in any order. */
const startsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => 7 + ((index * 8_191) % 5_003));

/** Returns the percentile by the nearest rank: the smallest value that at least this percentage does not exceed. */
function computePercentile(values: readonly number[], percent: number): number {
  const inOrder = values.toSorted((a, b) => a - b);
  return inOrder[Math.ceil((percent / 100) * inOrder.length) - 1] ?? 0;
}

/** Reads the percentiles by number of starts. */
async function readPercentiles() {
  const [from = "", to = ""] = [daysBefore(1), endSec].map((sec) => new Date(sec * 1_000).toISOString());
  const { rows } = await countedClient.call(routes.getStatisticsBreakdown, {
    query: { from, to, dimension: "host", pagesize: "100" },
  });
  return rows.map(({ value, figures: { startupP50Ms, startupP75Ms, startupP95Ms } }) => ({
    count: Number(value),
    percentiles: { 50: startupP50Ms, 75: startupP75Ms, 95: startupP95Ms },
  }));
}

test("percentiles of any number of starts are equal for rows and sums, and within 2 % of exact ones", async () => {
  const found = await readPercentiles();
  expect(found).toEqual(percentilesUnsummed);
  expect(found.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(START_COUNTS);
  for (const { count, percentiles } of found)
    for (const [percent, value] of Object.entries(percentiles)) {
      const exact = computePercentile(startsOf(count), Number(percent));
      expect(
        Math.abs((value ?? 0) - exact),
        `P${percent} of ${count}: ${value}, not ${exact}`,
      ).toBeLessThanOrEqual(0.02 * exact);
    }
});

test("proof, footprint and consumption of these days can be read", async () => {
  const month = new Date(daysBefore(1) * 1_000).toISOString().slice(0, 7);
  const admin = await api.addUser(["admin"]);
  await manager.call(routes.getProof, { query: { month } });
  // A client has no reports of months before it existed, and this one was created today.
  const created = new Date().toISOString().slice(0, 7);
  await manager.call(routes.getFootprintReport, { params: { month: created }, query: {} });
  const consumed = await admin.call(routes.listConsumption, { query: { month } });
  const ofClient = consumed._embedded.find(({ client }) => client.uuid === manager.clientUuid);
  expect(ofClient?.views).toBeGreaterThan(0);
});
