import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { routes, type StatisticsDimension } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { reportMinutes } from "../../../testing/report-minutes.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const toIso = (ms: number) => new Date(ms).toISOString();

/** Returns the last hour, to the end of this minute. */
function lastHour() {
  const toMs = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
  return { from: toIso(toMs - HOUR_MS), to: toIso(toMs) };
}

const recordMinutes = (user: TestUser, rows: Parameters<typeof reportMinutes>[2]) =>
  reportMinutes(api, user, rows);

/** Adds media on another CDN, by the names used on their pages. */
const addVideos = (user: TestUser, names: string[]) =>
  api.database.db
    .insertInto("plugin_videos")
    .values(names.map((name) => ({ client_uuid: user.clientUuid, name, title: `Film ${name}` })))
    .execute();

const STARTED_COUNTERS = { attempts: 1, views: 1, startup_ms: 500 } as const;

/** Reports two viewers, one whose player failed, and one who left before playback started. */
async function recordHour(user: TestUser) {
  const [a, b, c, d] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const french = { country: "FR", device: "laptop", viewer: "one", height: 720 } as const;
  await recordMinutes(user, [
    { ...french, ...STARTED_COUNTERS, session_uuid: a, agoMin: 20, sec_server: 1, version: 1 },
    {
      ...french,
      ...STARTED_COUNTERS,
      session_uuid: a,
      agoMin: 20,
      sec_server: 10.001,
      sec_peer: 40.002,
      bytes_peer: 900,
    },
    {
      ...french,
      session_uuid: a,
      agoMin: 19,
      sec_peer: 60,
      bytes_server: 100,
      sec_rebuf_p2p: 1.5,
      height: 1080,
    },
    {
      ...STARTED_COUNTERS,
      session_uuid: b,
      agoMin: 10,
      sec_server: 30,
      country: "DE",
      viewer: "one",
      kbps_seconds: 60_000,
    },
    { session_uuid: c, agoMin: 9, attempts: 1, errors: 1, country: "DE" },
    { session_uuid: d, agoMin: 8, attempts: 1 },
  ]);
}

test("the totals of a period are the sums of its sessions, with only the latest report of each minute", async () => {
  const manager = await api.addUser(["manager"]);
  await recordHour(manager);
  const totals = await manager.call(routes.getStatisticsTotals, { query: lastHour() });
  expect(totals.figures).toMatchObject({
    viewers: 1,
    sessions: 4,
    attempts: 4,
    views: 2,
    playbackFailures: 1,
    exitsBeforeStart: 1,

    serverSec: 40.001,
    peerSec: 100.002,
    serverBytes: 100,
    peerBytes: 900,
    offloadPercent: 90,

    rebufferingServerSec: 0,
    rebufferingPeerSec: 1.5,
    startupMeanMs: 500,
    meanTimeSec: 70.0015,
  });
  expect(totals.figures.rebufferingSecPerHour).toBeCloseTo((3_600 * 1.5) / 140.003, 6);
  expect(totals.figures.bitrateKbps).toBeCloseTo(60_000 / 140.003, 6);
  for (const percentile of [totals.figures.startupP50Ms, totals.figures.startupP95Ms])
    expect(Math.abs((percentile ?? 0) - 500)).toBeLessThanOrEqual(10);
  expect(totals.footprint).toMatchObject({ method: "shoal-2026" });
  expect(totals.footprint.energySpentWh).toBeGreaterThan(0);
  // Reports about past minutes do not count as current viewers, even if they have just arrived.
  expect(totals.watchingNow).toBe(0);
  expect(totals.before.figures).toMatchObject({
    sessions: 0,
    views: 0,
    meanTimeSec: null,
    offloadPercent: null,
  });
});

test("filters apply to totals, steps and values", async () => {
  const manager = await api.addUser(["readAnalytics"]);
  await recordHour(manager);
  const german = { ...lastHour(), filter: JSON.stringify({ country: ["DE"] }) } as never;
  const { figures } = await manager.call(routes.getStatisticsTotals, { query: german });
  expect(figures).toMatchObject({ sessions: 2, views: 1, playbackFailures: 1, serverSec: 30, peerSec: 0 });
  const { points, step } = await manager.call(routes.getStatisticsSeries, { query: german });
  expect(step).toBe("minute");
  expect(points).toHaveLength(60);
  expect(points.reduce((sum, point) => sum + point.serverSec, 0)).toBe(30);
  const byCountry = await manager.call(routes.getStatisticsBreakdown, {
    query: { ...lastHour(), dimension: "country", sort: "watchedSec" },
  });
  expect(byCountry.rows.map(({ value, figures: { sessions } }) => [value, sessions])).toEqual([
    ["FR", 1],
    ["DE", 2],
    ["", 1],
  ]);
  expect(byCountry.size).toBe(3);
});

