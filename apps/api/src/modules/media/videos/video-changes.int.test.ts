import {
  type BulkAction,
  fillPath,
  MAX_BULK_VIDEOS,
  MAX_CHAPTERS_FILE_BYTES,
  routes,
  VIDEO_TEXT_NAMES,
  VIDEO_TEXTS,
} from "@shoal/contract";
import { OWNER_PASS_LIFETIME_MS, readOwnerPass } from "@shoal/tokens";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { addJob, addVideo, findDescriptor, listJobs } from "../../../testing/video-harness.ts";
import { viewAs } from "../../../testing/viewing.ts";

let api: TestApi;
let editor: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [editor, outsider] = [await api.addUser(["editor"]), await api.addUser(["manager"])];
});
afterAll(() => api.close());

const buildParams = (id: string) => ({ params: { id } });
const fetchVideo = (uuid: string) => editor.call(routes.getVideo, buildParams(uuid));
const changeVideo = (uuid: string, body: object) =>
  editor.call(routes.updateVideo, { ...buildParams(uuid), body });
const changeInBulk = (body: BulkAction, user = editor) => user.call(routes.changeVideos, { body });

test.each(VIDEO_TEXT_NAMES)(
  "the %s can be changed up to its maximum length, is listed, and raises the revision",
  async (name) => {
    const uuid = await addVideo(api, editor, { title: "With texts" });
    const { revision, ...before } = await fetchVideo(uuid);
    expect(before).toMatchObject({ [name]: "" });
    const text = 'Boats, seen "from" the shore';
    expect(await changeVideo(uuid, { [name]: text })).toMatchObject({ [name]: text, revision: revision + 1 });
    const { _embedded } = await editor.call(routes.listVideos, { query: { filter: { uuids: [uuid] } } });
    expect(_embedded).toMatchObject([{ uuid, [name]: text }]);
    const tooLong = errorOf(changeVideo(uuid, { [name]: "a".repeat(VIDEO_TEXTS[name] + 1) }));
    expect((await tooLong).fields).toMatchObject([{ path: name }]);
    expect(await changeVideo(uuid, { [name]: "" })).toMatchObject({ [name]: "", revision: revision + 2 });
  },
);

test("the intro, the download setting and tags are saved and validated, and players receive the intro", async () => {
  const uuid = await addVideo(api, editor);
  const introModal = { title: "Warning", text: "Loud", button: "Go on" };
  expect(await changeVideo(uuid, { introModal })).toMatchObject({ introModal });
  expect(await findDescriptor(api, uuid)).toMatchObject({ player: { introModal } });
  expect(await changeVideo(uuid, { introModal: null })).toMatchObject({ introModal: null });
  const setDownload = (download: unknown) =>
    editor.call(routes.setDownload, { ...buildParams(uuid), body: { download } as never });
  expect(await setDownload(true)).toMatchObject({ download: true });
  expect(await setDownload(false)).toMatchObject({ download: false });
  expect((await errorOf(setDownload("yes"))).fields?.[0]?.path).toBe("download");
  const fields = async (body: object) =>
    (await errorOf(changeVideo(uuid, body))).fields?.map(({ path }) => path);
  expect(await fields({ tags: ["a".repeat(10_000)] })).toEqual(["tags.0"]);
  expect(await fields({ tags: ["a|:|b", "fine", ""] })).toEqual(["tags.0"]);
  expect(await fields({ introModal: { title: "", text: "", button: "" } })).toEqual(["introModal.text"]);
  expect(await changeVideo(uuid, { tags: "b|:|a|:|b" })).toMatchObject({ tags: ["b", "a"] });
});

test.each(["vod", "live"])(
  "a %s can be sent back whole, as it was read, with one field changed",
  async (type) => {
    const body = { title: "As read", type, liveToKeepDuration: 90 };
    const { uuid } = await editor.call(routes.createVideo, { body: body as never });
    const read = await fetchVideo(uuid);
    const saved = await changeVideo(uuid, { ...read, title: "Renamed" });
    expect(saved).toMatchObject({ title: "Renamed", liveToKeepDuration: type === "live" ? 90 : null });
    expect(await fetchVideo(uuid)).toMatchObject({
      encodingStatus: read.encodingStatus,
      inputQualities: read.inputQualities,
      keepLive: read.keepLive,
      isPassword: false,
    });
  },
);

