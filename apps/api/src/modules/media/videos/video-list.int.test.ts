import {
  ARCHIVE_SOURCE_PATH,
  ENCODING_STATUSES,
  MAX_DESCRIPTION_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
  routes,
  SORT_FIELDS,
} from "@shoal/contract";
import { type SqlBool, sql, type Updateable } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Video } from "../../../platform/schema.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { viewAs } from "../../../testing/viewing.ts";
import { listConditions } from "./list-conditions.ts";
import { ALL_TRAITS } from "./list-traits.ts";
import { addManyVideos, expectSamePages, WARNING_FILTERS } from "./testing/same-pages.ts";
import { addUpCounts } from "./video-counts.ts";
import { createVideoListRepository, expectVideos } from "./video-list.repository.ts";

let api: TestApi;
let user: TestUser;
let outsider: TestUser;
/** The uuids of the test's videos by title. */
const uuidsByTitle: Record<string, string> = {};
beforeAll(async () => {
  api = await startTestApi();
  [user, outsider] = [await api.addUser(["manager"]), await api.addUser(["manager"])];
  const add = async (title: string, columns: Updateable<Video> = {}) => {
    uuidsByTitle[title] = await addVideo(api, user, { title, ...columns });
  };
  await add("Harbour tour", {
    tags: ["Sport", "harbour"],
    description: "Boats at 100% speed",
    uuid: "abcdef01-0000-4000-8000-000000000001",
  });
  await add("Harbour news", { tags: ["News", "sports"], uuid: "abcdef01-1000-4000-8000-000000000001" });
  await add("Été à Lyon", { tags: ["été", "Sport News"], status: "waiting_for_encoding" });
  await add("Broken", { status: "error", error_type: "not_a_video" });
  await add("Interrupted", { status: "upload_failed" });
  await add("Ending", { delete_at: new Date(Date.now() + 3_600_000) });
  await add("Ended", { delete_at: new Date(Date.now() - 3_600_000), is_deleted: true });
  await add("Trashed", { trashed_at: new Date() });
  await add("Cut", { origin_uuid: uuidsByTitle["Harbour tour"] ?? "" });
  await add("Cut of what is trashed", { origin_uuid: uuidsByTitle.Trashed ?? "" });
  for (const [title, rebuff] of [
    ["Harbour tour", 19.99],
    ["Harbour news", 20],
    ["Broken", 50],
  ] as const)
    await api.database.db
      .insertInto("video_stats")
      .values({ ...NO_FIGURES, video_uuid: uuidsByTitle[title] ?? "", client_uuid: user.clientUuid, rebuff })
      .onConflict((conflict) => conflict.column("video_uuid").doUpdateSet({ rebuff }))
      .execute();
  await addVideo(api, outsider, { title: "Harbour of another client", tags: ["sport"] });
});
afterAll(() => api.close());

const NO_FIGURES = {
  nb_view: 0,
  hourview: 0,
  concurrent_users: 0,
  mean_time_sec: 0,
  best_quality_percent: 100,
  bitrate_kbps: 0,
  offload: 0,
  data_delivered_mb: 0,
  peer_mb: 0,
  startup_ms: null,
  energy_saved_wh: 0,
  energy_spent_wh: 0,
  co2_g: 0,
  water_l: 0,
};

/** Returns the sorted titles of a list, after checking that its size is their number. */
async function findTitles(query: object): Promise<string[]> {
  const page = await user.call(routes.listVideos, { query: { ...query, pagesize: 100 } as never });
  expect(page._size).toBe(page._embedded.length);
  return page._embedded.map(({ title }) => title).toSorted();
}
const ALL_TITLES = [
  "Broken",
  "Cut",
  "Cut of what is trashed",
  "Ended",
  "Ending",
  "Harbour news",
  "Harbour tour",
  "Interrupted",
  "Été à Lyon",
];

