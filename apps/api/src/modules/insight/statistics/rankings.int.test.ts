import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { RANKED_KINDS, routes } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { addVideo } from "../../../testing/video-harness.ts";

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

/** Writes sessions of a minute each, like the edge. */
async function recordSessions(user: TestUser, sessions: (Partial<SessionMinuteRow> & { agoMin: number })[]) {
  const analytics = createClient({ url: api.clickhouseUrl });
  const nowMs = Date.now();
  const values = sessions.map(({ agoMin, ...row }) => ({
    client_uuid: user.clientUuid,
    session_uuid: randomUUID(),
    version: nowMs,
    views: 1,
    attempts: 1,

    minute: (Math.floor(nowMs / MINUTE_MS) - agoMin) * 60,
    sec_server: 10,
    startup_ms: 500,
    ...row,
  }));
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
}

const getRanking = (user: TestUser, query: object) =>
  user.call(routes.getStatisticsRanking, { query: { ...lastHour(), ...query } as never });
const valuesOf = async (user: TestUser, query: object) =>
  (await getRanking(user, query)).rows.map(({ rank: place, value }) => [place, value]);

test("the best are listed first with their ranks of the preceding period, and equal ones share a rank", async () => {
  const user = await api.addUser(["readAnalytics"]);
  await recordSessions(user, [
    ...[10, 11, 12].map((agoMin) => ({ agoMin, video_uuid: "much" })),
    { agoMin: 10, video_uuid: "a", sec_rebuf_http: 1 },
    { agoMin: 10, video_uuid: "b", sec_rebuf_http: 2 },
    ...[80, 81].map((agoMin) => ({ agoMin, video_uuid: "a" })),
    { agoMin: 80, video_uuid: "much" },
    { agoMin: 80, video_uuid: "gone" },
  ]);
  const { rows, size, of } = await getRanking(user, {});
  expect([of, size]).toEqual(["video", 3]);
  expect(rows.map(({ rank: now, value, before }) => [now, value, before?.rank ?? null])).toEqual([
    [1, "much", 2],
    [2, "a", 1],
    [2, "b", null],
  ]);
  expect(rows[1]).toMatchObject({ figures: { views: 1 }, before: { figures: { views: 2 } } });
  // Less rebuffering is better, so it is sorted ascending, unless the worst are requested.
  const rebuffering = { sort: "rebufferingSecPerHour" };
  expect((await valuesOf(user, rebuffering)).map(([, value]) => value)).toEqual(["much", "a", "b"]);
  expect((await valuesOf(user, { ...rebuffering, order: "desc", size: "1" }))[0]).toEqual([1, "b"]);
  // Subjects with a single view are left out of the ranking and of the comparison.
  const often = await getRanking(user, { minViews: "2" });
  expect(often.rows).toMatchObject([{ value: "much", rank: 1, before: null }]);
});

test("a ranking lists what it omits by reason, which with the rows adds up to all viewing", async () => {
  const user = await api.addUser(["manager"]);
  const film = await addVideo(api, user);
  const { uuid: collection } = await user.call(routes.addCollection, { body: { name: "Films" } });
  const ruled = { revision: 0, rules: {}, collection };
  await user.call(routes.updateVideoRules, { params: { id: film }, body: ruled });
  const views = (video_uuid: string, count: number, row: Partial<SessionMinuteRow> = {}) =>
    Array.from({ length: count }, () => ({ agoMin: 10, video_uuid, bytes_server: 1_000, ...row }));
  await recordSessions(user, [
    ...views(film, 7, { country: "FR" }),
    ...views("b", 6),
    ...views("c", 5),
    ...views("d", 2),
    ...views("e", 1),
    // This playback attempt failed, so it has no offload.
    { agoMin: 10, video_uuid: "f", views: 0, sec_server: 0, startup_ms: 0 },
  ]);
  const { figures } = await user.call(routes.getStatisticsTotals, { query: lastHour() });
  const restOf = async (query: object) => {
    const { rows, rest } = await getRanking(user, query);
    const sum = (of: "views" | "watchedSec" | "deliveredBytes") =>
      rest.reduce((total, each) => total + each[of], 0);
    const shown = rows.map(({ figures: each }) => each);
    const total = (value: (each: typeof figures) => number) =>
      shown.reduce((all, each) => all + value(each), 0);
    expect(total(({ views: each }) => each) + sum("views")).toBe(figures.views);
    expect(total(({ serverSec, peerSec }) => serverSec + peerSec) + sum("watchedSec")).toBe(
      figures.serverSec + figures.peerSec,
    );
    expect(total(({ serverBytes, peerBytes }) => serverBytes + peerBytes) + sum("deliveredBytes")).toBe(
      figures.serverBytes + figures.peerBytes,
    );
    return rest.map(({ reason, count, views: seen }) => [reason, count, seen]);
  };
  expect(await restOf({ minViews: "0", size: "100" })).toEqual([]);
  expect(await restOf({ minViews: "5", size: "2" })).toEqual([
    ["size", 1, 5],
    ["minViews", 3, 3],
  ]);
  expect(await restOf({ sort: "offloadPercent" })).toEqual([["noValue", 1, 0]]);
  expect(await restOf({ of: "collection" })).toEqual([["noSubject", 0, 14]]);
  expect(await restOf({ of: "country" })).toEqual([["noSubject", 0, 14]]);
  expect(await restOf({ of: "camera" })).toEqual([["noSubject", 0, 21]]);
});

