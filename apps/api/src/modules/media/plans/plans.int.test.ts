import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningApi, startApi } from "../../../app.ts";
import { readConfig } from "../../../config.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import {
  addJob,
  addMedia,
  addVideo,
  findDescriptor,
  hasMedia,
  listJobs,
} from "../../../testing/video-harness.ts";

const DAY_MS = 24 * 3_600_000;
let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi({ TRASH_DAYS: "7" });
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

const buildParams = (id: string) => ({ params: { id } });
const isoFromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const fetchVideo = (uuid: string) => editor.call(routes.getVideo, buildParams(uuid));
const scheduleDeletion = (uuid: string, deleteDate: string, user = editor) =>
  user.call(routes.planDeletion, { ...buildParams(uuid), body: { deleteDate } });
const fetchVideos = async (user = editor) => {
  const { _embedded } = await user.call(routes.listVideos, { query: { pagesize: 1000 } });
  return _embedded.map(({ uuid }) => uuid);
};
const fetchTrash = async () => (await editor.call(routes.listTrash, { query: {} }))._embedded;
const setColumns = (uuid: string, columns: object) =>
  api.database.db.updateTable("videos").set(columns).where("uuid", "=", uuid).execute();

test("a deleted video moves to the trash with its media, cannot be played, and is restored unchanged", async () => {
  const uuid = await addVideo(api, editor, { title: "Harbour", tags: ["sea"] });
  await addMedia(api, uuid);
  await addJob(api, "make-storyboard", uuid);
  const before = await fetchVideo(uuid);
  const page = await listenAs(api, editor);
  expect(await editor.call(routes.deleteVideo, buildParams(uuid))).toEqual({});
  expect(await page.next("video.deleted", uuid)).toEqual({ uuid });
  expect(await fetchVideos()).not.toContain(uuid);
  expect(await findDescriptor(api, uuid)).toMatchObject({ state: "deleted" });
  expect(await hasMedia(api, uuid)).toBe("all");
  // The storyboard of a video in the trash is still completed.
  expect(await listJobs(api, uuid)).toHaveLength(1);
  const gone = await Promise.all([
    codeOf(fetchVideo(uuid)),
    codeOf(editor.call(routes.updateVideo, { ...buildParams(uuid), body: { title: "x" } })),
    codeOf(editor.call(routes.restartEncoding, buildParams(uuid))),
    codeOf(editor.call(routes.deleteVideo, buildParams(uuid))),
    codeOf(scheduleDeletion(uuid, "")),
  ]);
  expect(new Set(gone)).toEqual(new Set(["video_not_found"]));
  const [entry] = await fetchTrash();
  expect(entry?.video).toMatchObject({ uuid, title: "Harbour" });
  expect(Date.parse(entry?.purgeAt ?? "") - Date.parse(entry?.deletedAt ?? "")).toBe(7 * DAY_MS);
  const restored = await editor.call(routes.restoreFromTrash, buildParams(uuid));
  expect(await page.next("video.changed", uuid)).toEqual({ uuid, isNew: true });
  expect({ ...restored, lastModifyAt: "" }).toEqual({ ...before, lastModifyAt: "" });
  expect(await fetchVideos()).toContain(uuid);
  expect(await findDescriptor(api, uuid)).toMatchObject({ state: "playable" });
  expect(await fetchTrash()).toEqual([]);
  expect(await codeOf(editor.call(routes.restoreFromTrash, buildParams(uuid)))).toBe("video_not_found");
  page.close();
});

test("deleting a video stops its encoding, and restoring it starts it again", async () => {
  const uuid = await addVideo(api, editor, { status: "segmented" });
  await addJob(api, "encode-piece", uuid);
  await editor.call(routes.deleteVideo, buildParams(uuid));
  expect(await listJobs(api, uuid)).toEqual([]);
  expect(await editor.call(routes.restoreFromTrash, buildParams(uuid))).toMatchObject({
    encodingStatus: "restart",
  });
  expect(await listJobs(api, uuid)).toMatchObject([{ name: "open-video", generation: 2 }]);
});

test("a cancelled or deleted upload is removed at once with its bytes", async () => {
  for (const route of [routes.cancelUpload, routes.deleteVideo]) {
    const { uuid } = await editor.call(routes.createVideo, { body: { title: "Given up", size: 10 } });
    await addMedia(api, uuid);
    await editor.call(route, buildParams(uuid));
    expect(await codeOf(fetchVideo(uuid))).toBe("video_not_found");
    expect(await fetchTrash()).toEqual([]);
    await eventually(async () => expect(await hasMedia(api, uuid)).toBe("none"));
  }
});

