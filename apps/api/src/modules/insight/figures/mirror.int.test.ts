import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@clickhouse/client";
import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { openDatabase } from "../../../platform/database.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { announceFigures } from "../../../testing/announce-figures.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { FiguresMirror, rebuildRollUps, recloseHours } from "./mirror.ts";

let api: TestApi;
let manager: TestUser;
let analytics: Analytics;
/** The mirror of another replica, which runs on demand, while the api's own keeps running. */
let mirror: FiguresMirror;
const createMirror = (from: Analytics, onError: (error: unknown) => void) =>
  new FiguresMirror({
    db: api.database.db,
    analytics: from,
    realtime: { emit: () => undefined },
    onError,
  });
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
  analytics = openAnalytics(api.clickhouseUrl);
  mirror = createMirror(analytics, () => undefined);
});
afterAll(async () => {
  await analytics.close();
  await api.close();
});

/** Runs the mirror until the expectation holds, because a run does nothing while the api's own is in progress. */
const mirrorUntil = (expectAll: () => Promise<void>) =>
  eventually(async () => {
    await mirror.runOnce();
    await expectAll();
  });

/** Writes a minute of a session for each video, like the edge. */
async function recordMinutes(videoUuids: string[], agoMin = 0, clockAheadMs = 0): Promise<void> {
  const edge = createClient({ url: api.clickhouseUrl });
  const nowMs = Date.now() + clockAheadMs;
  const values = videoUuids.map((video_uuid) => ({
    client_uuid: manager.clientUuid,
    video_uuid,
    session_uuid: randomUUID(),

    minute: (Math.floor(nowMs / 60_000) - agoMin) * 60,
    version: nowMs,
    sec_server: 60,
    views: 1,
  }));
  await edge.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await edge.close();
}

const createUuids = (count: number) => Array.from({ length: count }, () => randomUUID());

/** Counts the videos among these that have a view. */
async function countViewed(videoUuids: string[]): Promise<number> {
  const rows = await api.database.db
    .selectFrom("video_stats")
    .select("video_uuid")
    .where("video_uuid", "in", videoUuids)
    .where("nb_view", "=", 1)
    .execute();
  return rows.length;
}

test("announced figures are mirrored at once, without waiting for the run every 30 s", async () => {
  const [uuid = ""] = createUuids(1);
  // The api's first run, which searches for late data, took place before these minutes were written.
  await recordMinutes([uuid]);
  await announceFigures(api);
  await eventually(async () => expect(await countViewed([uuid])).toBe(1), { limitMs: 10_000 });
});

test("a thousand videos watched in the same minute all get their figures", async () => {
  const many = createUuids(1_000);
  await recordMinutes(many);
  await mirrorUntil(async () => expect(await countViewed(many)).toBe(1_000));
});

test("an edge whose clock is ahead does not hide the reports of other edges", async () => {
  const [fast = "", right = ""] = createUuids(2);
  await recordMinutes([fast], 0, 60_000);
  await mirrorUntil(async () => expect(await countViewed([fast])).toBe(1));
  await recordMinutes([right]);
  await mirrorUntil(async () => expect(await countViewed([right])).toBe(1));
});

test("late reports of past minutes add views, but no current viewers", async () => {
  const [earlier = "", now = ""] = createUuids(2);
  await recordMinutes([earlier], 10);
  await recordMinutes([now]);
  const watching = async (uuid: string) => {
    const found = await api.database.db
      .selectFrom("video_stats")
      .select(["nb_view", "concurrent_users"])
      .where("video_uuid", "=", uuid)
      .executeTakeFirst();
    return found && [Number(found.nb_view), found.concurrent_users];
  };
  await mirrorUntil(async () =>
    expect([await watching(earlier), await watching(now)]).toEqual([
      [1, 0],
      [1, 1],
    ]),
  );
});

test("a video whose figures cannot be written does not block others, and is updated later", async () => {
  const { db } = api.database;
  const many = createUuids(250);
  const [bad = ""] = many;
  await sql`ALTER TABLE video_stats ADD CONSTRAINT refused CHECK (video_uuid <> ${sql.lit(bad)})`.execute(db);
  await recordMinutes(many);
  await mirrorUntil(async () => expect(await countViewed(many)).toBe(249));
  await sql`ALTER TABLE video_stats DROP CONSTRAINT refused`.execute(db);
  await mirrorUntil(async () => expect(await countViewed(many)).toBe(250));
});