test("cameras, collections, configs and countries are ranked by the figures of their videos", async () => {
  const user = await api.addUser(["manager"]);
  const body = { title: "Quay", type: "live", liveType: "camera" } as never;
  const { uuid: camera } = await user.call(routes.createVideo, { body });
  const film = await addVideo(api, user);
  const collection = await user.call(routes.addCollection, { body: { name: "Films" } });
  const config = await user.call(routes.addConfig, { body: { name: "Main" } });
  const ruled = { revision: 0, rules: {}, collection: collection.uuid, config: config.uuid };
  await user.call(routes.updateVideoRules, { params: { id: film }, body: ruled });
  await recordSessions(user, [
    { agoMin: 10, video_uuid: camera, country: "FR" },
    { agoMin: 10, video_uuid: film, country: "DE" },
    { agoMin: 11, video_uuid: film, country: "DE" },
    { agoMin: 10, video_uuid: "elsewhere", country: "", config_uuid: config.uuid },
  ]);
  expect(await getRanking(user, { of: "camera" })).toMatchObject({
    rows: [{ value: camera, label: "Quay" }],
    size: 1,
  });
  expect(await getRanking(user, { of: "collection" })).toMatchObject({
    rows: [{ value: "Films", figures: { views: 2 } }],
    size: 1,
  });
  expect(await getRanking(user, { of: "config" })).toMatchObject({
    rows: [{ value: config.uuid, label: "Main", figures: { views: 3 } }],
  });
  // For some viewers, the location is unknown.
  expect(await valuesOf(user, { of: "country" })).toEqual([
    [1, "DE"],
    [2, "FR"],
  ]);
  const stranger = await api.addUser(["manager"]);
  for (const kind of RANKED_KINDS)
    expect(await getRanking(stranger, { of: kind })).toMatchObject({ rows: [], size: 0 });
});

test("an invalid ranking is refused with its field, and text values are never executed", async () => {
  const user = await api.addUser(["readAnalytics"]);
  const fieldsOf = async (query: object) =>
    (await errorOf(getRanking(user, query))).fields?.map(({ path }) => path.split(".").at(-1));
  expect(await fieldsOf({ size: "0" })).toEqual(["size"]);
  expect(await fieldsOf({ size: "101" })).toEqual(["size"]);
  expect(await fieldsOf({ minViews: "-1" })).toEqual(["minViews"]);
  expect(await fieldsOf({ sort: "value' DESC --" })).toEqual(["sort"]);
  expect(await fieldsOf({ of: "session" })).toEqual(["of"]);
  const injected = JSON.stringify({ country: ["x') OR 1=1 --"] });
  expect(await getRanking(user, { filter: injected })).toMatchObject({ rows: [], size: 0 });
  expect(await codeOf(getRanking(user, { collection: "x' OR 1=1" }))).toBe("not_found");
  const nobody = await api.addUser([]);
  expect(await codeOf(getRanking(nobody, {}))).toBe("forbidden");
});

test("a map shows the videos with a location, and their figures to users with analytics access", async () => {
  const user = await api.addUser(["manager"]);
  const place = { latitude: 49.485, longitude: 0.1075, label: "Le Havre" };
  const [quay, hidden] = [await addVideo(api, user, { title: "Quay" }), await addVideo(api, user)];
  await addVideo(api, user);
  await user.call(routes.updateVideo, { params: { id: quay }, body: { place } });
  await user.call(routes.updateVideo, { params: { id: hidden }, body: { place } });
  await user.call(routes.deleteVideo, { params: { id: hidden } });
  await recordSessions(user, [
    { agoMin: 2, video_uuid: quay, country: "FR" },
    { agoMin: 20, video_uuid: quay },
    { agoMin: 2, video_uuid: hidden },
  ]);
  const query = lastHour();
  expect(await user.call(routes.getStatisticsPlaces, { query })).toMatchObject({
    size: 1,
    unplaced: 0,
    videos: [
      {
        uuid: quay,
        title: "Quay",
        place,
        isLive: false,
        figures: { views: 2 },
        recent: { views: 1 },
      },
    ],
  });
  const body = { title: "Quay 2", type: "live", liveType: "camera" } as never;
  await user.call(routes.createVideo, { body });
  expect(await user.call(routes.getStatisticsPlaces, { query })).toMatchObject({ size: 1, unplaced: 1 });
  const colleague = await api.addUser([], { clientOf: user });
  const seen = await colleague.call(routes.getStatisticsPlaces, { query });
  expect(seen.videos).toMatchObject([{ uuid: quay, figures: null, recent: null }]);
  const stranger = await api.addUser(["manager"]);
  expect(await stranger.call(routes.getStatisticsPlaces, { query })).toMatchObject({ videos: [], size: 0 });
});
