import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { type CallOf, type PluginListQuery, routes } from "@shoal/contract";
import { type CollectionReport, INTERNAL_SECRET_HEADER, internalRoutes } from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { announceFigures } from "../../../testing/announce-figures.ts";
import { createPluginListRepository } from "./plugin-list.repository.ts";
import { prunePluginVersions } from "./plugin-versions.repository.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const sendReports = (reports: CollectionReport[]) =>
  fetch(api.internalUrl + internalRoutes.reportCollections.path, {
    method: "POST",
    headers: { "content-type": "application/json", [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "" },
    body: JSON.stringify({ reports }),
  });
const playedReport = (
  user: TestUser,
  video: string,
  more: Partial<CollectionReport> = {},
): CollectionReport => ({
  clientId: user.clientUuid,
  video,
  version: "1.2.10",
  atMs: Date.now(),
  ...more,
});

type ListQuery = CallOf<typeof routes.listPluginVideos>["query"];
const list = (user: TestUser, query: ListQuery = {}) => user.call(routes.listPluginVideos, { query });
const namesOf = async (user: TestUser, query: ListQuery = {}) =>
  (await list(user, query))._embedded.map(({ name }) => name);
async function findUuid(user: TestUser, name: string): Promise<string> {
  const { _embedded } = await list(user, { search: `"${name}"`, pagesize: 100 });
  return _embedded.find((each) => each.name === name)?.uuid ?? "";
}
const changeVideo = async (user: TestUser, name: string, body: object) =>
  user.call(routes.updatePluginVideo, { params: { id: await findUuid(user, name) }, body });

/** Adds a client whose plugin played these media one after the other. */
async function addClientWithPlayed(...names: string[]): Promise<TestUser> {
  const user = await api.addUser(["manager"]);
  for (const name of names) await sendReports([playedReport(user, name)]);
  return user;
}

/** Records a minute of a session. */
async function recordMinute(user: TestUser, video: string, counted: object): Promise<void> {
  const analytics = createClient({ url: api.clickhouseUrl });
  const nowMs = Date.now();
  const values = [
    {
      client_uuid: user.clientUuid,
      video_uuid: video,
      session_uuid: randomUUID(),
      views: 1,

      minute: Math.floor(nowMs / 60_000) * 60,
      version: nowMs,
      ...counted,
    },
  ];
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
  await announceFigures(api);
}

test("media are listed after the plugin first played them, even without a collection", async () => {
  const user = await addClientWithPlayed("/films/sea.m3u8");
  const { _embedded, _size } = await list(user);
  expect(_size).toBe(1);
  expect(_embedded[0]).toMatchObject({
    name: "/films/sea.m3u8",
    title: "",
    description: "",
    tags: [],
    isHidden: false,
    version: "1.2.10",

    collection: null,
    figuresAsOf: null,
    stats: { nbView: 0, offload: 0, rebuff: null },
  });
  const first = _embedded[0]?.lastReportedAt ?? "";
  expect(Date.now() - Date.parse(first)).toBeLessThan(60_000);

  // A report shortly afterwards changes nothing; a newer version or a much later report does.
  await sendReports([playedReport(user, "/films/sea.m3u8", { atMs: Date.now() })]);
  expect((await list(user))._embedded[0]?.lastReportedAt).toBe(first);
  const ago = sql`UPDATE plugin_videos SET last_reported_at = now() - interval '1 day' WHERE client_uuid = ${user.clientUuid}`;
  await ago.execute(api.database.db);
  await sendReports([{ ...playedReport(user, "/films/sea.m3u8"), version: undefined }]);
  const [later] = (await list(user))._embedded;
  expect(later?.version).toBe("1.2.10");
  expect(Date.now() - Date.parse(later?.lastReportedAt ?? "")).toBeLessThan(60_000);
});

test("a name is listed only after a report that may add it, and later reports update it", async () => {
  const user = await addClientWithPlayed();
  await sendReports([playedReport(user, "spam", { mayAdd: false })]);
  expect(await namesOf(user)).toEqual([]);
  await sendReports([playedReport(user, "spam")]);
  await sendReports([playedReport(user, "spam", { mayAdd: false, version: "1.3.0" })]);
  expect((await list(user))._embedded).toMatchObject([{ name: "spam", version: "1.3.0" }]);
});

test("media can be deleted from the list, and return without their settings when they are watched again", async () => {
  const user = await addClientWithPlayed("a", "b", "c");
  const id = await findUuid(user, "a");
  await changeVideo(user, "a", { title: "Mine", rules: { p2pWeb: false } });
  await recordMinute(user, "a", { sec_server: 60 });
  const reader = await api.addUser([], { clientOf: user });
  const stranger = await api.addUser(["manager"]);
  const remove = (by: TestUser) => codeOf(by.call(routes.deletePluginVideo, { params: { id } }));
  expect([await remove(reader), await remove(stranger)]).toEqual(["forbidden", "video_not_found"]);
  await user.call(routes.deletePluginVideo, { params: { id } });
  expect(await remove(user)).toBe("video_not_found");
  const uuids = [await findUuid(user, "b"), id];
  expect(await stranger.call(routes.deletePluginVideos, { body: { uuids } })).toEqual({ deleted: 0 });
  expect(await user.call(routes.deletePluginVideos, { body: { uuids } })).toEqual({ deleted: 1 });
  expect(await namesOf(user)).toEqual(["c"]);
  const figures = await api.database.db
    .selectFrom("video_stats")
    .select("video_uuid")
    .where("client_uuid", "=", user.clientUuid)
    .execute();
  expect(figures).toHaveLength(1);
  // Deleting media from the list does not change the figures that the edges wrote.
  const analytics = createClient({ url: api.clickhouseUrl });
  const query = `SELECT sum(views) AS views FROM session_minutes WHERE client_uuid = '${user.clientUuid}'`;
  const counted = await (await analytics.query({ query, format: "JSONEachRow" })).json<{ views: string }>();
  await analytics.close();
  expect(Number(counted[0]?.views)).toBe(1);

  await sendReports([playedReport(user, "a")]);
  const [again] = (await list(user, { search: '"a"' }))._embedded;
  expect(again).toMatchObject({ name: "a", title: "" });
  const view = await user.call(routes.getPluginVideo, { params: { id: again?.uuid ?? "" } });
  expect(view.custom).toEqual({});
});

test("each client lists and changes only its own media, paged with the newest first", async () => {
  const names = ["a", "b", "c", "d", "e"].map((letter) => `${letter} ${randomUUID()}`);
  const user = await addClientWithPlayed(...names);
  const other = await addClientWithPlayed(names[0] ?? "");
  expect(await namesOf(user)).toEqual(names.toReversed());
  const second = await list(user, { page: 2, pagesize: 2 });
  expect([second._size, ...second._embedded.map(({ name }) => name)]).toEqual([5, names[2], names[1]]);
  expect(await list(user, { pagesize: 0 })).toEqual({ _embedded: [], _size: 5 });
  expect(await list(other)).toMatchObject({ _size: 1 });

  const id = await findUuid(other, names[0] ?? "");
  const foreign = { params: { id }, body: { title: "Mine" } };
  expect(await codeOf(user.call(routes.updatePluginVideo, foreign))).toBe("video_not_found");
  expect(await codeOf(user.call(routes.getPluginVideo, { params: { id } }))).toBe("video_not_found");
  const many = { uuids: [id, await findUuid(user, names[0] ?? "")], isHidden: true };
  expect(await user.call(routes.changePluginVideos, { body: many })).toEqual({ changed: 1 });
  expect(await list(other)).toMatchObject({ _size: 1 });
  const reader = await api.addUser([], { clientOf: user });
  expect(await list(reader)).toMatchObject({ _size: 4 });
  expect(await codeOf(reader.call(routes.changePluginVideos, { body: many }))).toBe("forbidden");
});

test("media can be searched by title, description and tags, and by name with plain words", async () => {
  const user = await addClientWithPlayed("/films/0001.m3u8", "/films/0002.m3u8", "/films/0003.m3u8");
  const saved = await changeVideo(user, "/films/0001.m3u8", {
    title: " Harbour at night ",
    description: "Boats\nand 100% fog",
    tags: ["sea", "night", "sea"],
  });
  expect(saved).toMatchObject({
    title: "Harbour at night",
    tags: ["sea", "night"],
    name: "/films/0001.m3u8",
  });
  await changeVideo(user, "/films/0002.m3u8", { title: "Airport", tags: ["Sealand"] });
  const found = (search: string) => namesOf(user, { search, sort: { title: 1 } });
  expect(await found("harbour")).toEqual(["/films/0001.m3u8"]);
  expect(await found("0001")).toEqual(["/films/0001.m3u8"]);
  expect(await found("films")).toEqual(["/films/0003.m3u8", "/films/0002.m3u8", "/films/0001.m3u8"]);
  expect(await found("films harbour")).toEqual(["/films/0001.m3u8"]);
  expect(await found('title:"at night"')).toEqual(["/films/0001.m3u8"]);
  expect(await found("description:100%+boats")).toEqual(["/films/0001.m3u8"]);
  expect(await found("tags:sea")).toEqual(["/films/0002.m3u8", "/films/0001.m3u8"]);
  expect(await found("status:error")).toEqual([]);
  expect(await namesOf(user, { tags: ["sea"] })).toEqual(["/films/0001.m3u8"]);
  expect(await namesOf(user, { excludedTags: ["sea", "Sealand"] })).toEqual(["/films/0003.m3u8"]);

  expect(await changeVideo(user, "/films/0001.m3u8", { title: "" })).toMatchObject({
    title: "",
    tags: ["sea", "night"],
  });
  expect(await codeOf(changeVideo(user, "/films/0001.m3u8", { title: "x".repeat(201) }))).toBe("bad_request");
  const long = { title: "海".repeat(200), tags: Array.from({ length: 100 }, (_, at) => `tag ${at}`) };
  expect(await changeVideo(user, "/films/0003.m3u8", long)).toMatchObject(long);
});

test("hidden media are listed only on request and keep their rules", async () => {
  const user = await addClientWithPlayed("one", "two");
  const rules = { uploadPercent: 40 };
  await changeVideo(user, "one", { rules, isHidden: true });
  expect(await namesOf(user)).toEqual(["two"]);
  expect(await namesOf(user, { filter: { hidden: true } })).toEqual(["one"]);
  const [hidden] = (await list(user, { filter: { hidden: true } }))._embedded;
  const body = { uuids: [hidden?.uuid ?? ""], isHidden: false };
  expect(await user.call(routes.changePluginVideos, { body })).toEqual({ changed: 1 });
  expect(await changeVideo(user, "one", {})).toMatchObject({ isHidden: false, custom: rules });
});

test("several media can join a collection, and keep its rules when they leave it", async () => {
  const user = await addClientWithPlayed("one", "two", "three");
  const body = { name: `Lessons ${randomUUID()}`, rules: { savedSegments: 4 } };
  const { uuid, name } = await user.call(routes.addCollection, { body });
  expect(await codeOf(user.call(routes.addCollection, { body }))).toBe("collection_name_taken");
  const uuids = await Promise.all(["one", "two"].map((each) => findUuid(user, each)));
  const link = (collection: string | null) =>
    user.call(routes.changePluginVideos, { body: { uuids, collection } });
  expect(await codeOf(link(randomUUID()))).toBe("collection_not_found");
  expect(await link(uuid)).toEqual({ changed: 2 });
  const of = (id: string, query: ListQuery = {}) =>
    user.call(routes.listCollectionVideos, { params: { id }, query });
  expect(await of(uuid, { pagesize: 1, sort: { title: 1 } })).toMatchObject({
    _size: 2,
    _embedded: [{ name: "one", collection: { uuid, name, reportedAt: null, isInForce: true } }],
  });
  expect(await namesOf(user, { filter: { collection: uuid } })).toEqual(["two", "one"]);
  expect((await user.call(routes.getCollection, { params: { id: uuid } })).videoCount).toBe(2);
  expect(await codeOf(of(randomUUID()))).toBe("collection_not_found");
  const stranger = await api.addUser(["manager"]);
  const foreign = { params: { id: uuid }, query: {} };
  expect(await codeOf(stranger.call(routes.listCollectionVideos, foreign))).toBe("collection_not_found");

  await link(null);
  expect(await changeVideo(user, "one", {})).toMatchObject({
    collection: null,
    custom: { savedSegments: 4 },
  });
  await link(uuid);
  await user.call(routes.deleteCollection, { params: { id: uuid } });
  expect(await changeVideo(user, "two", {})).toMatchObject({
    collection: null,
    custom: { savedSegments: 4 },
  });
});

test("media are sorted by figures counted under their client's name for them, and figures can be recomputed", async () => {
  const awkward = `/it's "\\ 海/${"x".repeat(150)}.m3u8`;
  const user = await addClientWithPlayed("seldom", awkward, "never");
  const namesake = await addClientWithPlayed("seldom");
  await recordMinute(user, "seldom", {
    sec_server: 1_800,
    bytes_server: 3_000_000,
    bytes_peer: 1_000_000,
    sec_rebuf_http: 10,
  });
  await recordMinute(user, awkward, {
    sec_server: 3_600,
    sec_peer: 3_600,
    bytes_server: 1_000_000,
    bytes_peer: 9_000_000,
  });
  await recordMinute(user, awkward, { sec_server: 60 });
  const views = async () =>
    (await list(user, { sort: { nbView: -1 } }))._embedded.map(({ stats }) => stats.nbView);
  // The counts arrive one by one: the order of two of the three proves nothing about the third.
  await eventually(async () => expect(await views()).toEqual([2, 1, 0]));
  expect(await namesOf(user, { sort: { nbView: -1 } })).toEqual([awkward, "seldom", "never"]);
  expect(await namesOf(user, { sort: { offload: 1 } })).toEqual(["never", "seldom", awkward]);
  expect(await namesOf(user, { sort: { rebuff: -1 } }).then(([first]) => first)).toBe("seldom");
  const [seldom] = (await list(user, { search: "seldom" }))._embedded;
  expect(seldom?.stats).toMatchObject({
    nbView: 1,
    hourview: 0.5,
    offload: 25,
    dataDelivered: 4,
    concurrentUsers: 1,
  });
  expect(seldom?.stats.rebuff).toBeCloseTo(20);
  const [other] = (await list(namesake))._embedded;
  expect(other?.stats).toMatchObject({ nbView: 0, hourview: 0 });

  const wrong = sql`UPDATE video_stats SET nb_view = 99, concurrent_users = 0
    WHERE client_uuid = ${user.clientUuid} AND nb_view > 0`;
  await wrong.execute(api.database.db);
  await user.call(routes.refreshPluginVideos, {});
  await eventually(async () => expect(await views()).toEqual([2, 1, 0]));
  const editor = await api.addUser(["editor"], { clientOf: user });
  expect(await codeOf(editor.call(routes.refreshPluginVideos, {}))).toBe("forbidden");
});

test("the tags of listed media count only for plugin clients", async () => {
  const user = await addClientWithPlayed("one", "two");
  await changeVideo(user, "one", { tags: ["sea", "shore"] });
  await changeVideo(user, "two", { tags: ["sea"] });
  const tags = () => user.call(routes.listTags, { query: { client: user.clientUuid } });
  expect(await tags()).toEqual([]);
  await sql`UPDATE clients SET type = 'plugin' WHERE uuid = ${user.clientUuid}`.execute(api.database.db);
  expect(await tags()).toEqual([
    { _id: "sea", count: 2 },
    { _id: "shore", count: 1 },
  ]);
});

test("sorting matches and walking an index return the same pages", async () => {
  const user = await api.addUser(["manager"]);
  const { db } = api.database;
  await sql`INSERT INTO plugin_videos (client_uuid, name, tags, created_at, last_reported_at)
    SELECT ${user.clientUuid}, 'media ' || n, CASE WHEN n % 3 = 0 THEN ARRAY['third'] ELSE '{}' END,
      now() - n * interval '1 minute', now() - (n % 5) * interval '1 day' FROM generate_series(1, 2000) AS n`.execute(
    db,
  );
  await sql`UPDATE video_stats SET nb_view = abs(hashtext(video_uuid::text)) % 7 WHERE client_uuid = ${user.clientUuid}`.execute(
    db,
  );
  const [sorting, walking] = [createPluginListRepository(db), createPluginListRepository(db, 0)];
  const page = { limit: 7, offset: 7 };
  for (const sort of [
    {},
    { title: 1 },
    { lastReportedAt: -1 },
    { nbView: -1 },
    { rebuff: 1 },
  ] as PluginListQuery["sort"][])
    for (const more of [
      {},
      { search: "media 1" },
      { search: "tags:third" },

      { tags: ["third"] },
      { excludedTags: ["third"] },
    ]) {
      const query = { ...more, sort, page: 2 };
      const [sorted, walked] = [
        await sorting.listPluginVideos(user.clientUuid, query, page),
        await walking.listPluginVideos(user.clientUuid, query, page),
      ];
      expect(walked, JSON.stringify(query)).toEqual(sorted);
      expect(sorted.rows).toHaveLength(7);
    }
});

test("sessions are summed by version over edges and seven days, and repeated reports count once", async () => {
  const user = await api.addUser(["manager"]);
  const stranger = await api.addUser(["manager"]);
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const reportVersions = (edge: string, ...counts: [version: string, sessions: number, ago: number][]) =>
    fetch(api.internalUrl + internalRoutes.reportPluginVersions.path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "",
      },
      body: JSON.stringify({
        edge,
        counts: counts.map(([version, sessions, ago]) => ({
          clientId: user.clientUuid,
          day: dayOf(ago),
          version,
          sessions,
        })),
      }),
    });
  const [one, other] = [randomUUID(), randomUUID()];
  await reportVersions(one, ["1.2.2", 3, 1], ["1.3.0", 5, 0], ["1.3.0", 40, 8]);
  await reportVersions(one, ["1.3.0", 7, 0]);
  await reportVersions(one, ["1.3.0", 7, 0]);
  await reportVersions(other, ["1.3.0", 2, 0], ["1.2.4", 1, 2]);
  expect(await user.call(routes.countPluginVersions, {})).toEqual({
    sessions: 13,
    outdatedSessions: 4,
    versions: [
      { version: "1.3.0", sessions: 9, missed: null },
      { version: "1.2.2", sessions: 3, missed: "1.2.3" },
      { version: "1.2.4", sessions: 1, missed: "1.2.10" },
    ],
  });
  expect(await stranger.call(routes.countPluginVersions, {})).toMatchObject({ sessions: 0 });
  const keptDays = async () => {
    const { rows } = await sql<{ day: string }>`SELECT DISTINCT day::text AS day FROM plugin_versions
      WHERE client_uuid = ${user.clientUuid} ORDER BY 1`.execute(api.database.db);
    return rows.map(({ day }) => day);
  };
  expect(await keptDays()).toEqual([8, 2, 1, 0].map(dayOf));
  await prunePluginVersions(api.database.db);
  expect(await keptDays()).toEqual([2, 1, 0].map(dayOf));
});

test("only administrators can list the videos of a client named in the query or filter", async () => {
  const [user, admin] = [await addClientWithPlayed("/films/theirs.m3u8"), await api.addUser(["admin"])];
  const other = await addClientWithPlayed("/films/others.m3u8");
  const { clientUuid: client } = user;
  expect(await namesOf(admin, { client })).toEqual(["/films/theirs.m3u8"]);
  expect(await namesOf(admin, { filter: { client } })).toEqual(["/films/theirs.m3u8"]);
  expect(await namesOf(admin)).toEqual([]);
  expect(await codeOf(list(other, { client }))).toBe("forbidden");
});