test("values are deduplicated and sorted one page at a time", async () => {
  const manager = await api.addUser(["manager"]);
  await recordHour(manager);
  const list = (dimension: StatisticsDimension, query: object = {}) =>
    manager.call(routes.getStatisticsBreakdown, { query: { ...lastHour(), dimension, ...query } });
  const renditions = await list("rendition");
  expect(renditions.rows.map(({ value, figures }) => [value, figures.serverSec + figures.peerSec])).toEqual([
    ["1080", 60],
    ["720", 50.003],
    ["", 30],
  ]);
  const worst = await list("country", { sort: "playbackFailures", pagesize: "1" });
  expect([worst.rows.map(({ value }) => value), worst.size]).toEqual([["DE"], 3]);
  const second = await list("country", { sort: "playbackFailures", pagesize: "1", page: "2" });
  expect(second.rows.map(({ value }) => value)).toEqual([""]);
});

test("sessions of robots are counted separately and not included in figures", async () => {
  const manager = await api.addUser(["manager"]);
  await recordMinutes(manager, [
    { ...STARTED_COUNTERS, session_uuid: randomUUID(), agoMin: 10, sec_server: 30 },
  ]);
  const before = await manager.call(routes.getStatisticsTotals, { query: lastHour() });
  const robot = { ...STARTED_COUNTERS, session_uuid: randomUUID(), sec_server: 60, country: "US" };
  const robots = [
    { ...robot, agoMin: 10 },
    { ...robot, agoMin: 9 },
    { ...robot, session_uuid: randomUUID(), agoMin: 8, video_uuid: "other", country: "FR" },
    { ...robot, session_uuid: randomUUID(), agoMin: 100 },
  ];
  await reportMinutes(api, manager, robots, "robot_minutes");
  const after = await manager.call(routes.getStatisticsTotals, { query: lastHour() });
  expect([before.robotSessions, after.robotSessions]).toEqual([0, 2]);
  expect(after.figures).toMatchObject({ sessions: 1, views: 1, serverSec: 30 });
  const french = { ...lastHour(), filter: { country: ["FR"] } };
  const ofFrance = await manager.call(routes.getStatisticsTotals, { query: french });
  expect([ofFrance.robotSessions, ofFrance.figures.sessions]).toEqual([1, 0]);
  const stranger = await api.addUser(["manager"]);
  const theirs = await stranger.call(routes.getStatisticsTotals, { query: lastHour() });
  expect(theirs.robotSessions).toBe(0);
});

test("videos, configs and sites have their names as labels, and available subjects are listed", async () => {
  const manager = await api.addUser(["manager"]);
  const body = { name: "Offices", sites: [{ name: "Paris", exchange: "first" as const }] };
  const { uuid, sites } = await manager.call(routes.addConfig, { body });
  await recordMinutes(manager, [
    {
      ...STARTED_COUNTERS,
      session_uuid: randomUUID(),
      agoMin: 5,
      sec_server: 60,
      config_uuid: uuid,
      site_uuid: sites[0]?.uuid ?? "",
    },
    {
      ...STARTED_COUNTERS,
      session_uuid: randomUUID(),
      agoMin: 5,
      sec_server: 60,
      asn: 64_500,
      isp: "Example Net",
    },
  ]);
  const labelOf = async (dimension: StatisticsDimension) => {
    const { rows } = await manager.call(routes.getStatisticsBreakdown, {
      query: { ...lastHour(), dimension },
    });
    return rows.map(({ value, label }) => [value, label]);
  };
  expect(await labelOf("config")).toContainEqual([uuid, "Offices"]);
  expect(await labelOf("site")).toContainEqual([sites[0]?.uuid, "Paris"]);
  expect(await labelOf("provider")).toContainEqual(["64500", "Example Net"]);
  const { figures } = await manager.call(routes.getStatisticsTotals, {
    query: { ...lastHour(), config: uuid },
  });
  expect(figures.sessions).toBe(1);
  expect(await manager.call(routes.getStatisticsSubjects, {})).toEqual({
    timeZone: "UTC",
    isTimeZoneChosen: false,
    configs: [{ uuid, name: "Offices" }],
    collections: [],
  });
});