test("the place of a video can be saved and removed, and invalid coordinates are refused with their field", async () => {
  const uuid = await addVideo(api, editor);
  const place = { latitude: -90, longitude: 180, label: "The pole" };
  expect(await changeVideo(uuid, { place: { ...place, label: "  The pole " } })).toMatchObject({ place });
  const fields = async (wrong: object) =>
    (await errorOf(changeVideo(uuid, { place: { ...place, ...wrong } }))).fields?.map(({ path }) => path);
  expect(await fields({ latitude: 90.1, longitude: -180.1 })).toEqual(["place.latitude", "place.longitude"]);
  expect(await fields({ latitude: "twelve" })).toEqual(["place.latitude"]);
  expect(await fields({ label: " " })).toEqual(["place.label"]);
  expect(await fetchVideo(uuid)).toMatchObject({ place, revision: 2 });
  const label = "'); DROP TABLE videos; --";
  expect(await changeVideo(uuid, { place: { ...place, label } })).toMatchObject({ place: { label } });
  const theirs = outsider.call(routes.updateVideo, { ...buildParams(uuid), body: { place } });
  expect(await codeOf(theirs)).toBe("video_not_found");
  expect(await changeVideo(uuid, { place: null })).toMatchObject({ place: null });
});

test("a password can be set, changed and removed, and only its hash leaves the api, for edges", async () => {
  const uuid = await addVideo(api, editor);
  const hashOf = async () => (await findDescriptor(api, uuid))?.passwordHash;
  const fields = async (body: object) =>
    (await errorOf(changeVideo(uuid, body))).fields?.map(({ path }) => path);
  expect(await fetchVideo(uuid)).toMatchObject({ isPassword: false });
  expect(await fields({ password: "x".repeat(129) })).toEqual(["password"]);
  expect(await fields({ isPassword: true })).toEqual(["password"]);
  expect(await fields({ isPassword: false, password: "harbour" })).toEqual(["password"]);
  expect(await hashOf()).toBeNull();

  const answer = await changeVideo(uuid, { isPassword: true, password: "harbour-4" });
  expect(answer).toMatchObject({ isPassword: true });
  expect(JSON.stringify(answer)).not.toContain("scrypt");
  expect(JSON.stringify(answer)).not.toContain("harbour-4");
  const first = await hashOf();
  expect(first).toMatch(/^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  await changeVideo(uuid, { title: "Another", isPassword: true });
  expect(await hashOf()).toBe(first);
  await changeVideo(uuid, { password: "harbour-5" });
  expect(await hashOf()).not.toBe(first);
  expect(await changeVideo(uuid, { isPassword: false })).toMatchObject({ isPassword: false });
  expect(await hashOf()).toBeNull();
  const { rows } = await sql`SELECT * FROM logs`.execute(api.database.db);
  expect(JSON.stringify(rows)).not.toMatch(/harbour-|scrypt/);
  await changeVideo(uuid, { password: "harbour-6" });
  expect(await changeVideo(uuid, { password: null })).toMatchObject({ isPassword: false });
});

test("a save with an old revision is refused, and upload progress does not raise the revision", async () => {
  const uuid = await addVideo(api, editor);
  const { revision } = await fetchVideo(uuid);
  await changeVideo(uuid, { uploadingPercent: 40, uploadingETA: 3 });
  expect((await fetchVideo(uuid)).revision).toBe(revision);
  const first = await changeVideo(uuid, { title: "First", revision });
  expect(first.revision).toBe(revision + 1);
  const late = [
    changeVideo(uuid, { title: "Second", revision }),
    changeVideo(uuid, { isPassword: true, password: "harbour-7", revision }),
    editor.call(routes.setChapters, { ...buildParams(uuid), body: { chapters: [], revision } }),
    editor.call(routes.setDownload, { ...buildParams(uuid), body: { download: true, revision } }),
    editor.call(routes.planDeletion, { ...buildParams(uuid), body: { deleteDate: "", revision } }),
    editor.call(routes.setRepresentations, { ...buildParams(uuid), body: { firstPass: true, revision } }),
  ];
  expect(await Promise.all(late.map(codeOf))).toEqual(late.map(() => "edit_conflict"));
  expect(await fetchVideo(uuid)).toMatchObject({
    title: "First",
    isPassword: false,
    revision: first.revision,
  });
  await changeInBulk({ action: "addTags", uuids: [uuid], tags: ["sea"] });
  expect(await codeOf(changeVideo(uuid, { tags: [], revision: first.revision }))).toBe("edit_conflict");
  const both = [1, 2].map((n) => changeVideo(uuid, { description: `${n}`, revision: first.revision + 1 }));
  const ends = await Promise.allSettled(both);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await changeVideo(uuid, { title: "Whatever there is" })).toMatchObject({
    title: "Whatever there is",
  });
});

