import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import type { SessionMinuteRow } from "@shoal/contract";
import { Random } from "@shoal/swarm-sim";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareAnalytics } from "../../platform/analytics-tables.ts";
import { type Analytics, openAnalytics } from "../../platform/clickhouse.ts";
import { startTestApi, type TestApi } from "../../test-api.ts";
import { openClosedHours } from "../figures/index.ts";
import { rankingStatement } from "./key-figures.ts";

const [MINUTE_SEC, HOUR_SEC] = [60, 3_600];

let api: TestApi;
let analytics: Analytics;
beforeAll(async () => {
  api = await startTestApi();
  analytics = openAnalytics(api.clickhouseUrl);
  await prepareAnalytics(analytics);
});
afterAll(async () => {
  await analytics.close();
  await api.close();
});

/** Of five videos within the last day, told up to twice with counters that grow. */
function watchADay(client_uuid: string, nowSec: number): Partial<SessionMinuteRow>[] {
  const random = new Random(75);
  const below = (most: number) => Math.floor(random.next() * most);
  return Array.from({ length: 400 }, () => {
    const minute = nowSec - below(24 * 60) * MINUTE_SEC;
    const session = { client_uuid, video_uuid: `v${below(5)}`, session_uuid: randomUUID(), minute };
    const counters = () => ({
      ...{
        sec_server: below(30_000) / 1_000,
        sec_peer: below(30_000) / 1_000,
        sec_rebuf_p2p: below(900) / 1_000,
      },
      ...{ bytes_server: below(1e6), bytes_peer: below(1e6), kbps_seconds: below(1e8) / 1_000 },
      ...{ attempts: 1, views: below(2), height: random.pick([360, 720]) },
    });
    return [1, 2].slice(below(2)).map((version) => ({ ...session, ...counters(), version }));
  }).flat();
}

test("rankings are the same from minutes and from hours that are closed, each figure of them, of any period", async () => {
  const clientUuid = randomUUID();
  const nowSec = Math.floor(Date.now() / 60_000) * MINUTE_SEC;
  const client = createClient({ url: api.clickhouseUrl });
  await client.insert({
    table: "session_minutes",
    values: watchADay(clientUuid, nowSec),
    format: "JSONEachRow",
  });
  await client.close();
  let closedUntilSec = 0;
  const cursors = {
    findClosedUntilSec: async () => closedUntilSec || undefined,
    saveClosedUntilSec: async (sec: number) => {
      closedUntilSec = sec;
    },
  };
  await openClosedHours(analytics, cursors).close(Date.now());
  expect(nowSec - closedUntilSec).toBeLessThanOrEqual(3 * HOUR_SEC);

  async function rank(period: { fromSec: number; untilSec: number }, closed: number) {
    const { query, params } = rankingStatement({
      ...{ rows: [[{ clientUuid, videos: "all" }]], metric: "bitrate", isDescending: true },
      ...{ ...period, closedUntilSec: closed },
    });
    return (await analytics.query({ query, query_params: params, format: "JSONEachRow" })).json();
  }
  const hourSec = nowSec - (nowSec % HOUR_SEC);
  const periods = [
    { fromSec: hourSec - 12 * HOUR_SEC, untilSec: hourSec - 4 * HOUR_SEC },
    { fromSec: nowSec - 10 * HOUR_SEC - 17 * MINUTE_SEC, untilSec: nowSec },
  ];
  for (const period of periods) {
    const fromMinutes = await rank(period, 0);
    expect(fromMinutes).toHaveLength(5);
    expect(await rank(period, closedUntilSec)).toEqual(fromMinutes);
  }
});
