import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CallOf,
  type RouteSpec,
  routes,
  STATISTICS_DIMENSIONS,
  STATISTICS_SORTS,
} from "@shoal/contract";
import { startClickHouse } from "@shoal/engines";
import { prepareAnalytics } from "../apps/api/src/platform/analytics-tables.ts";
import { type Analytics, openAnalytics } from "../apps/api/src/platform/clickhouse.ts";
import { startTestApi, type TestUser } from "../apps/api/src/test-api.ts";
import {
  type Period,
  periodOf,
  type Range,
} from "../apps/dashboard/src/components/analytics/period/period.ts";
import { closeAllHours } from "./analytics/close-hours.ts";
import { measureAnalyticsPage } from "./analytics/page.ts";
import { measureRetention } from "./analytics/retention.ts";
import { measureSearch } from "./analytics/search.ts";
import { fillSessionMinutes } from "./analytics/session-minutes.ts";
import type { Bench, Figure } from "./bench.ts";
import { computeQuantile } from "./live/quantile.ts";

/** The number of session-minutes of one client in 90 days. */
const SESSION_MINUTES = Number(process.env.BENCH_SESSION_MINUTES ?? 50_000_000);
const PERIOD_DAYS = 90;
/** The default time zone of clients. */
const TIME_ZONE = "UTC";
const ROUND_COUNT = 3;
const MAX_BYTES_PER_MINUTE = 40;

const isoTime = (ms: number) => new Date(ms).toISOString();

interface QueryTime {
  name: string;
  ms: number;
}

/** Measures the analytics pages of a client with 50 million session-minutes by sending the requests that the pages send. */
async function measurePages(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-bench-"));
  const clickhouse = await startClickHouse({ dataDir: join(folder, "clickhouse") });
  const api = await startTestApi({ CLICKHOUSE_URL: clickhouse.url });
  const analytics = openAnalytics(clickhouse.url);
  try {
    const user = await api.addUser(["manager"]);
    const nowMs = Date.now();
    await prepareAnalytics(analytics);
    await fillSessionMinutes(analytics, {
      clientUuid: user.clientUuid,
      minutes: SESSION_MINUTES,
      days: PERIOD_DAYS,
      nowMs,
    });
    const closedSec = await closeAllHours({ analytics, db: api.database.db });
    const stored = await readStoredBytes(analytics);
    if (stored.hours === 0) throw new Error("No hour was closed");
    const quarter = await queryAll(user, findPeriod("quarter", nowMs));
    const day = await queryAll(user, findPeriod("day", nowMs));
    return [
      queryFigure("each query of the page alone, 90 days", quarter.alone),
      pageFigure("the page complete, 90 days", quarter.pageMs, 1_500),
      pageFigure("the page complete, last 24 h", day.pageMs, 400),
      {
        name: "stored a session-minute",
        value: `${stored.bytesAMinute.toFixed(1)} B`,
        reach: `≤ ${MAX_BYTES_PER_MINUTE} B`,
        isReached: stored.bytesAMinute <= MAX_BYTES_PER_MINUTE,
        detail: `${(stored.rows / 1e6).toFixed(1)} M in ${(stored.hours / 1e6).toFixed(1)} M rows of hours, closed in ${Math.round(closedSec)} s`,
      },
    ];
  } finally {
    await analytics.close();
    await api.close();
    await clickhouse.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the bytes on disk of the minute rows, and of the hourly and daily aggregates computed from them. */
async function readStoredBytes(analytics: Analytics) {
  const result = await analytics.query({
    query: `SELECT sumIf(rows, table = 'session_minutes') AS minutes, sumIf(rows, table = 'session_hours') AS hours,
        sum(bytes_on_disk) AS bytes
      FROM system.parts WHERE active AND table IN ('session_minutes', 'session_hours', 'day_sums', 'day_rows')`,
    format: "JSONEachRow",
  });
  const [row] = await result.json<Record<"minutes" | "hours" | "bytes", number | string>>();
  const rows = Number(row?.minutes ?? 1);
  return { rows, hours: Number(row?.hours ?? 0), bytesAMinute: Number(row?.bytes ?? 0) / rows };
}

/** Returns the period that the page requests. */
const findPeriod = (range: Range, nowMs: number): Period =>
  periodOf(range, { fromMs: 0, toMs: nowMs }, { nowMs, timeZone: TIME_ZONE });

/** Sends every query of the analytics page, first one after the other, then all at the same time. */
async function queryAll(
  user: TestUser,
  { fromMs, toMs }: Period,
): Promise<{ alone: QueryTime[]; pageMs: number[] }> {
  const period = { from: isoTime(fromMs), to: isoTime(toMs) };
  const filtered = { ...period, filter: JSON.stringify({ country: ["FR"], device: ["phone"] }) as never };
  const ask = async <R extends RouteSpec>(name: string, route: R, query: object): Promise<QueryTime> => {
    const startedMs = performance.now();
    await user.call(route, { query } as unknown as CallOf<R>);
    return { name, ms: performance.now() - startedMs };
  };
  const alone: QueryTime[] = [];
  const pageMs: number[] = [];
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    for (const query of [period, filtered]) {
      alone.push(await ask("totals", routes.getStatisticsTotals, query));
      alone.push(await ask("series", routes.getStatisticsSeries, query));
      alone.push(await ask("peaks", routes.getStatisticsPeaks, query));
      for (const [index, dimension] of STATISTICS_DIMENSIONS.entries()) {
        const sort = STATISTICS_SORTS[(index + round) % STATISTICS_SORTS.length];
        alone.push(
          await ask(`by ${dimension}`, routes.getStatisticsBreakdown, { ...query, dimension, sort }),
        );
      }
    }
    const startedMs = performance.now();
    await Promise.all([
      ask("totals", routes.getStatisticsTotals, period),
      ask("series", routes.getStatisticsSeries, period),
      ask("peaks", routes.getStatisticsPeaks, period),
      ask("now", routes.getStatisticsNow, {}),
      ask("by country", routes.getStatisticsBreakdown, { ...period, dimension: "country" }),
    ]);
    pageMs.push(performance.now() - startedMs);
  }
  return { alone, pageMs };
}

function queryFigure(name: string, alone: readonly QueryTime[]): Figure {
  const tookMs = alone.map(({ ms }) => ms);
  const [p50, p99] = [computeQuantile(tookMs, 0.5), computeQuantile(tookMs, 0.99)];
  const slowest = alone.reduce((most, took) => (took.ms > most.ms ? took : most));
  return {
    name,
    value: `p50 ${Math.round(p50)}, p99 ${Math.round(p99)} ms`,
    reach: "p50 ≤ 120, p99 ≤ 600 ms",
    isReached: p50 <= 120 && p99 <= 600,
    detail: `${alone.length} queries, the slowest ${slowest.name}`,
  };
}

function pageFigure(name: string, tookMs: readonly number[], reachMs: number): Figure {
  const median = computeQuantile([...tookMs], 0.5);
  return {
    name,
    value: `${Math.round(median)} ms`,
    reach: `≤ ${reachMs} ms`,
    isReached: median <= reachMs,
    detail: `totals with the period before, chart, peaks, now and one break-down at once; ${ROUND_COUNT} rounds`,
  };
}

export const analyticsBench: Bench[] = [
  { name: "analytics", run: measurePages },
  { name: "analytics-retention", run: measureRetention },
  { name: "analytics-page", run: measureAnalyticsPage },
  { name: "analytics-search", run: measureSearch },
];