test("the api returns the thumbnail address and the embed code of a video", async () => {
  const uuid = await addVideo(api, editor, { title: 'Sea & "shore"' });
  const { thumbnail } = await editor.call(routes.getThumbnail, buildParams(uuid));
  expect(thumbnail).toContain(`/thumbnails/${uuid}`);
  const player = await editor.call(routes.getPlayer, buildParams(uuid));
  expect(player.embedUrl).toBe(`http://127.0.0.1:8081/embed/${uuid}`);
  expect(player.directUrl).toBe(`http://127.0.0.1:8081/v/${uuid}`);
  expect(player.iframe).toMatch(/^<iframe src="[^"]+" title="Sea &amp; &quot;shore&quot;" style="width:100%/);
  expect(await codeOf(outsider.call(routes.getPlayer, buildParams(uuid)))).toBe("video_not_found");
  expect(await codeOf(outsider.call(routes.getThumbnail, buildParams(uuid)))).toBe("video_not_found");
});

test("only editors of the client and administrators who view it get a short-lived pass to preview a video", async () => {
  const owner = await api.addUser(["editor"]);
  const uuid = await addVideo(api, owner);
  const askedAtMs = Date.now();
  const { pass, expiresAt } = await owner.call(routes.getOwnerPass, buildParams(uuid));
  const read = readOwnerPass(pass, api.env.INTERNAL_SECRET ?? "");
  expect(read).toEqual({ uuid, userUuid: owner.userUuid, expiresAtMs: Date.parse(expiresAt) });
  expect(Date.parse(expiresAt) - askedAtMs).toBeLessThanOrEqual(OWNER_PASS_LIFETIME_MS + 1_000);
  const reader = await api.addUser(["readAnalytics"], { clientOf: owner });
  const admin = await api.addUser(["admin"]);
  expect(await codeOf(outsider.call(routes.getOwnerPass, buildParams(uuid)))).toBe("video_not_found");
  expect(await codeOf(reader.call(routes.getOwnerPass, buildParams(uuid)))).toBe("forbidden");
  expect(await codeOf(admin.call(routes.getOwnerPass, buildParams(uuid)))).toBe("video_not_found");
  expect(await codeOf(viewAs(api, admin, owner.clientUuid)(routes.getOwnerPass, buildParams(uuid)))).toBe(
    "success",
  );
  await changeInBulk({ action: "delete", uuids: [uuid] }, owner);
  expect(await codeOf(owner.call(routes.getOwnerPass, buildParams(uuid)))).toBe("video_not_found");
});

test("changed encoding parameters restart the encoding, and are refused during an encoding", async () => {
  const uuid = await addVideo(api, editor);
  const set = (body: object, user = editor) =>
    user.call(routes.setRepresentations, { ...buildParams(uuid), body });
  const inputQualities = [{ bitrate: 800, resolution: { width: 640, height: 360 }, FPS: 25 }];
  expect(await codeOf(set({ firstPass: true }, outsider))).toBe("video_not_found");
  expect((await errorOf(set({ inputQualities: ["best"] }))).fields?.[0]?.path).toMatch(/^inputQualities/);
  const changed = await set({ inputQualities, firstPass: true });
  expect(changed).toMatchObject({
    encodingStatus: "restart",
    inputQualities,
    firstPass: true,
    playable: false,
  });
  expect(await listJobs(api, uuid)).toMatchObject([{ name: "open-video", generation: 2 }]);
  expect(await codeOf(set({ encoding: "passthrough" }))).toBe("illegal_transition");
  expect(await fetchVideo(uuid)).toMatchObject({ encoding: "encoding" });
});

