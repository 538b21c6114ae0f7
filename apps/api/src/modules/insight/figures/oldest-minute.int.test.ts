import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { routes } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { pauseFigures } from "../../../testing/pause-figures.ts";
import { createClosedHoursStore, oldestMinuteSec, openClosedHours } from "./index.ts";

const MINUTE_SEC = 60;
const DAY_SEC = 86_400;

let api: TestApi;
let analytics: Analytics;
let manager: TestUser;
let resumeMirror: () => Promise<void>;
beforeAll(async () => {
  api = await startTestApi();
  analytics = openAnalytics(api.clickhouseUrl);
  manager = await api.addUser(["manager"]);
  resumeMirror = await pauseFigures(api);
});
afterAll(async () => {
  await resumeMirror();
  await analytics.close();
  await api.close();
});

async function recordMinute(minute: number): Promise<string> {
  const session = randomUUID();
  const row: Partial<SessionMinuteRow> = {
    client_uuid: manager.clientUuid,
    video_uuid: "film",
    session_uuid: session,
    minute,
    version: minute * 1_000,
    attempts: 1,
    views: 1,
    sec_server: 30,
  };
  const client = createClient({ url: api.clickhouseUrl });
  await client.insert({ table: "session_minutes", values: [row], format: "JSONEachRow" });
  await client.close();
  return session;
}

test("sums, lists, charts and searches start at the same moment", async () => {
  const oldestSec = oldestMinuteSec(Date.now());
  const [before, first] = [
    await recordMinute(oldestSec - 20 * MINUTE_SEC),
    await recordMinute(oldestSec),
    await recordMinute(oldestSec + DAY_SEC / 2),
  ];
  const store = createClosedHoursStore(api.database.db);
  // Without a cursor, the installation looks as if it had just received all minutes.
  await api.database.db.deleteFrom("cursors").execute();
  const closing = openClosedHours(analytics, store);
  const closed = closing.close(Date.now());
  // No minutes were written for later days.
  await expect.poll(() => store.cursors.findClosedUntilSec()).toBeGreaterThanOrEqual(oldestSec + 2 * DAY_SEC);
  closing.stop();
  await closed;

  const [from = "", to = ""] = [oldestSec - 2 * DAY_SEC, oldestSec + 2 * DAY_SEC].map((sec) =>
    new Date(sec * 1_000).toISOString(),
  );
  const query = { from, to };
  const { figures } = await manager.call(routes.getStatisticsTotals, { query });
  const { points } = await manager.call(routes.getStatisticsSeries, { query: { ...query, step: "hour" } });
  const peaks = await manager.call(routes.getStatisticsPeaks, { query: { ...query, step: "hour" } });
  const listed = await manager.call(routes.listStatisticsSessions, { query });
  const searched = await manager.call(routes.searchAll, {
    body: { size: 0, query: { range: { timestamp: { gte: from, lt: to } } } } as never,
  });
  expect({
    totals: figures.views,
    series: points.reduce((sum, { views }) => sum + views, 0),
    peaks: peaks.points.reduce((sum, { sessions }) => sum + sessions, 0),
    listed: listed.size,
    searched: (searched as { hits: { total: { value: number } } }).hits.total.value,
  }).toEqual({ totals: 2, series: 2, peaks: 2, listed: 2, searched: 2 });
  await manager.call(routes.getStatisticsSession, { params: { id: first } });
  await expect(manager.call(routes.getStatisticsSession, { params: { id: before } })).rejects.toMatchObject({
    code: "not_found",
  });
});
