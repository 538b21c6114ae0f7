import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import { startClickHouse } from "@shoal/engines";
import { createFigureCursorsRepository } from "../../apps/api/src/modules/insight/figures/index.ts";
import { prepareAnalytics } from "../../apps/api/src/platform/analytics-tables.ts";
import { openAnalytics } from "../../apps/api/src/platform/clickhouse.ts";
import { startTestApi } from "../../apps/api/src/test-api.ts";
import type { Figure } from "../bench.ts";
import { computeQuantile } from "../live/quantile.ts";

const SESSION_COUNT = Number(process.env.BENCH_SESSIONS ?? 1_000_000);
const PERIOD_DAYS = 30;
const DAY_SEC = 86_400;
const HOUR_SEC = 3_600;
const ROUND_COUNT = 7;
const TARGET_LATENCY_MS = 300;

/**
 * Measures the api's retention query for a video with a million sessions in 30 days. The same table holds as many sessions of other
 * videos.
 */
export async function measureRetention(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-bench-"));
  const clickhouse = await startClickHouse({ dataDir: join(folder, "clickhouse") });
  const api = await startTestApi({ CLICKHOUSE_URL: clickhouse.url });
  const analytics = openAnalytics(clickhouse.url);
  try {
    const user = await api.addUser(["manager"]);
    await prepareAnalytics(analytics);
    const endSec = Math.floor(Date.now() / 1_000 / HOUR_SEC - 2) * HOUR_SEC;
    const fromSec = endSec - PERIOD_DAYS * DAY_SEC;
    await analytics.command({
      query: INSERT_HOURS,
      query_params: { client: user.clientUuid, from: fromSec, sessions: SESSION_COUNT },
    });
    // In production, the parts of completed days have been merged, so the bench merges them too.
    await analytics.command({ query: "OPTIMIZE TABLE session_hours FINAL" });
    await createFigureCursorsRepository(api.database.db).saveClosedUntilSec(endSec);
    const [from = "", to = ""] = [fromSec, endSec].map((sec) => new Date(sec * 1_000).toISOString());
    const tookMs: number[] = [];
    let views = 0;
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      const startedMs = performance.now();
      const answer = await user.call(routes.getStatisticsRetention, { query: { from, to, video: "film" } });
      tookMs.push(performance.now() - startedMs);
      views = answer.views;
    }
    if (views !== SESSION_COUNT) throw new Error(`${views} views instead of ${SESSION_COUNT}`);
    return [figureOf(tookMs)];
  } finally {
    await analytics.close();
    await api.close();
    await clickhouse.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function figureOf(tookMs: readonly number[]): Figure {
  const median = computeQuantile([...tookMs], 0.5);
  return {
    name: `retention of one video over ${SESSION_COUNT / 1e6} M sessions`,
    value: `${Math.round(median)} ms`,
    reach: `≤ ${TARGET_LATENCY_MS} ms`,
    isReached: median <= TARGET_LATENCY_MS,
    detail: `${PERIOD_DAYS} days, as many sessions of other videos beside them; the slowest of ${ROUND_COUNT} took ${Math.round(Math.max(...tookMs))} ms`,
  };
}

/**
 * Inserts one row per session, which starts within the first minute. Half of the sessions seek once, and a third seek back once.
 */
const INSERT_HOURS = `INSERT INTO session_hours (client_uuid, hour, video_uuid, session, height, country, asn, network,
    version, device, views, attempts, ms_server, played_at, played_by, replayed_at, replayed_by)
  WITH sipHash64(number) AS h, h % 60 AS start, 60 + h % 1200 AS long, start + long + h % 900 AS jump
  SELECT {client:String}, toDateTime({from:UInt32} + (h % ${PERIOD_DAYS * 24}) * ${HOUR_SEC}, 'UTC'),
    if(number < {sessions:UInt64}, 'film', concat('video-', toString(h % 300))), h, 720,
    ['FR','DE','GB','US','ES'][1 + h % 5], 64496 + h % 60, 'fixed', 1, 'laptop', 1, 1, long * 1000,
    if(h % 2 = 0, [start, start + long], [start, start + long, jump + 1, jump + 61]),
    if(h % 2 = 0, [1, -1], [1, -1, 1, -1]),
    if(h % 3 = 0, [start + 5, start + 25], []), if(h % 3 = 0, [1, -1], [])
  FROM numbers({sessions:UInt64} * 2)`;
