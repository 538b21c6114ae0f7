import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionHeaders } from "@shoal/contract";
import { startClickHouse } from "@shoal/engines";
import { prepareAnalytics } from "../../apps/api/src/platform/analytics-tables.ts";
import { type Analytics, openAnalytics } from "../../apps/api/src/platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../apps/api/src/test-api.ts";
import type { Figure } from "../bench.ts";
import { computeMedian } from "../live/quantile.ts";
import { fillSessionMinutes } from "./session-minutes.ts";

/** The number of session-minutes in `PERIOD_DAYS` days, at the rate of a client with 50 million in 90 days. */
const SESSION_MINUTES = 5_000_000;
const PERIOD_DAYS = 9;
const ROUND_COUNT = 15;
const TARGET_RATIO = 1.2;

interface SearchCase {
  name: string;
  /** The search in Elasticsearch's query language. */
  search: object;
  /** The same search in SQL, as an expert would write it for this table. */
  sql: string;
}

const WEEK_FILTER = { range: { timestamp: { gte: "now-7d/d", lt: "now/d" } } };
const FROM_WEEK = `FROM session_minutes FINAL WHERE client_uuid = {client:String}
  AND minute >= toStartOfDay(now('UTC')) - INTERVAL 7 DAY AND minute < toStartOfDay(now('UTC'))`;

const SEARCH_CASES: readonly SearchCase[] = [
  {
    name: "hours and viewers by day",
    search: {
      size: 0,
      query: WEEK_FILTER,
      aggs: {
        days: {
          date_histogram: { field: "timestamp", calendar_interval: "day" },
          aggs: {
            hours: { sum: { field: "tot_hours_view" } },
            viewers: { cardinality: { field: "new_client_uuid" } },
          },
        },
      },
    },
    sql: `SELECT toStartOfDay(minute) AS day, count(), sum(sec_server + sec_peer) / 3600, uniqCombined64(viewer)
      ${FROM_WEEK} GROUP BY day ORDER BY day`,
  },
  {
    name: "bytes by country",
    search: {
      size: 0,
      query: WEEK_FILTER,
      aggs: {
        countries: {
          terms: { field: "country", size: 10 },
          aggs: { server: { sum: { field: "MB_server" } }, peer: { sum: { field: "MB_peer" } } },
        },
      },
    },
    sql: `SELECT country, count() AS n, sum(bytes_server) / 1e6, sum(bytes_peer) / 1e6
      ${FROM_WEEK} GROUP BY country ORDER BY n DESC LIMIT 10`,
  },
  {
    name: "stalls of telephones",
    search: {
      size: 0,
      query: { bool: { filter: [WEEK_FILTER, { term: { device: "phone" } }] } },
      aggs: { stalled: { sum: { field: "sec_rebuf" } } },
    },
    sql: `SELECT count(), sum(sec_rebuf_http + sec_rebuf_p2p) ${FROM_WEEK} AND device = 'phone'`,
  },
];

/** Measures searches by the API, alternating with the same queries sent directly to ClickHouse. */
export async function measureSearch(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-bench-"));
  const clickhouse = await startClickHouse({ dataDir: join(folder, "clickhouse") });
  const api = await startTestApi({ CLICKHOUSE_URL: clickhouse.url });
  const analytics = openAnalytics(clickhouse.url);
  try {
    const user = await api.addUser(["manager"]);
    await prepareAnalytics(analytics);
    const { clientUuid } = user;
    await fillSessionMinutes(analytics, {
      clientUuid,
      minutes: SESSION_MINUTES,
      days: PERIOD_DAYS,
      nowMs: Date.now(),
    });
    // In production, the parts of completed days have been merged, so the bench merges them too.
    await analytics.command({ query: "OPTIMIZE TABLE session_minutes FINAL" });
    const figures: Figure[] = [];
    for (const question of SEARCH_CASES)
      figures.push(await compareSearch({ api, analytics, user }, question));
    return figures;
  } finally {
    await analytics.close();
    await api.close();
    await clickhouse.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface SearchHarness {
  api: TestApi;
  analytics: Analytics;
  user: TestUser;
}

async function compareSearch(
  { api, analytics, user }: SearchHarness,
  { name, search, sql }: SearchCase,
): Promise<Figure> {
  const searchMs: number[] = [];
  const sqlMs: number[] = [];
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    searchMs.push(await measureMs(() => runSearch(api, user, search)));
    sqlMs.push(
      await measureMs(async () => {
        const query_params = { client: user.clientUuid };
        await (await analytics.query({ query: sql, query_params, format: "JSONEachRow" })).json();
      }),
    );
  }
  const ratio = computeMedian(searchMs) / computeMedian(sqlMs);
  return {
    name: `search: ${name}, against SQL`,
    value: `${ratio.toFixed(2)} ×`,
    reach: `≤ ${TARGET_RATIO} ×`,
    isReached: ratio <= TARGET_RATIO,
    detail: `${computeMedian(searchMs).toFixed(0)} ms against ${computeMedian(sqlMs).toFixed(0)}, over seven of ${PERIOD_DAYS} days with ${SESSION_MINUTES / 1e6} M session-minutes`,
  };
}

async function runSearch(api: TestApi, user: TestUser, search: object): Promise<void> {
  const response = await fetch(`${api.url}/api/search/_search`, {
    method: "POST",
    headers: { ...sessionHeaders(user.credential, undefined), "content-type": "application/json" },
    body: JSON.stringify(search),
  });
  const answer = (await response.json()) as { hits?: { total?: { value?: number } } };
  if (!answer.hits?.total?.value) throw new Error(`The search found nothing: ${response.status}`);
}

async function measureMs(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