test("videos are deleted from the trash by users and after seven days", async () => {
  const [first, second, kept] = [
    await addVideo(api, editor),
    await addVideo(api, editor),
    await addVideo(api, editor),
  ];
  for (const uuid of [first, second, kept]) {
    await addMedia(api, uuid);
    await editor.call(routes.deleteVideo, buildParams(uuid));
  }
  await editor.call(routes.deleteFromTrash, buildParams(first));
  expect(await codeOf(editor.call(routes.deleteFromTrash, buildParams(first)))).toBe("video_not_found");
  await setColumns(second, { trashed_at: new Date(Date.now() - 7 * DAY_MS - 1_000) });
  await setColumns(kept, { trashed_at: new Date(Date.now() - 7 * DAY_MS + 3_600_000) });
  await eventually(async () => {
    expect([await hasMedia(api, first), await hasMedia(api, second)]).toEqual(["none", "none"]);
  });
  expect((await fetchTrash()).map(({ video }) => video.uuid)).toEqual([kept]);
  expect(await hasMedia(api, kept)).toBe("all");
  expect(await findDescriptor(api, second)).toBeUndefined();
});

test("the trash is paged with the latest first, and other clients cannot reach it", async () => {
  const owner = await api.addUser(["editor"]);
  const uuids: string[] = [];
  for (let count = 0; count < 3; count++) {
    uuids.push(await addVideo(api, owner));
    await owner.call(routes.deleteVideo, buildParams(uuids[count] ?? ""));
  }
  const page = await owner.call(routes.listTrash, { query: { page: 2, pagesize: 2 } });
  expect([page._size, page._embedded.map(({ video }) => video.uuid)]).toEqual([3, [uuids[0]]]);
  const stranger = await api.addUser(["manager"]);
  expect(await stranger.call(routes.listTrash, { query: {} })).toEqual({ _embedded: [], _size: 0 });
  const id = buildParams(uuids[1] ?? "");
  expect(await codeOf(stranger.call(routes.restoreFromTrash, id))).toBe("video_not_found");
  expect(await codeOf(stranger.call(routes.deleteFromTrash, id))).toBe("video_not_found");
  expect(await codeOf(scheduleDeletion(await addVideo(api, owner), isoFromNow(DAY_MS), stranger))).toBe(
    "video_not_found",
  );
});

test("a scheduled deletion can be filtered, moved and cleared, and an invalid date is refused", async () => {
  const uuid = await addVideo(api, editor);
  const date = isoFromNow(DAY_MS);
  expect(await scheduleDeletion(uuid, date)).toMatchObject({
    deleteDate: date,
    isDeleted: false,
    playable: true,
  });
  const { _embedded } = await editor.call(routes.listVideos, {
    query: { filter: { warnings: ["plannedDeletion"] } },
  });
  expect(_embedded.map((video) => video.uuid)).toEqual([uuid]);
  expect((await scheduleDeletion(uuid, isoFromNow(2 * DAY_MS))).deleteDate).not.toBe(date);
  expect(await scheduleDeletion(uuid, "")).toMatchObject({ deleteDate: null });
  // Old programs send ms since 1970, as a number or as text.
  for (const inMs of [Date.parse(date), `${Date.parse(date)}`])
    expect(await scheduleDeletion(uuid, inMs as never)).toMatchObject({ deleteDate: date });
  await scheduleDeletion(uuid, date);
  expect(await editor.call(routes.planDeletion, { ...buildParams(uuid), body: {} })).toMatchObject({
    deleteDate: null,
  });
  for (const wrong of ["tomorrow", "2026-13-01T00:00:00Z", "2026-01-01", 5 as never])
    expect((await errorOf(scheduleDeletion(uuid, wrong))).fields?.map(({ path }) => path)).toEqual([
      "deleteDate",
    ]);
});

test("a deletion scheduled in the past removes the media at once and keeps the flagged video with its figures", async () => {
  const uuid = await addVideo(api, editor);
  await addMedia(api, uuid);
  await sql`INSERT INTO video_stats (video_uuid, client_uuid, nb_view) VALUES (${uuid}, ${editor.clientUuid}, 12)
    ON CONFLICT (video_uuid) DO UPDATE SET nb_view = 12`.execute(api.database.db);
  const deleted = await scheduleDeletion(uuid, isoFromNow(-60_000));
  expect(deleted).toMatchObject({ isDeleted: true, playable: false, stats: { nbView: 12 } });
  expect(deleted.manifest).toEqual({ thumbnail: null, hls: null, dash: null });
  expect(await findDescriptor(api, uuid)).toMatchObject({ state: "deleted" });
  expect(await fetchVideos()).toContain(uuid);
  await eventually(async () => expect(await hasMedia(api, uuid)).toBe("none"));
  expect(await codeOf(scheduleDeletion(uuid, ""))).toBe("illegal_transition");
  expect(await codeOf(editor.call(routes.restartEncoding, buildParams(uuid)))).toBe("illegal_transition");
  // Deleting a video whose scheduled deletion was carried out removes it from the list.
  await editor.call(routes.deleteVideo, buildParams(uuid));
  expect(await fetchVideos()).not.toContain(uuid);
  expect(await fetchTrash()).not.toContainEqual(
    expect.objectContaining({ video: expect.objectContaining({ uuid }) }),
  );
});

