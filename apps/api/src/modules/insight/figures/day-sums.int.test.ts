import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { pauseFigures } from "../../../testing/pause-figures.ts";
import { createClosedHoursStore, openClosedHours } from "./index.ts";

const MINUTE_MS = 60_000;
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

/** Noon of the last day that was complete yesterday. */
const noonSec = Math.floor(Date.now() / 1_000 / DAY_SEC - 2) * DAY_SEC + DAY_SEC / 2;

async function recordSession(session: string, viewer: string): Promise<void> {
  const client = createClient({ url: api.clickhouseUrl });
  const row = { client_uuid: manager.clientUuid, video_uuid: "film", session_uuid: session, viewer };
  await client.insert({
    table: "session_minutes",
    values: [{ ...row, minute: noonSec, version: noonSec * 1_000, sec_server: 30, views: 1, attempts: 1 }],
    format: "JSONEachRow",
  });
  await client.close();
}

/** Reads the viewers and views of the aggregated day, by version. */
async function readSums(): Promise<{ views: number; viewers: number }[]> {
  const query = `SELECT toUInt32(sum(views)) AS views, toUInt32(groupBitmapMerge(viewer_bits)) AS viewers
    FROM day_sums WHERE dimension = 'whole' GROUP BY version ORDER BY version`;
  return (await analytics.query({ query, format: "JSONEachRow" })).json();
}

const [from = "", to = ""] = [noonSec - DAY_SEC, noonSec + DAY_SEC].map((sec) =>
  new Date(sec * 1_000).toISOString(),
);
const period = { from, to };

/** Reads the totals without filters and with filters that have no daily totals, which must be equal. */
async function readTotals() {
  const filter = { country: [""], device: [""] };
  const responses = [period, { ...period, filter }].map((query) =>
    manager.call(routes.getStatisticsTotals, { query }),
  );
  const [all, filtered] = (await Promise.all(responses)).map(({ figures: { views, viewers } }) => ({
    views,
    viewers,
  }));
  expect(filtered).toEqual(all);
  return all;
}

/** Counts the rows of the day, by version. */
async function countRows(): Promise<number[]> {
  const query = "SELECT toUInt32(countIf(holds)) AS rows FROM day_rows GROUP BY version ORDER BY version";
  const answer = await analytics.query({ query, format: "JSONEachRow" });
  return (await answer.json<{ rows: number }>()).map(({ rows }) => rows);
}

test("a completed day is summed, and again after late data, a forgotten viewer, or lost sums", async () => {
  const store = createClosedHoursStore(api.database.db);
  await store.cursors.saveClosedUntilSec(noonSec - DAY_SEC / 2);
  const closing = openClosedHours(analytics, store);
  const beganMs = Date.now();
  await recordSession("one", randomUUID());
  await closing.close(beganMs);
  expect(await readSums()).toEqual([{ views: 1, viewers: 1 }]);
  expect(await readTotals()).toEqual({ views: 1, viewers: 1 });

  const viewer = randomUUID();
  await recordSession("two", viewer);
  await closing.close(beganMs + 3 * MINUTE_MS);
  expect((await readSums()).at(-1)).toEqual({ views: 2, viewers: 2 });
  expect(await readTotals()).toEqual({ views: 2, viewers: 2 });
  await closing.close(beganMs + 5 * MINUTE_MS);
  // ClickHouse deletes rows in the background, so the test waits for it.
  await eventually(async () => expect(await readSums()).toEqual([{ views: 2, viewers: 2 }]));
  await eventually(async () => expect(await countRows()).toEqual([2]));

  await manager.call(routes.forgetViewer, { params: { viewer } });
  expect(await countRows()).toEqual([1]);
  expect(await readTotals()).toEqual({ views: 2, viewers: 1 });
  await closing.close(beganMs + 7 * MINUTE_MS);
  expect((await readSums()).at(-1)).toEqual({ views: 2, viewers: 1 });
  expect(await readTotals()).toEqual({ views: 2, viewers: 1 });

  for (const [place, table] of ["day_sums", "day_rows"].entries()) {
    await analytics.command({ query: `TRUNCATE TABLE ${table}` });
    await openClosedHours(analytics, store).close(beganMs + (9 + 2 * place) * MINUTE_MS);
    expect((await readSums()).at(-1)).toEqual({ views: 2, viewers: 1 });
    expect((await countRows()).at(-1)).toBe(2);
    expect(await readTotals()).toEqual({ views: 2, viewers: 1 });
  }

  // After an update that closes hours again, an hour that is not closed yet is counted once.
  await store.cursors.saveClosedUntilSec(noonSec - DAY_SEC / 2);
  expect(await readTotals()).toEqual({ views: 2, viewers: 1 });
  expect((await manager.call(routes.getStatisticsPeaks, { query: period })).peak?.sessions).toBe(2);
});
