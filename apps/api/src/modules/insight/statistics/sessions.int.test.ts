import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { routes } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { reportMinutes } from "../../../testing/report-minutes.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { createSummedDaysRepository, openClosedHours } from "../figures/index.ts";

let api: TestApi;
let analytics: Analytics;
beforeAll(async () => {
  api = await startTestApi();
  analytics = openAnalytics(api.clickhouseUrl);
});
afterAll(async () => {
  await analytics.close();
  await api.close();
});

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const toIso = (ms: number) => new Date(ms).toISOString();
function lastDay() {
  const toMs = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
  return { from: toIso(toMs - DAY_MS), to: toIso(toMs) };
}
/** Returns a completed day, because means of a current period change with time. */
function endedDay() {
  const toMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  return { from: toIso(toMs - DAY_MS), to: toIso(toMs) };
}
type MinuteRows = (Partial<SessionMinuteRow> & { agoMin: number })[];
const recordMinutes = (user: TestUser, rows: MinuteRows) => reportMinutes(api, user, rows);
const STARTED_COUNTERS = { attempts: 1, views: 1, startup_ms: 500 } as const;
const serializeEvents = (...all: object[]) => all.map((event) => JSON.stringify(event));

test("retention counts a session once per second, and replays separately, for filtered sessions", async () => {
  const manager = await api.addUser(["readAnalytics"]);
  const [a, b] = [randomUUID(), randomUUID()];
  await recordMinutes(manager, [
    { ...STARTED_COUNTERS, session_uuid: a, agoMin: 9, played: [0, 2], version: 1, country: "FR" },
    { ...STARTED_COUNTERS, session_uuid: a, agoMin: 9, played: [0, 4], country: "FR" },
    { session_uuid: a, agoMin: 8, played: [4, 5], replayed: [1, 3, 2, 3], country: "FR" },
    { ...STARTED_COUNTERS, session_uuid: b, agoMin: 7, played: [1, 2, 3, 4], country: "DE" },
    { ...STARTED_COUNTERS, session_uuid: b, agoMin: 7, video_uuid: "another", played: [0, 90] },
  ]);
  const query = { ...lastDay(), video: "film" };
  const all = await manager.call(routes.getStatisticsRetention, { query });
  expect(all).toMatchObject({ views: 2, durationSec: 5, stepSec: 1, isLive: false, chapters: [] });
  expect(all.points.map(({ sessions }) => sessions)).toEqual([1, 2, 1, 2, 1]);
  expect(all.points.map(({ replays }) => replays)).toEqual([0, 1, 2, 0, 0]);
  const german = { ...query, filter: JSON.stringify({ country: ["DE"] }) } as never;
  const { views, points } = await manager.call(routes.getStatisticsRetention, { query: german });
  expect([views, points.map(({ sessions }) => sessions)]).toEqual([1, [0, 1, 0, 1]]);
});

test("the curve of a hosted video has its length and its chapters", async () => {
  const manager = await api.addUser(["manager"]);
  const chapters = JSON.stringify([{ start: 60, title: "Numbers" }]);
  const uuid = await addVideo(api, manager, { title: "Talk", duration_sec: 900.5, chapters });
  await recordMinutes(manager, [
    { ...STARTED_COUNTERS, session_uuid: randomUUID(), video_uuid: uuid, agoMin: 3, played: [0, 60] },
  ]);
  const found = await manager.call(routes.getStatisticsRetention, { query: { ...lastDay(), video: uuid } });
  expect(found).toMatchObject({
    durationSec: 900.5,
    stepSec: 3,
    chapters: [{ atSec: 60, title: "Numbers" }],
  });
  expect(found.points.map(({ sessions }) => sessions)).toEqual([
    ...Array.from({ length: 20 }, () => 1),
    ...Array.from({ length: 280 }, () => 0),
  ]);
  const [row] = (await manager.call(routes.listStatisticsSessions, { query: lastDay() })).rows;
  expect([row?.video, row?.title]).toEqual([uuid, "Talk"]);
});