test.each([
  ["", ALL_TITLES],
  ["harbour", ["Harbour news", "Harbour tour"]],
  ["harbour tour", ["Harbour tour"]],
  ["tour harb", ["Harbour tour"]],
  ['"harbour tour"', ["Harbour tour"]],
  ['"tour harbour"', []],
  ["title:harbour+news", ["Harbour news"]],
  ["TITLE:lyon", ["Été à Lyon"]],
  ["été", ["Été à Lyon"]],
  ["tags:sport", ["Harbour news", "Harbour tour", "Été à Lyon"]],
  ["tags:sports", ["Harbour news"]],
  ["tags:sport+news", ["Harbour news"]],
  ['tags:"sport news"', ["Été à Lyon"]],
  ["tags:port", []],
  ["tags:ÉTÉ", ["Été à Lyon"]],
  ["tags:|:|", []],
  ["harbour tags:news", ["Harbour news"]],
  ["id:abcdef01", ["Harbour news", "Harbour tour"]],
  ["id:ABCDEF01-1", ["Harbour news"]],
  ["id:abcdef01-0+abcdef01-1", ["Harbour news", "Harbour tour"]],
  ["id:xyz", []],
  ["id:%", []],
  ["status:waiting", ["Été à Lyon"]],
  ["status:waiting_for_encoding", ["Été à Lyon"]],
  ["status:attente", []],
  ['status:"en attente"', ["Été à Lyon"]],
  ["status:error+upload-failed", ["Broken", "Interrupted"]],
  ["status:encod harbour", ["Harbour news", "Harbour tour"]],
  ["status:nonsense", []],
  ["description:boats", ["Harbour tour"]],
  ["description:100%", ["Harbour tour"]],
  ["description:10_%", []],
  ["description:boats+speed", ["Harbour tour"]],
  ["description:boats+nothing", []],
  ["description:boats+speed tags:harbour", ["Harbour tour"]],
])("the search %s finds %j", async (search, titles) => {
  expect(await findTitles({ search })).toEqual(titles);
});

test.each([
  [{ warnings: ["criticalError"] }, ["Broken"]],
  [{ warnings: ["uploadError"] }, ["Interrupted"]],
  [{ warnings: ["mediumRebuffering"] }, ["Harbour news"]],
  [{ warnings: ["highRebuffering"] }, ["Broken"]],
  [{ warnings: ["plannedDeletion"] }, ["Ending"]],
  [
    { warnings: ["plannedDeletion", "uploadError", "mediumRebuffering"] },
    ["Ending", "Harbour news", "Interrupted"],
  ],
  [{ error: true }, ["Broken"]],
  [{ status: ["error", "upload_failed"] }, ["Broken", "Interrupted"]],
  [{ status: ["upload-failed"] }, ["Interrupted"]],
  [{ encodingStatus: "upload-failed" }, ["Interrupted"]],
  [{ type: "live" }, []],
  [{ isTopLevel: true }, ALL_TITLES.filter((title) => title !== "Cut")],
  [{ isTopLevel: false }, ["Cut"]],
  [{}, ALL_TITLES],
])("the filter %j finds %j", async (filter, titles) => {
  expect(await findTitles({ filter })).toEqual(titles);
});

test("cuts are found by their parent, which counts them", async () => {
  const parent = uuidsByTitle["Harbour tour"] ?? "";
  expect(await findTitles({ filter: { parent } })).toEqual(["Cut"]);
  const video = await user.call(routes.getVideo, { params: { id: parent } });
  expect(video.videoInAndOutSize).toBe(1);
  expect(await outsider.call(routes.listVideos, { query: { filter: { parent } as never } })).toMatchObject({
    _size: 0,
  });
});