test("late figures state their time on the video and in the list, and are reported to operators", async () => {
  const { db } = api.database;
  const uuid = await addVideo(api, manager);
  const asOf = async () => {
    const { _embedded } = await manager.call(routes.listVideos, { query: {} });
    const video = await manager.call(routes.getVideo, { params: { id: uuid } });
    const parts = (await (await fetch(`${api.internalUrl}/readyz`)).json()) as Record<string, boolean>;
    return [video.figuresAsOf, _embedded.find((each) => each.uuid === uuid)?.figuresAsOf, parts.figures];
  };
  await mirrorUntil(async () => expect(await asOf()).toEqual([null, null, true]));
  const before = new Date(Date.now() - 600_000);
  // The mirror does not run while another connection holds its lock.
  await db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(7201)`.execute(connection);
    await sql`UPDATE cursors SET value = ${String(before.getTime())}::jsonb WHERE name = 'figures.as_of'`.execute(
      db,
    );
    expect(await asOf()).toEqual([before.toISOString(), before.toISOString(), false]);
    const metrics = await (await fetch(`${api.internalUrl}/metrics`)).text();
    expect(Number(/^shoal_figures_age_seconds (.+)$/m.exec(metrics)?.[1])).toBeGreaterThan(599);
    expect((await fetch(`${api.internalUrl}/readyz`)).status).toBe(200);
    await sql`SELECT pg_advisory_unlock(7201)`.execute(connection);
  });
  await mirrorUntil(async () => expect(await asOf()).toEqual([null, null, true]));
});

test("the time of figures is when they were read, not before hours were closed, which can take minutes", async () => {
  const { db } = api.database;
  let closedMs = 0;
  let isRead = false;
  const observed: Analytics = {
    ...analytics,
    query: (params) => {
      isRead ||= params.query.includes("max(version) AS newest");
      if (!isRead) closedMs = Date.now();
      return analytics.query(params);
    },
  };
  await eventually(async () => {
    isRead = false;
    // A mirror searches for late data in its first run, so each attempt uses another mirror.
    await createMirror(observed, () => undefined).runOnce();
    expect(isRead).toBe(true);
  });
  const { value } = await db
    .selectFrom("cursors")
    .select("value")
    .where("name", "=", "figures.as_of")
    .executeTakeFirstOrThrow();
  // The tolerance is needed because both clocks are read in whole milliseconds.
  expect(Number(value)).toBeGreaterThanOrEqual(closedMs - 2);
});

test("an empty error response of the engine is reported with its status and the statement", async () => {
  const server = createServer((_, response) => response.writeHead(431).end());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const away = openAnalytics(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const errors: string[] = [];
  const lost = createMirror(away, (error) => void errors.push((error as Error).message));
  await sql`DELETE FROM cursors WHERE name = 'figures.closed_until'`.execute(api.database.db);
  try {
    await eventually(async () => {
      await lost.runOnce().catch((error: Error) => errors.push(error.message));
      expect(errors.at(-1)).toMatch(/HTTP 431 .*SELECT .* FROM session_minutes/);
    });
  } finally {
    await away.close();
    server.close();
  }
});

test("all tables of the analytics engine sync inserted and merged rows to the disk", async () => {
  const result = await analytics.query({
    query: `SELECT name FROM system.tables WHERE database = currentDatabase()
      AND create_table_query NOT LIKE '%fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1%'`,
    format: "JSONEachRow",
  });
  expect(await result.json()).toEqual([]);
});

test("hours are closed again even after a run that takes longer than a query's time limit", async () => {
  const { db, pool, close } = openDatabase(api.databaseUrl, 2);
  pool.on("connect", (client) => void client.query("SET statement_timeout = 100"));
  const { promise: isLongOver, resolve: endPass } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: beginPass } = Promise.withResolvers<void>();
  const pass = api.database.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await sql`SELECT pg_advisory_xact_lock(7201)`.execute(tx);
    beginPass();
    await isLongOver;
  });
  await hasBegun;
  const closing = recloseHours(db).then(
    () => "closed",
    (error: Error) => error.message,
  );
  const waitsForLong = eventually(
    async () => {
      const { rows } = await sql`SELECT 1 FROM pg_stat_activity
        WHERE query = 'SELECT pg_advisory_lock(7201)' AND wait_event_type = 'Lock'
          AND now() - query_start > interval '300 ms'`.execute(api.database.db);
      return rows.length > 0;
    },
    { what: "a wait that is longer than the limit" },
  );
  await Promise.race([closing, waitsForLong]);
  endPass();
  await Promise.all([pass, closing]);
  expect(await closing).toBe("closed");
  await close();
});

test("after minutes are loaded into an empty engine, roll-ups are rebuilt and the previously summed days returned", async () => {
  const dayMs = 86_400_000;
  const user = await api.addUser(["manager"]);
  const days = [2, 3, 4].map((ago) => Math.floor(Date.now() / dayMs - ago) * dayMs);
  const values = days.flatMap((day) =>
    Array.from({ length: 100 }, (_, n) => ({
      client_uuid: user.clientUuid,
      video_uuid: "film",
      session_uuid: `session ${n}`,
      minute: day / 1_000 + n * 60,
      version: Date.now(),
      sec_server: 60,
      views: 1,
    })),
  );
  const engine = createClient({ url: api.clickhouseUrl });
  await engine.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await engine.close();
  const viewsOf = async (table: string, at: string, isOf: string) => {
    const result = await analytics.query({
      query: `SELECT toString(toDate(${at})) AS day, toUInt32(sum(views)) AS views FROM ${table}
        WHERE client_uuid = {client:String} AND ${isOf} GROUP BY day ORDER BY day`,
      query_params: { client: user.clientUuid },
      format: "JSONEachRow",
    });
    return result.json();
  };
  const read = async () => [
    await viewsOf("session_hours FINAL", "hour", "1"),
    await viewsOf("day_sums", "slot", "dimension = 'whole'"),
  ];
  const names = days.map((day) => new Date(day).toISOString().slice(0, 10)).toSorted();
  const expected = names.map((day) => ({ day, views: 100 }));
  await rebuildRollUps(api.database.db, analytics);
  expect(await read()).toEqual([expected, expected]);
  for (const table of ["session_hours", "day_sums", "day_rows"])
    await analytics.command({ query: `TRUNCATE TABLE ${table}` });
  expect(await rebuildRollUps(api.database.db, analytics)).toEqual(expect.arrayContaining(names));
  expect(await read()).toEqual([expected, expected]);
});