test("PUT of a video restarts its encoding only if the encoding parameters really differ", async () => {
  const inputQualities = [
    { bitrate: 800, resolution: { width: 640, height: 360 }, FPS: 25 },
    { bitrate: 400, resolution: { width: 320, height: 180 }, FPS: 25 },
  ];
  const uuid = await addVideo(api, editor);
  const { title, description, tags, firstPass, encoding, inputQualities: before } = await fetchVideo(uuid);
  const whole = { title, description, tags, firstPass, encoding, inputQualities: before };
  expect(await changeVideo(uuid, { ...whole, title: "Renamed" })).toMatchObject({
    encodingStatus: "encoded",
  });
  expect(await listJobs(api, uuid)).toEqual([]);
  expect(await changeVideo(uuid, { ...whole, inputQualities })).toMatchObject({
    encodingStatus: "restart",
    inputQualities,
    playable: false,
  });
  expect(await listJobs(api, uuid)).toMatchObject([{ name: "open-video", generation: 2 }]);
  // The same qualities again, while they are being encoded, are no change, in any order; other qualities would have to wait.
  const inOtherOrder = inputQualities.toReversed();
  for (const same of [inOtherOrder, inputQualities])
    expect(await changeVideo(uuid, { ...whole, inputQualities: same })).toMatchObject({
      encodingStatus: "restart",
    });
  expect(await codeOf(changeVideo(uuid, { ...whole, title: "Lost" }))).toBe("illegal_transition");
  expect(await fetchVideo(uuid)).toMatchObject({ title, inputQualities });
});

test("encoding parameters changed before a file can be opened apply to its first encoding", async () => {
  const uuid = await addVideo(api, editor, { status: "uploading", open_at_bytes: 1 });
  expect(await changeVideo(uuid, { firstPass: true })).toMatchObject({
    encodingStatus: "uploading",
    firstPass: true,
  });
  expect(await listJobs(api, uuid)).toEqual([]);
});

test("accelerating a video raises the priority of its waiting and future jobs", async () => {
  const uuid = await addVideo(api, editor, { status: "segmented" });
  await addJob(api, "encode-piece", uuid);
  const [before] = await listJobs(api, uuid);
  expect(await editor.call(routes.accelerate, buildParams(uuid))).toMatchObject({ isAccelerated: true });
  await editor.call(routes.accelerate, buildParams(uuid));
  const [queued] = await listJobs(api, uuid);
  expect(queued?.priority).toBeGreaterThan(1_000 + (before?.priority ?? 0));
  await editor.call(routes.stopEncoding, buildParams(uuid));
  await editor.call(routes.restartEncoding, buildParams(uuid));
  const [opening] = await listJobs(api, uuid);
  expect(opening?.priority).toBeGreaterThan(10_000);
  expect(await editor.call(routes.decelerate, buildParams(uuid))).toMatchObject({ isAccelerated: false });
  expect((await listJobs(api, uuid))[0]?.priority).toBe(1_000);
  expect(await codeOf(outsider.call(routes.accelerate, buildParams(uuid)))).toBe("video_not_found");
});

test("chapters are sorted, must lie within the video, and reach players", async () => {
  const uuid = await addVideo(api, editor, { duration_sec: 100 });
  const set = (chapters: unknown, user = editor) =>
    user.call(routes.setChapters, { ...buildParams(uuid), body: { chapters: chapters as never } });
  const [intro, end] = [
    { start: 0, title: "Intro" },
    { start: 100, title: "End" },
  ];
  expect(await set([end, intro])).toEqual({ chapters: [intro, end] });
  expect((await findDescriptor(api, uuid))?.chapters).toEqual([
    { startSec: 0, title: "Intro" },
    { startSec: 100, title: "End" },
  ]);
  const fields = async (chapters: unknown) => (await errorOf(set(chapters))).fields?.map(({ path }) => path);
  expect(await fields([intro, { start: 100.1, title: "Late" }, { start: 200, title: "Later" }])).toEqual([
    "chapters.1.start",
    "chapters.2.start",
  ]);
  expect(
    await fields([
      { start: -1, title: "" },
      { start: "one", title: "x" },
    ]),
  ).toEqual(["chapters.0.start", "chapters.0.title", "chapters.1.start"]);
  expect(await fields([intro, intro])).toEqual(["chapters"]);
  expect((await fetchVideo(uuid)).chapters).toEqual([intro, end]);
  expect(await codeOf(set([], outsider))).toBe("video_not_found");
  expect(await set([])).toEqual({ chapters: [] });
  const unknown = await addVideo(api, editor, { duration_sec: null, status: "waiting_for_encoding" });
  const body = { chapters: [{ start: 5_000, title: "Far" }] };
  expect(await editor.call(routes.setChapters, { ...buildParams(unknown), body })).toEqual(body);
});