test("grouping hides no rows: those without a parent in the list are shown separately", async () => {
  const owner = await api.addUser(["editor"]);
  const live = await addVideo(api, owner, { title: "Council", type: "live", status: "stopped" });
  const recording = await addVideo(api, owner, {
    title: "Council, Monday",
    origin_uuid: live,
    source_path: ARCHIVE_SOURCE_PATH,
    tags: ["town"],
  });
  await addVideo(api, owner, { title: "The vote", origin_uuid: recording, tags: ["town"] });
  const titlesOf = async (query: { search?: string; tags?: string[]; filter?: object }) => {
    const page = await owner.call(routes.listVideos, {
      query: { ...query, filter: { ...query.filter, isTopLevel: true } } as never,
    });
    expect(page._size).toBe(page._embedded.length);
    expect(
      (
        await owner.call(routes.listVideos, {
          query: { ...query, pagesize: 0, filter: { ...query.filter, isTopLevel: true } } as never,
        })
      )._size,
    ).toBe(page._size);
    return page._embedded.map(({ title }) => title).toSorted();
  };
  expect(await titlesOf({})).toEqual(["Council"]);
  expect(await titlesOf({ search: "council" })).toEqual(["Council"]);
  expect(await titlesOf({ filter: { type: "vod" } })).toEqual(["Council, Monday"]);
  expect(await titlesOf({ filter: { type: "live" } })).toEqual(["Council"]);
  expect(await titlesOf({ search: "vote" })).toEqual(["The vote"]);
  expect(await titlesOf({ tags: ["town"] })).toEqual(["Council, Monday"]);
  expect(await titlesOf({ filter: { archiveLive: live } })).toEqual(["Council, Monday"]);
  expect(await titlesOf({ filter: { inAndOutOrigin: recording } })).toEqual(["The vote"]);
  expect(await titlesOf({ filter: { parent: live } })).toEqual(["Council, Monday"]);
});

test("filtering a list by categories returns videos of any of them, and none for another client's", async () => {
  const [one, two] = [
    await user.call(routes.addCategory, { body: { name: "One" } }),
    await user.call(routes.addCategory, { body: { name: "Two" } }),
  ];
  const label = (title: string, categoryId: string) =>
    user.call(routes.addToCategory, { params: { id: uuidsByTitle[title] ?? "", categoryId } });
  await label("Harbour tour", one.id);
  await label("Broken", two.id);
  expect(await findTitles({ filter: { categories: [one.id, two.id] } })).toEqual(["Broken", "Harbour tour"]);
  expect(await findTitles({ filter: { categories: [one.id] }, search: "news" })).toEqual([]);
  const found = await outsider.call(routes.listVideos, {
    query: { filter: { categories: [one.id] } as never },
  });
  expect(found._size).toBe(0);
});

test("filtering by delays returns lives with one of them, and combines with a status", async () => {
  const owner = await api.addUser(["editor"]);
  const titlesOf = async (filter: object) => {
    const { _embedded } = await owner.call(routes.listVideos, { query: { filter } as never });
    return _embedded.map(({ title }) => title).toSorted();
  };
  for (const directStream of ["no", "middle", "yes"] as const) {
    const live = { title: `Live ${directStream}`, type: "live", liveType: "camera", directStream } as const;
    await owner.call(routes.createVideo, { body: live as never });
  }
  await addVideo(api, owner, { title: "No live" });
  expect(await titlesOf({ directStream: ["no", "middle"] })).toEqual(["Live middle", "Live no"]);
  expect(await titlesOf({ directStream: ["yes"] })).toEqual(["Live yes"]);
  expect(await titlesOf({ directStream: ["no"], status: ["encoding"] })).toEqual([]);
});

test("the pages of every sort contain each video once", async () => {
  for (const field of ["createdAt", "title", "author", "tags", "rebuff", "nbView", "encodingETA"] as const)
    for (const direction of [1, -1] as const) {
      const titles: string[] = [];
      for (let page = 1; page <= 3; page++) {
        const query = { page, pagesize: 4, sort: { [field]: direction } } as never;
        const { _embedded, _size } = await user.call(routes.listVideos, { query });
        expect(_size).toBe(ALL_TITLES.length);
        titles.push(..._embedded.map(({ title }) => title));
      }
      expect(titles.toSorted()).toEqual(ALL_TITLES);
      if (field === "rebuff")
        expect(direction === -1 ? titles.slice(0, 2) : titles.slice(-2).reverse()).toEqual([
          "Broken",
          "Harbour news",
        ]);
    }
});

test("sorting and index walks return the same pages for every sort", async () => {
  const { clientUuid } = await addManyVideos(api);
  for (const field of SORT_FIELDS) await expectSamePages(api, clientUuid, field, {});
});

test("sorting and index walks return the same pages for every warning", async () => {
  const { clientUuid } = await addManyVideos(api);
  for (const filter of WARNING_FILTERS) await expectSamePages(api, clientUuid, "rebuff", filter);
});