test("a chosen UTC differs from no choice of time zone, whatever other rules are changed", async () => {
  const manager = await api.addUser(["manager"]);
  const change = (body: object) =>
    manager.call(routes.updateClientRules, { params: { id: manager.clientUuid }, body: body as never });
  const zone = async () => {
    const { timeZone, isTimeZoneChosen } = await manager.call(routes.getStatisticsSubjects, {});
    return [timeZone, isTimeZoneChosen];
  };
  await change({ revision: 0, rules: { p2pWeb: false } });
  expect(await zone()).toEqual(["UTC", false]);
  await change({ revision: 1, timeZone: "UTC" });
  expect(await zone()).toEqual(["UTC", true]);
  await change({ revision: 2, rules: { p2pWeb: true } });
  expect(await zone()).toEqual(["UTC", true]);
});

test("invalid periods and subjects of other clients are refused with a reason", async () => {
  const manager = await api.addUser(["manager"]);
  const stranger = await api.addUser(["manager"]);
  const { uuid } = await stranger.call(routes.addConfig, { body: { name: "Theirs" } });
  const { from, to } = lastHour();
  const refused = (query: object) =>
    codeOf(manager.call(routes.getStatisticsTotals, { query: { from, to, ...query } as never }));
  expect(await refused({ from: to, to: from })).toBe("bad_request");
  expect(await refused({ from: "2016-01-01T00:00:00Z" })).toBe("bad_request");
  expect(await refused({ from: "1970-12-31T00:00:00Z", to: "1971-01-02T00:00:00Z" })).toBe("bad_request");
  expect(await refused({ to: "2106-01-02T00:00:00Z", from: "2106-01-01T00:00:00Z" })).toBe("bad_request");
  // The preceding period would start before 1970, which ClickHouse cannot store.
  const first = { from: "1971-01-01T00:00:00Z", to: "1972-01-15T00:00:00Z" };
  expect((await manager.call(routes.getStatisticsTotals, { query: first })).figures.sessions).toBe(0);
  expect(await refused({ timeZone: "Mars/Base" })).toBe("bad_request");
  expect(await refused({ filter: JSON.stringify({ nothing: ["x"] }) })).toBe("bad_request");
  expect(await refused({ config: uuid })).toBe("config_not_found");
  expect(await refused({ collection: "none" })).toBe("not_found");
  const longRange = { from: "2026-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z", step: "minute" as const };
  expect(await codeOf(manager.call(routes.getStatisticsSeries, { query: longRange }))).toBe("bad_request");
  const injected = { country: ["x') OR 1=1 --", "\\'"] };
  const none = await manager.call(routes.getStatisticsTotals, {
    query: { from, to, filter: JSON.stringify(injected) } as never,
  });
  expect(none.figures.sessions).toBe(0);
});

test("several videos can be selected together in each query, and are separate values within the set", async () => {
  const manager = await api.addUser(["manager"]);
  const stranger = await api.addUser(["manager"]);
  await addVideos(manager, ["one", "two", "three"]);
  await addVideos(stranger, ["theirs"]);
  const watched = { ...STARTED_COUNTERS, agoMin: 5 } as const;
  await recordMinutes(manager, [
    { ...watched, session_uuid: randomUUID(), video_uuid: "one", sec_server: 10 },
    { ...watched, session_uuid: randomUUID(), video_uuid: "two", sec_peer: 20 },
    { ...watched, session_uuid: randomUUID(), video_uuid: "three", sec_server: 40 },
  ]);
  const query = { ...lastHour(), videos: ["one", "two"] };
  const [{ figures }, { points }, breakdown, sessions] = await Promise.all([
    manager.call(routes.getStatisticsTotals, { query }),
    manager.call(routes.getStatisticsSeries, { query }),
    manager.call(routes.getStatisticsBreakdown, { query: { ...query, dimension: "video" } }),
    manager.call(routes.listStatisticsSessions, { query }),
  ]);
  expect(figures).toMatchObject({ sessions: 2, views: 2, serverSec: 10, peerSec: 20 });
  expect(points.reduce((sum, point) => sum + point.serverSec + point.peerSec, 0)).toBe(30);
  expect(breakdown.rows.map(({ value, label }) => [value, label])).toEqual([
    ["two", "Film two"],
    ["one", "Film one"],
  ]);
  expect(sessions.size).toBe(2);
  expect(await manager.call(routes.findStatisticsVideos, { query: { videos: ["two", "theirs"] } })).toEqual([
    { uuid: "two", title: "Film two" },
  ]);
  await expect(
    manager.call(routes.getStatisticsTotals, { query: { ...query, videos: ["one", "theirs", "none"] } }),
  ).rejects.toMatchObject({
    code: "video_not_found",
    message: "No such video: theirs, none",
    fields: [
      { path: "videos.1", reason: "is not a video of this client" },
      { path: "videos.2", reason: "is not a video of this client" },
    ],
  });
  const many = Array.from({ length: 51 }, (_, index) => `v${index}`);
  await expect(
    manager.call(routes.getStatisticsTotals, { query: { ...query, videos: many } }),
  ).rejects.toMatchObject({ code: "bad_request", fields: [{ path: "videos" }] });
});