async function sendFile(
  uuid: string,
  content: string | Uint8Array<ArrayBuffer>,
  field = "video",
  user = editor,
) {
  const body = new FormData();
  body.set(field, new Blob([content]), "chapters.txt");
  const headers = { authorization: `Bearer ${user.credential}` };
  const path = fillPath(routes.importChapters.path, { id: uuid });
  const response = await fetch(api.url + path, { method: "PUT", headers, body });
  return {
    status: response.status,
    ...((await response.json()) as { code?: string; chapters?: unknown; fields?: object[] }),
  };
}

test("a chapters file replaces the chapters, and each faulty line is reported", async () => {
  const uuid = await addVideo(api, editor, { duration_sec: 100 });
  const chapters = [
    { start: 0, title: "Intro" },
    { start: 65, title: "La mer" },
  ];
  expect(await sendFile(uuid, "1:05 La mer\n0:00 Intro")).toEqual({ status: 200, chapters });
  const wrong = await sendFile(uuid, "0:00 Intro\nnothing\n1:05 La mer\n2:00 Late\n");
  expect(wrong).toMatchObject({ status: 400, code: "chapters_file_unreadable" });
  expect(wrong.fields).toEqual([
    { path: "lines.2", reason: "is not a time and a title" },
    { path: "lines.4", reason: "is after the end of the video (100 s)" },
  ]);
  expect((await sendFile(uuid, "")).fields).toEqual([{ path: "video", reason: "contains no chapters" }]);
  expect((await fetchVideo(uuid)).chapters).toEqual(chapters);
  expect(await sendFile(uuid, "0:00 x", "file")).toMatchObject({ status: 400, fields: [{ path: "video" }] });
  expect((await sendFile(uuid, "a".repeat(MAX_CHAPTERS_FILE_BYTES + 1))).status).toBe(413);
  expect((await sendFile(uuid, "0:00 x", "video", outsider)).code).toBe("video_not_found");
  const headers = { authorization: `Bearer ${editor.credential}`, "content-type": "application/json" };
  const path = fillPath(routes.importChapters.path, { id: uuid });
  expect((await fetch(api.url + path, { method: "PUT", headers, body: "{}" })).status).toBe(415);
});

test.each(["vtt", "txt", "csv"])("chapters exported as %s can be imported again", async (format) => {
  const chapters = [
    { start: 0, title: 'Intro, "live"' },
    { start: 65.5, title: "Été <b>" },
  ];
  const uuid = await addVideo(api, editor, { chapters: JSON.stringify(chapters) });
  const path = `${fillPath(routes.exportChapters.path, { id: uuid })}?format=${format}`;
  const fetchAs = (user: TestUser) =>
    fetch(api.url + path, { headers: { authorization: `Bearer ${user.credential}` } });
  const file = await fetchAs(editor);
  expect(file.headers.get("content-disposition")).toBe(`attachment; filename="chapters-${uuid}.${format}"`);
  expect(file.headers.get("content-type")).toMatch(/^text\/(vtt|plain|csv); charset=utf-8$/);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(await sendFile(uuid, bytes)).toEqual({ status: 200, chapters });
  expect((await fetchAs(outsider)).status).toBe(404);
  expect(
    (await fetch(`${api.url}${path}x`, { headers: { authorization: `Bearer ${editor.credential}` } })).status,
  ).toBe(400);
});