test("the database numbers traits like `ALL_TRAITS`, which contains every status", async () => {
  const { clientUuid, userUuid } = await api.addUser(["manager"]);
  const { rows } = await sql<{ traits: number }>`
    INSERT INTO videos (client_uuid, user_uuid, title, input_qualities, status, type, error_type, rebuffering, delete_at)
    SELECT ${clientUuid}, ${userUuid}, 'Traits', '"shoalOptimization"', status, type,
      CASE error WHEN 'upload_failed' THEN 'upload_failed' WHEN 'other' THEN 'not_a_video' END, rebuffering,
      CASE WHEN "isEnding" THEN now() END
    FROM jsonb_to_recordset(${JSON.stringify(ALL_TRAITS)})
      AS t(status text, type text, error text, rebuffering smallint, "isEnding" boolean)
    RETURNING traits`.execute(api.database.db);
  expect(rows.map(({ traits }) => traits)).toEqual([...ALL_TRAITS.keys()]);
  expect(new Set(ALL_TRAITS.map(({ status }) => status))).toEqual(new Set(ENCODING_STATUSES));
});

test("a list with more matches than are sorted has the same size and pages", async () => {
  const { clientUuid } = await addManyVideos(api);
  const list = (sortedMatches?: number) =>
    createVideoListRepository(api.database.db, sortedMatches).listVideos(
      clientUuid,
      { page: 1, filter: { type: "vod" }, sort: { title: 1 } },
      { limit: 10, offset: 10 },
    );
  const walked = await list(100);
  expect(walked.size).toBe(560);
  const pageOfAll = (await list()).rows.map(({ uuid }) => uuid);
  expect(walked.rows.map(({ uuid }) => uuid)).toEqual(pageOfAll);
  // After ANALYZE, the planner knows the number of videos, and the index is walked without trying to sort.
  await sql`ANALYZE videos`.execute(api.database.db);
  const known = await list(100);
  expect([known.size, known.rows.map(({ uuid }) => uuid)]).toEqual([560, pageOfAll]);
});

test("the counts of traits follow every change of videos, also while they are added up", async () => {
  const { db } = api.database;
  const { clientUuid } = await addManyVideos(api);
  const other = (await api.addUser(["manager"])).clientUuid;
  const list = createVideoListRepository(db);
  const expectCounted = async () => {
    const { rows } = await sql<{ client: string; counted: number; kept: number }>`
      SELECT client, (SELECT count(*) FROM videos WHERE client_uuid = client AND traits = numbers AND trashed_at IS NULL AND kind = 'video') AS counted,
        (SELECT coalesce(sum(change), 0) FROM video_counts WHERE client_uuid = client AND traits = numbers) AS kept
      FROM unnest(${[clientUuid, other]}::uuid[]) AS client, generate_series(0, ${ALL_TRAITS.length - 1}::int) AS numbers`.execute(
      db,
    );
    expect(rows.filter(({ counted, kept }) => counted !== kept)).toEqual([]);
    expect(rows.some(({ counted }) => counted > 0)).toBe(true);
  };
  await expectCounted();
  for (const change of [
    sql`UPDATE videos SET status = 'error', error_type = 'not_a_video' WHERE client_uuid = ${clientUuid} AND uuid < '40000000-0000-4000-8000-000000000000'`,
    sql`UPDATE videos SET trashed_at = now() WHERE client_uuid = ${clientUuid} AND uuid > 'c0000000-0000-4000-8000-000000000000'`,
    sql`UPDATE videos SET title = 'The same', trashed_at = now() - interval '1 day' WHERE client_uuid = ${clientUuid} AND uuid > 'e0000000-0000-4000-8000-000000000000'`,
    sql`UPDATE videos SET trashed_at = NULL, status = 'stopped' WHERE client_uuid = ${clientUuid} AND uuid > 'f0000000-0000-4000-8000-000000000000'`,
    sql`UPDATE videos SET kind = 'scene_list' WHERE client_uuid = ${clientUuid} AND uuid BETWEEN '60000000-0000-4000-8000-000000000000' AND '70000000-0000-4000-8000-000000000000'`,
    sql`UPDATE videos SET client_uuid = ${other} WHERE client_uuid = ${clientUuid} AND uuid BETWEEN '80000000-0000-4000-8000-000000000000' AND '90000000-0000-4000-8000-000000000000'`,
    sql`DELETE FROM videos WHERE client_uuid = ${clientUuid} AND uuid BETWEEN 'a0000000-0000-4000-8000-000000000000' AND 'd0000000-0000-4000-8000-000000000000'`,
  ]) {
    await change.execute(db);
    await expectCounted();
  }
  await db.transaction().execute(async (writing) => {
    await sql`UPDATE videos SET type = 'live' WHERE client_uuid = ${clientUuid}`.execute(writing);
    await addUpCounts(db, 0);
  });
  await Promise.all([addUpCounts(db, 0), addUpCounts(db, 0)]);
  await expectCounted();
  const { rows } = await sql<{
    traits: number;
  }>`SELECT traits FROM video_counts WHERE client_uuid = ${clientUuid}`.execute(db);
  expect(rows.length).toBe(new Set(rows.map(({ traits }) => traits)).size);
  for (const filter of [
    undefined,
    { type: "live" },
    { error: true },
    { warnings: ["criticalError"] },
  ] as const)
    expect(await list.countVideos(clientUuid, { page: 1, filter } as never)).toBe(
      (
        await list.listVideos(clientUuid, { page: 1, filter, excludedTags: ["no such tag"] } as never, {
          limit: 1,
          offset: 0,
        })
      ).size,
    );
});