test("sessions are listed page by page in any order, optionally of one viewer", async () => {
  const manager = await api.addUser(["manager"]);
  const [a, b, c, viewer] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await recordMinutes(manager, [
    { ...STARTED_COUNTERS, session_uuid: a, agoMin: 30, sec_server: 60, viewer, errors: 1, country: "FR" },
    { session_uuid: a, agoMin: 29, sec_peer: 30.5, sec_rebuf_p2p: 2, viewer, bytes_peer: 9, country: "FR" },
    {
      ...STARTED_COUNTERS,
      session_uuid: b,
      agoMin: 20,
      sec_server: 200,
      startup_ms: 900,
      viewer,
      country: "DE",
    },
    { session_uuid: c, agoMin: 10, attempts: 1, errors: 3 },
  ]);
  const list = async (query: object) => {
    const { rows, size } = await manager.call(routes.listStatisticsSessions, {
      query: { ...lastDay(), ...query },
    });
    return [rows.map(({ uuid }) => uuid), size];
  };
  expect(await list({})).toEqual([[c, b, a], 3]);
  expect(await list({ sort: "watchedSec", pagesize: "2" })).toEqual([[b, a], 3]);
  expect(await list({ sort: "watchedSec", pagesize: "2", page: "2" })).toEqual([[c], 3]);
  expect(await list({ sort: "startupMs", order: "asc" })).toEqual([[a, b, c], 3]);
  expect(await list({ sort: "rebufferingSec" })).toEqual([[a, ...[b, c].sort()], 3]);
  expect(await list({ sort: "errors", viewer })).toEqual([[a, b], 2]);
  expect(await list({ filter: JSON.stringify({ country: ["DE"] }) })).toEqual([[b], 1]);
  expect(await list({ viewer: randomUUID() })).toEqual([[], 0]);
  const { rows } = await manager.call(routes.listStatisticsSessions, {
    query: { ...lastDay(), sort: "errors" },
  });
  expect(rows[0]).toMatchObject({ uuid: c, startupMs: null, errors: 3, viewer: null });
  expect(rows[1]).toMatchObject({
    uuid: a,
    video: "film",
    title: null,
    viewer,
    country: "FR",
    serverSec: 60,
    peerSec: 30.5,

    rebufferingSec: 2,
    startupMs: 500,
    peerBytes: 9,
  });
  expect(Date.parse(rows[1]?.lastAt ?? "") - Date.parse(rows[1]?.startedAt ?? "")).toBe(MINUTE_MS);
});

test("a session is returned with its minutes and events, but not to other clients", async () => {
  const manager = await api.addUser(["readAnalytics"]);
  const stranger = await api.addUser(["manager"]);
  const session = {
    session_uuid: randomUUID(),
    player: "hls.js",
    network_prefix: "192.0.2.0/24",
    isp: "Example Net",
  };
  const torn = ['{"atMs":', '{"atMs":1,"type":"unheard of"}'];
  await recordMinutes(manager, [
    {
      ...session,
      ...STARTED_COUNTERS,
      agoMin: 5,
      sec_server: 10,
      sec_peer: 30,
      kbps_seconds: 60_000,
      height: 720,

      played: [0, 40],
      events: serializeEvents({ atMs: 900, type: "start", value: 500 }),
    },
    {
      ...session,
      agoMin: 4,
      sec_peer: 20,
      peers: 3,
      errors: 1,
      replayed: [5, 10, 7, 9],
      events: [
        ...serializeEvents(
          { atMs: 5_000, type: "error", detail: "network" },
          { atMs: 2_000, type: "seek", value: 5 },
        ),
        ...torn,
      ],
    },
  ]);
  const call = (user: TestUser, id = session.session_uuid) =>
    user.call(routes.getStatisticsSession, { params: { id } });
  const found = await call(manager);
  expect(found).toMatchObject({
    video: "film",
    serverSec: 10,
    peerSec: 50,
    provider: "Example Net",
    networkPrefix: "192.0.2.0/24",

    player: "hls.js",
    durationSec: null,
    startupMs: 500,
  });
  expect(found.minutes).toMatchObject([
    { bitrateKbps: 1_500, height: 720, peers: 0, played: [[0, 40]], replayed: [] },
    {
      bitrateKbps: 0,
      height: null,
      peers: 3,
      errors: 1,
      replayed: [
        [5, 10],
        [7, 9],
      ],
    },
  ]);
  expect(found.events.map(({ type, value, detail }) => [type, value, detail])).toEqual([
    ["start", 500, ""],
    ["seek", 5, ""],
    ["error", null, "network"],
  ]);
  expect(Date.parse(found.events[0]?.at ?? "")).toBe(Date.parse(found.startedAt) + 900);
  expect(await codeOf(call(stranger))).toBe("not_found");
  expect(await codeOf(call(manager, randomUUID()))).toBe("not_found");
});

/** Closes hours with the test's own cursor. The api closes hours too, and both may do so. */
async function closeHours(): Promise<void> {
  let untilSec: number | undefined;
  const days = createSummedDaysRepository(api.database.db);
  const cursors = {
    findClosedUntilSec: async () => untilSec,
    saveClosedUntilSec: async (sec: number) => {
      untilSec = sec;
    },
  };
  await openClosedHours(analytics, { cursors, days }).close(Date.now());
}