test("deleting a video with a scheduled deletion flags it instead of moving it to the trash", async () => {
  const uuid = await addVideo(api, editor, { status: "segmented" });
  await addJob(api, "encode-piece", uuid);
  await scheduleDeletion(uuid, isoFromNow(DAY_MS));
  await editor.call(routes.deleteVideo, buildParams(uuid));
  const flagged = await fetchVideo(uuid);
  expect(flagged).toMatchObject({ isDeleted: true, encodingStatus: "stopped" });
  expect(Date.parse(flagged.deleteDate ?? "")).toBeLessThanOrEqual(Date.now());
  expect(await listJobs(api, uuid)).toEqual([]);
});

test("a scheduled deletion and a scheduled start are carried out when due, and pages are notified", async () => {
  const [ending, starting] = [await addVideo(api, editor), await addVideo(api, editor)];
  await addMedia(api, ending);
  const page = await listenAs(api, editor);
  await scheduleDeletion(ending, isoFromNow(DAY_MS));
  expect(await page.next("video.changed", ending)).toEqual({ uuid: ending, isNew: false });
  const startDate = isoFromNow(DAY_MS);
  const update = (body: object) => editor.call(routes.updateVideo, { ...buildParams(starting), body });
  expect(await update({ startDate })).toMatchObject({ startDate });
  expect(await page.next("video.changed", starting)).toEqual({ uuid: starting, isNew: false });
  expect(await findDescriptor(api, starting)).toMatchObject({ startsAt: startDate, state: "playable" });
  expect(await fetchVideo(ending)).toMatchObject({ isDeleted: false });
  await setColumns(ending, { delete_at: new Date() });
  await setColumns(starting, { starts_at: new Date() });
  await eventually(async () => expect((await fetchVideo(ending)).isDeleted).toBe(true));
  await eventually(async () => expect((await fetchVideo(starting)).startDate).toBeNull());
  for (const uuid of [ending, starting])
    expect(await page.next("video.changed", uuid)).toEqual({ uuid, isNew: false });
  expect(await findDescriptor(api, starting)).toMatchObject({ startsAt: null });
  await eventually(async () => expect(await hasMedia(api, ending)).toBe("none"));
  page.close();
  expect(await update({ startDate: isoFromNow(-1_000) })).toMatchObject({ startDate: null });
  expect((await errorOf(update({ startDate: "soon" }))).fields?.[0]?.path).toBe("startDate");
});

/** Counts the removals of a video's media, including pending ones. */
async function countPurges(uuid: string): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM queue.job
    WHERE name = 'purge-media' AND data::text LIKE ${`%videos/${uuid}/"%`}`.execute(api.database.db);
  return rows[0]?.count;
}

test("two replicas carry out each scheduled deletion once", async () => {
  const other: RunningApi = await startApi(readConfig(api.env));
  try {
    const uuids = await Promise.all(Array.from({ length: 40 }, () => addVideo(api, editor)));
    const page = await listenAs(api, editor);
    const dueAt = new Date(Date.now() + 1_000);
    await api.database.db
      .updateTable("videos")
      .set({ delete_at: dueAt })
      .where("uuid", "in", uuids)
      .execute();
    for (const uuid of uuids) expect(await page.next("video.changed", uuid)).toEqual({ uuid, isNew: false });
    expect(await Promise.all(uuids.map(countPurges))).toEqual(uuids.map(() => 1));
    const rows = await api.database.db
      .selectFrom("videos")
      .select("generation")
      .where("uuid", "in", uuids)
      .execute();
    expect(new Set(rows.map(({ generation }) => generation))).toEqual(new Set([2]));
    page.close();
  } finally {
    await other.close();
  }
});

test("actions that became due while the api was down are carried out at its start", async () => {
  const [ending, starting, trashed] = [
    await addVideo(api, editor, { delete_at: new Date(Date.now() + DAY_MS) }),
    await addVideo(api, editor, { starts_at: new Date(Date.now() + DAY_MS) }),
    await addVideo(api, editor, { trashed_at: new Date() }),
  ];
  await api.restart(async () => {
    await setColumns(ending, { delete_at: new Date(Date.now() - 60_000) });
    await setColumns(starting, { starts_at: new Date(Date.now() - 60_000) });
    await setColumns(trashed, { trashed_at: new Date(Date.now() - 8 * DAY_MS) });
  });
  await eventually(async () => {
    expect(await fetchVideo(ending)).toMatchObject({ isDeleted: true });
    expect(await fetchVideo(starting)).toMatchObject({ startDate: null });
    expect(await findDescriptor(api, trashed)).toBeUndefined();
  });
  expect(await countPurges(ending)).toBe(1);
});

test("users without a role can see the trash but change nothing", async () => {
  const reader = await api.addUser([], { clientOf: editor });
  const uuid = await addVideo(api, editor);
  expect((await reader.call(routes.listTrash, { query: {} }))._size).toBeGreaterThan(0);
  expect(await codeOf(scheduleDeletion(uuid, "", reader))).toBe("forbidden");
  expect(await codeOf(reader.call(routes.restoreFromTrash, buildParams(uuid)))).toBe("forbidden");
});