test("expectVideos estimates many videos if many match, and one for a uuid", async () => {
  const { db } = api.database;
  const { clientUuid } = await addManyVideos(api);
  await sql`ANALYZE videos`.execute(db);
  expect(await expectVideos(db, listConditions(clientUuid, { page: 1 }))).toBeGreaterThan(100);
  expect(await expectVideos(db, sql<SqlBool>`videos.uuid = ${clientUuid}`)).toBe(1);
});

test("a video with the longest title and the maximum of tags can be listed", async () => {
  const owner = await api.addUser(["manager"]);
  const tags = Array.from({ length: MAX_TAGS }, (_, at) => `${at}`.padEnd(MAX_TAG_LENGTH, "é"));
  const title = "\u{1f41f}".repeat(MAX_TITLE_LENGTH / 2);
  await owner.call(routes.createVideo, {
    body: { title, tags, size: 1, description: "d".repeat(MAX_DESCRIPTION_LENGTH) },
  });
  const query = { search: "\u{1f41f} tags:99", tags: [tags[5] ?? ""], sort: { tags: 1 as const } };
  expect(await owner.call(routes.listVideos, { query: query as never })).toMatchObject({ _size: 1 });
});

test("tags are listed with counts, the most used first, and administrators can name a client", async () => {
  const tags = await user.call(routes.listTags, { query: {} });
  expect(tags.toSorted((a, b) => a._id.localeCompare(b._id))).toHaveLength(6);
  expect(tags).toContainEqual({ _id: "Sport", count: 1 });
  await addVideo(api, user, { title: "Twice", tags: ["Sport"], trashed_at: new Date() });
  await addVideo(api, outsider, { title: "Also", tags: ["sport", "one"] });
  expect(await user.call(routes.listTags, { query: {} })).toEqual(tags);
  expect(await outsider.call(routes.listTags, { query: {} })).toEqual([
    { _id: "sport", count: 2 },
    { _id: "one", count: 1 },
  ]);
  const other = { query: { client: outsider.clientUuid } };
  expect(await codeOf(user.call(routes.listTags, other))).toBe("forbidden");
  const admin = await api.addUser(["admin"]);
  expect(await admin.call(routes.listTags, other)).toHaveLength(2);
  expect(await viewAs(api, admin, outsider.clientUuid)(routes.listTags, { query: {} })).toHaveLength(2);
});