/** Returns all figures of a period except viewers and the time of the data. */
async function sumsOf(user: TestUser, query: ReturnType<typeof lastDay>) {
  const { figures } = await user.call(routes.getStatisticsTotals, { query });
  const { points } = await user.call(routes.getStatisticsRetention, { query: { ...query, video: "film" } });
  const { rows } = await user.call(routes.getStatisticsBreakdown, {
    query: { ...query, dimension: "country" },
  });
  const byCountry = rows.map(({ value, figures: each }) => [value, { ...each, viewers: 0 }]);
  const { viewers, ...others } = figures;
  return { viewers, sums: { others, points, byCountry } };
}

test("erasing a viewer does not change any sums of minutes or closed hours, even if repeated", async () => {
  const [manager, stranger] = [await api.addUser(["manager"]), await api.addUser(["manager"])];
  const [old, recent, viewer, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const personal = {
    viewer,
    network_prefix: "192.0.2.0/24",
    events: serializeEvents({ atMs: 1, type: "pause" }),
  };
  const nowMinute = Math.floor(Date.now() / MINUTE_MS);
  // The same sessions are reported again.
  const ago = (agoMin: number) => ({ agoMin, minute: (nowMinute - agoMin) * 60 });
  const far = { ...personal, session_uuid: old, country: "FR", played: [0, 60], sec_server: 59.5 };
  const minutes: MinuteRows = [
    { ...far, ...STARTED_COUNTERS, ...ago(361), version: 1, sec_server: 3 },
    { ...far, ...STARTED_COUNTERS, ...ago(361), bytes_peer: 7 },
    { ...far, ...ago(300), played: [60, 90], replayed: [3, 9] },
    { ...personal, ...STARTED_COUNTERS, session_uuid: recent, ...ago(6), sec_peer: 12.25, played: [0, 12] },
    {
      ...STARTED_COUNTERS,
      session_uuid: randomUUID(),
      ...ago(300),
      viewer: other,
      sec_server: 40,
      played: [0, 40],
    },
  ];
  await recordMinutes(manager, minutes);
  await recordMinutes(stranger, [
    { ...STARTED_COUNTERS, session_uuid: old, agoMin: 8, viewer, sec_server: 1 },
  ]);
  await closeHours();
  const day = endedDay();
  const before = await sumsOf(manager, day);
  expect(before.viewers).toBe(2);
  const forget = () => manager.call(routes.forgetViewer, { params: { viewer } });

  expect(await forget()).toEqual({ sessions: 2 });
  const after = await sumsOf(manager, day);
  expect(after).toEqual({ viewers: 1, sums: before.sums });
  for (const id of [old, recent])
    expect(await codeOf(manager.call(routes.getStatisticsSession, { params: { id } }))).toBe("not_found");
  const query = { ...lastDay(), viewer };
  expect((await manager.call(routes.listStatisticsSessions, { query })).size).toBe(0);
  expect((await stranger.call(routes.listStatisticsSessions, { query })).size).toBe(1);
  await closeHours();
  expect(await sumsOf(manager, day)).toEqual(after);

  expect(await forget()).toEqual({ sessions: 0 });
  expect(await sumsOf(manager, day)).toEqual(after);
  // The viewer's player sends the same reports again, which are erased again and counted once.
  await recordMinutes(manager, minutes.slice(0, 4));
  expect(await forget()).toEqual({ sessions: 2 });
  await closeHours();
  expect(await sumsOf(manager, day)).toEqual(after);
  const left = await readAll(manager.clientUuid);
  expect(left).not.toContain(viewer);
  expect(left).not.toContain(old);
  expect(left).not.toContain("192.0.2.0");
  expect(left).not.toContain("pause");
});

test("sessions of a viewer whose id an earlier version stored in upper case are listed and erased", async () => {
  const manager = await api.addUser(["manager"]);
  const viewer = randomUUID();
  await recordMinutes(manager, [
    {
      ...STARTED_COUNTERS,
      session_uuid: randomUUID(),
      agoMin: 300,
      viewer: viewer.toUpperCase(),
      sec_server: 4,
    },
    { ...STARTED_COUNTERS, session_uuid: randomUUID(), agoMin: 6, viewer, sec_server: 1 },
  ]);
  await closeHours();
  const query = { ...lastDay(), viewer };
  expect((await manager.call(routes.listStatisticsSessions, { query })).size).toBe(2);
  expect(await manager.call(routes.forgetViewer, { params: { viewer: viewer.toUpperCase() } })).toEqual({
    sessions: 2,
  });
  expect((await manager.call(routes.listStatisticsSessions, { query })).size).toBe(0);
  expect((await readAll(manager.clientUuid)).toLowerCase()).not.toContain(viewer);
});

/** Reads all rows of a client's minutes, as stored on disk. */
async function readAll(clientUuid: string): Promise<string> {
  const client = createClient({ url: api.clickhouseUrl });
  const result = await client.query({
    query: "SELECT * FROM session_minutes WHERE client_uuid = {client:String}",
    query_params: { client: clientUuid },
    format: "JSONEachRow",
  });
  const text = await result.text();
  await client.close();
  return text;
}

test("only managers can erase a viewer, an unknown viewer has no data, and the log does not name the viewer", async () => {
  const manager = await api.addUser(["manager"]);
  const reader = await api.addUser(["readAnalytics"]);
  const viewer = randomUUID();
  expect(await codeOf(reader.call(routes.forgetViewer, { params: { viewer } }))).toBe("forbidden");
  expect(await manager.call(routes.forgetViewer, { params: { viewer } })).toEqual({ sessions: 0 });
  await expect
    .poll(async () => {
      const rows = await api.database.db
        .selectFrom("logs")
        .select("target")
        .where("client_uuid", "=", manager.clientUuid)
        .where("type", "=", "DELETE /api/statistics/viewers/{viewer}")
        .execute();
      return rows.map(({ target }) => target);
    })
    .toEqual([`${viewer.slice(0, 4)}…`]);
});

/** Counts the statements that have rewritten rows for a viewer since the tables were created. */
async function countRewrites(): Promise<number> {
  const client = createClient({ url: api.clickhouseUrl });
  const result = await client.query({
    query: `SELECT toUInt32(count()) AS n FROM system.mutations
      WHERE database = currentDatabase() AND (command LIKE '%viewer%' OR command LIKE '%session%')`,
    format: "JSONEachRow",
  });
  const [row] = await result.json<{ n: number }>();
  await client.close();
  return row?.n ?? 0;
}

test("no rows are rewritten for an unknown viewer, and a client's requests are limited", async () => {
  const manager = await api.addUser(["manager"]);
  const other = await api.addUser(["manager"]);
  const forget = (user: TestUser) => user.call(routes.forgetViewer, { params: { viewer: randomUUID() } });
  const rewrites = await countRewrites();
  const codes: string[] = [];
  for (let time = 0; time < 31; time += 1) codes.push(await codeOf(forget(manager)));
  expect(codes.slice(0, 30)).toEqual(Array(30).fill("success"));
  expect(codes[30]).toBe("too_many_requests");
  expect(await countRewrites()).toBe(rewrites);
  expect(await codeOf(forget(other))).toBe("success");
});

test("viewers requested at the same time are forgotten in a few passes, each with their own number of sessions", async () => {
  const manager = await api.addUser(["manager"]);
  const viewers = Array.from({ length: 12 }, () => randomUUID());
  await recordMinutes(
    manager,
    viewers.flatMap((viewer, n) =>
      Array.from({ length: n === 0 ? 2 : 1 }, () => ({
        ...STARTED_COUNTERS,
        session_uuid: randomUUID(),
        agoMin: 5,
        viewer,
        sec_server: 1,
      })),
    ),
  );
  const rewrites = await countRewrites();
  const [first, ...others] = await Promise.all(
    viewers.map((viewer) => manager.call(routes.forgetViewer, { params: { viewer } })),
  );
  expect([first, ...new Set(others.map(({ sessions }) => sessions))]).toEqual([{ sessions: 2 }, 1]);
  const left = await readAll(manager.clientUuid);
  for (const viewer of viewers) expect(left).not.toContain(viewer);
  // Forgetting a viewer rewrites three tables: the hours, the days and the minutes.
  expect((await countRewrites()) - rewrites).toBeLessThanOrEqual(3 * 3);
});

test("one viewer is erased at a time, and requests for another are told to wait", async () => {
  const manager = await api.addUser(["manager"]);
  const viewer = randomUUID();
  await recordMinutes(manager, [
    { ...STARTED_COUNTERS, session_uuid: randomUUID(), agoMin: 5, viewer, sec_server: 1 },
  ]);
  const forget = () => manager.call(routes.forgetViewer, { params: { viewer } });
  await api.database.db.connection().execute(async (connection) => {
    // A request that erases another viewer holds this lock.
    await sql`SELECT pg_advisory_lock(7205)`.execute(connection);
    expect(await codeOf(forget())).toBe("too_many_requests");
    await sql`SELECT pg_advisory_unlock(7205)`.execute(connection);
  });
  expect(await forget()).toEqual({ sessions: 1 });
});