test("a bulk action changes all videos that allow it and lists the others", async () => {
  const [encoded, working, deleted] = [
    await addVideo(api, editor, { tags: ["a", "b"] }),
    await addVideo(api, editor, { status: "segmented" }),
    await addVideo(api, editor, { is_deleted: true, delete_at: new Date() }),
  ];
  const [foreign, unknown] = [await addVideo(api, outsider), crypto.randomUUID()];
  const uuids = [encoded, working, deleted, foreign, unknown, encoded.toUpperCase()];
  const notFound = [foreign, unknown].map((uuid) => ({ uuid, code: "video_not_found" }));
  const refused = (...own: string[]) =>
    expect.arrayContaining([...notFound, ...own.map((uuid) => ({ uuid, code: "illegal_transition" }))]);

  const page = await listenAs(api, editor);
  expect(await changeInBulk({ action: "addTags", uuids, tags: ["b", "c", "c"] })).toEqual({
    changed: 3,
    refused: notFound,
  });
  expect((await fetchVideo(encoded)).tags).toEqual(["a", "b", "c"]);
  for (const uuid of [encoded, working, deleted])
    expect(await page.next("video.changed", uuid)).toEqual({ uuid, isNew: false });
  page.close();
  expect(await changeInBulk({ action: "removeTags", uuids, tags: ["a", "z"] })).toMatchObject({ changed: 3 });
  expect((await fetchVideo(encoded)).tags).toEqual(["b", "c"]);
  const many = Array.from({ length: 99 }, (_, index) => `tag ${index}`);
  expect(await changeInBulk({ action: "addTags", uuids: [encoded], tags: many })).toEqual({
    changed: 0,
    refused: [{ uuid: encoded, code: "bad_request" }],
  });

  const deleteDate = new Date(Date.now() + 3_600_000).toISOString();
  const planned = await changeInBulk({ action: "planDeletion", uuids, deleteDate });
  expect(planned).toEqual({ changed: 2, refused: refused(deleted) });
  expect(await fetchVideo(encoded)).toMatchObject({ deleteDate });
  await changeInBulk({ action: "planDeletion", uuids: [encoded], deleteDate: null });
  expect(await fetchVideo(encoded)).toMatchObject({ deleteDate: null });

  expect(await changeInBulk({ action: "restart", uuids })).toEqual({
    changed: 1,
    refused: refused(working, deleted),
  });
  expect(await listJobs(api, encoded)).toMatchObject([{ name: "open-video", generation: 2 }]);

  expect(await changeInBulk({ action: "delete", uuids })).toEqual({ changed: 3, refused: notFound });
  expect(await fetchVideo(working)).toMatchObject({ isDeleted: true });
  expect(await codeOf(fetchVideo(encoded))).toBe("video_not_found");
  const trash = await editor.call(routes.listTrash, { query: {} });
  expect(trash._embedded.map(({ video }) => video.uuid)).toEqual([encoded]);
  expect(await findDescriptor(api, foreign)).toMatchObject({ state: "playable" });
});

test("an invalid bulk action is refused with its field", async () => {
  const uuids = [crypto.randomUUID()];
  const fields = async (body: object) =>
    (await errorOf(changeInBulk(body as BulkAction))).fields?.map(({ path }) => path);
  expect(await fields({ action: "rename", uuids })).toEqual(["action"]);
  expect(await fields({ action: "delete", uuids: [] })).toEqual(["uuids"]);
  expect(await fields({ action: "delete", uuids: ["x"] })).toEqual(["uuids.0"]);
  expect(await fields({ action: "addTags", uuids, tags: ["|:|", "a".repeat(10_000)] })).toEqual([
    "tags.0",
    "tags.1",
  ]);
  expect(await fields({ action: "planDeletion", uuids, deleteDate: "soon" })).toEqual(["deleteDate"]);
  const tooMany = Array.from({ length: MAX_BULK_VIDEOS + 1 }, () => crypto.randomUUID());
  expect(await fields({ action: "delete", uuids: tooMany })).toEqual(["uuids"]);
});

test("a bulk action can change the maximum number of videos", async () => {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO videos (client_uuid, user_uuid, title, status, input_qualities, size_bytes, chunk_count, contiguous_chunks)
    SELECT ${editor.clientUuid}, ${editor.userUuid}, 'Many ' || n, 'encoded', '"shoalOptimization"', 1, 1, 1
    FROM generate_series(1, ${MAX_BULK_VIDEOS}) AS n RETURNING uuid`.execute(api.database.db);
  const uuids = rows.map(({ uuid }) => uuid);
  const deleteDate = new Date(Date.now() + 3_600_000).toISOString();
  const actions: BulkAction[] = [
    { action: "addTags", uuids, tags: ["many"] },
    { action: "removeTags", uuids, tags: ["many"] },
    { action: "restart", uuids },
    { action: "planDeletion", uuids, deleteDate },
    { action: "delete", uuids },
  ];
  for (const action of actions)
    expect(await changeInBulk(action)).toEqual({ changed: MAX_BULK_VIDEOS, refused: [] });
  const { _size } = await editor.call(routes.listVideos, { query: { pagesize: 0, search: "many" } });
  expect(_size).toBe(MAX_BULK_VIDEOS);
});