test("the peak is the minute with the most viewers, and current viewers include those with peers", async () => {
  const manager = await api.addUser(["manager"]);
  await addVideos(manager, ["one"]);
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  const watched = (session_uuid: string, agoMin: number, row: object = {}) => ({
    session_uuid,
    agoMin,
    sec_server: 5,
    video_uuid: "one",
    version: Date.now() - 120_000,
    ...row,
  });
  await recordMinutes(manager, [
    watched(a, 20),
    watched(a, 19),
    watched(b, 19),
    // The session is reported again, and counts once, at its last reported place.
    watched(b, 19, { version: Date.now() - 110_000, country: "DE" }),
    watched(c, 18, { video_uuid: "two" }),
    watched(a, 0, { version: Date.now(), sec_peer: 1 }),
    watched(c, 0, { version: Date.now(), video_uuid: "two" }),
  ]);
  const peaks = await manager.call(routes.getStatisticsPeaks, { query: lastHour() });
  const minuteAgo = (count: number) => Date.parse(lastHour().to) - (count + 1) * MINUTE_MS;
  expect([peaks.step, peaks.points.length]).toEqual(["minute", 60]);
  expect(peaks.peak?.sessions).toBe(2);
  expect(peaks.points.filter(({ sessions }) => sessions > 0).map(({ sessions }) => sessions)).toEqual([
    1, 2, 1, 2,
  ]);
  expect(Math.abs(Date.parse(peaks.peak?.at ?? "") - minuteAgo(19))).toBeLessThanOrEqual(MINUTE_MS);
  const german = { ...lastHour(), filter: { country: ["DE"] } };
  expect((await manager.call(routes.getStatisticsPeaks, { query: german })).peak?.sessions).toBe(1);
  expect(
    (await manager.call(routes.getStatisticsPeaks, { query: { ...lastHour(), step: "hour" } })).step,
  ).toBe("hour");

  const now = await manager.call(routes.getStatisticsNow, { query: {} });
  expect(now).toMatchObject({ watching: 2, watchingByPeers: 1, runningLives: 0 });
  expect(Date.now() - Date.parse(now.asOf)).toBeLessThan(60_000);
  expect(await manager.call(routes.getStatisticsNow, { query: { videos: ["one"] } })).toMatchObject({
    watching: 1,
    watchingByPeers: 1,
  });
  expect(await codeOf(manager.call(routes.getStatisticsNow, { query: { videos: ["none"] } }))).toBe(
    "video_not_found",
  );
});

test("the peak of a period without stored minutes is that of its hours", async () => {
  const manager = await api.addUser(["manager"]);
  const hour = Math.floor(Date.now() / HOUR_MS) * 3_600 - 100 * 24 * 3_600;
  const analytics = createClient({ url: api.clickhouseUrl });
  const row = { client_uuid: manager.clientUuid, video_uuid: "old", hour, version: 1, ms_server: 1_000 };
  await analytics.insert({
    table: "session_hours",
    values: [
      { ...row, session: 1, height: 720 },
      { ...row, session: 1, height: 1_080 },
      { ...row, session: 2 },
    ],
    format: "JSONEachRow",
  });
  await analytics.close();
  const query = { from: toIso(hour * 1_000 - HOUR_MS), to: toIso(Date.now()), step: "day" as const };
  const { peak, points } = await manager.call(routes.getStatisticsPeaks, { query });
  expect(peak).toEqual({ sessions: 2, at: toIso(hour * 1_000), isOfHour: true });
  expect(points.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(2);
});