test("only administrators can list the videos of a client named in the query or filter", async () => {
  const [user, outsider, admin] = [
    await api.addUser(["editor"]),
    await api.addUser(["editor"]),
    await api.addUser(["admin"]),
  ];
  await addVideo(api, outsider, { title: "Theirs" });
  const { clientUuid: client } = outsider;
  const titlesFor = async (reader: TestUser, query: object) =>
    (await reader.call(routes.listVideos, { query: query as never }))._embedded.map(({ title }) => title);
  for (const query of [
    { client },
    { filter: { client } },
    { client, _: "17" },
    { filter: { client, old: 1 } },
  ])
    expect(await titlesFor(admin, query)).toEqual(["Theirs"]);
  expect(await titlesFor(user, { client }).catch(() => [])).toEqual([]);
});

test("administrators can name the client for the lists of a user's videos too", async () => {
  const [user, admin] = [await api.addUser(["editor"]), await api.addUser(["admin"])];
  const outsider = await api.addUser(["editor"]);
  await addVideo(api, user, { title: "Theirs" });
  await addVideo(api, admin, { title: "Own" });
  await addVideo(api, user, { title: "By support", user_uuid: admin.userUuid });
  const query = { client: user.clientUuid };
  const params = { id: user.userUuid };
  const titlesOf = ({ _embedded }: { _embedded: { title: string }[] }) => _embedded.map(({ title }) => title);
  expect(titlesOf(await admin.call(routes.listUserVideos, { params, query }))).toEqual(["Theirs"]);
  expect(titlesOf(await admin.call(routes.listMyVideos, { query }))).toEqual(["By support"]);
  expect(titlesOf(await admin.call(routes.listMyVideos, { query: {} }))).toEqual(["Own"]);
  expect(await codeOf(outsider.call(routes.listUserVideos, { params, query }))).toBe("forbidden");
});

test("a filter can name one value instead of a list, and tags in one text", async () => {
  const owner = await api.addUser(["editor"]);
  const both = await addVideo(api, owner, { title: "Both", tags: ["sea", "port"] });
  await addVideo(api, owner, { title: "One", tags: ["sea"], status: "stopped" });
  const listed = async (query: Record<string, string>) => {
    const response = await fetch(`${api.url}/api/videos?${new URLSearchParams(query)}`, {
      headers: { authorization: owner.credential },
    });
    expect(response.status).toBe(200);
    const { _embedded } = (await response.json()) as { _embedded: { title: string }[] };
    return _embedded.map(({ title }) => title).toSorted();
  };
  expect(await listed({ filter: '{"status":"stopped"}' })).toEqual(["One"]);
  expect(await listed({ filter: JSON.stringify({ uuids: both }) })).toEqual(["Both"]);
  expect(await listed({ filter: '{"directStream":"no"}' })).toEqual([]);
  expect(await listed({ filter: '{"tags":"sea|:|port"}' })).toEqual(["Both"]);
  expect(await listed({ tags: "sea|:|port" })).toEqual(["Both"]);
  expect(await listed({ tags: '["sea"]', excludedTags: "port" })).toEqual(["One"]);
  expect(await listed({ tags: "" })).toEqual(["Both", "One"]);
});

test.each([
  [{ filter: '{"type":' }, "filter"],
  [{ filter: { type: "film" } }, "filter.type"],
  [{ filter: { warnings: ["none"] } }, "filter.warnings.0"],
  [{ filter: { categories: ["x"] } }, "filter.categories.0"],
  [{ filter: { directStream: ["soon"] } }, "filter.directStream.0"],
  [{ filter: { parent: "x" } }, "filter.parent"],
  [{ filter: "5" }, "filter"],
  [{ sort: { title: 2 } }, "sort.title"],
  [{ sort: { nope: 1 } }, "sort.nope"],
  [{ sort: { title: 1, status: 1 } }, "sort"],
  [{ tags: ["a".repeat(10_000)] }, "tags.0"],
  [{ search: "a".repeat(301) }, "search"],
  [{ page: 0 }, "page"],
  [{ pagesize: 1001 }, "pagesize"],
])("refuses invalid query %# and names its field", async (query, path) => {
  const text = Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      typeof value === "object" ? JSON.stringify(value) : value,
    ]),
  );
  const error = await errorOf(user.call(routes.listVideos, { query: text as never }));
  expect([error.code, error.fields?.map((field) => field.path)]).toEqual(["bad_request", [path]]);
});
