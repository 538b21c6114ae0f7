import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { routes, type SceneListView } from "@shoal/contract";
import type { JobResult } from "@shoal/contract/jobs";
import { type EncodePlan, SegmentIndex, type TrackOutput } from "@shoal/contract/stored-data";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { queueResult } from "../../../testing/queued-jobs.ts";
import { addVideo, findDescriptor, listJobs } from "../../../testing/video-harness.ts";
import { createEncodingsRepository } from "../encoding/index.ts";

let api: TestApi;
let editor: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await addOffered(["editor"]);
  outsider = await addOffered(["editor"]);
});
afterAll(() => api.close());

async function addOffered(roles: Parameters<TestApi["addUser"]>[0]): Promise<TestUser> {
  const user = await api.addUser(roles);
  await api.database.db
    .updateTable("clients")
    .set({ scenelist: true })
    .where("uuid", "=", user.clientUuid)
    .execute();
  return user;
}

const sampleRange = (object: string) => ({ object, offset: 0, length: 100, sha256: object });
const createOutput = (trackId: string, folder: string, count: number): TrackOutput => ({
  trackId,
  codecs: trackId.startsWith("a") ? "mp4a.40.2" : "avc1.64001f",
  init: sampleRange(`${folder}/init`),
  segments: Array.from({ length: count }, (_, number) => ({
    ...sampleRange(`${folder}/${trackId}`),

    number,
    startSec: number * 4,
    durationSec: 4,
  })),
});
const sampleRung = (id: string, width: number, height: number) => ({
  id,
  width,
  height,
  mode: "encode",
  fps: { num: 25, den: 1 },
  crf: 23,
  maxBitrateKbps: 900,
});
const sampleAudio = (sampleRateHz: number) => ({
  id: "a0",
  mode: "copy",
  streamIndex: 1,
  channels: 2,
  sampleRateHz,
  bitrateKbps: 128,

  language: "en",
  title: "",
});
const MEDIA_INFO = {
  container: "mp4",
  durationSec: 20,
  startSec: 0,
  sizeBytes: 1,
  bitrateKbps: 1,
  audio: [],
  isFaststart: true,
  video: {
    streamIndex: 0,
    codec: "h264",
    width: 640,
    height: 360,
    fps: { num: 25, den: 1 },
    rotationDeg: 0,

    isVariableFrameRate: false,
    isInterlaced: false,
    isHdr: false,
    pixelFormat: "yuv420p",
    frameCount: 500,
  },
};

interface EncodedOptions {
  rungs?: ReturnType<typeof sampleRung>[];
  /** The sample rate; 0 for a video without audio. */
  soundHz?: number;
  columns?: object;
}

/** Adds an encoded video of 20 s in two rungs, with a file in the folder of its media. */
async function addEncoded(title: string, options: EncodedOptions = {}): Promise<string> {
  const {
    rungs = [sampleRung("v0", 640, 360), sampleRung("v1", 1280, 720)],
    soundHz = 48_000,
    columns,
  } = options;
  const uuid = await addVideo(api, editor, { title, duration_sec: 20, ...columns });
  const audio = soundHz > 0 ? [sampleAudio(soundHz)] : [];
  const piece = { index: 0, segmentFrom: 0, segmentTo: 5, startSec: 0, endSec: 20, sourceEndByte: 0 };
  const plan = {
    version: 1,
    info: MEDIA_INFO,
    rungs,
    audio,
    segmentStartsSec: [0, 20],
    gopFrames: 50,
    pieces: [piece],
    firstRungId: "v0",
  } as EncodePlan;
  const ids = [...rungs, ...audio].map(({ id }) => id);
  const tracks = ids.map((id) => ({ id, kind: id === "a0" ? "audio" : "video", indexObject: `x/${id}` }));
  const encodings = createEncodingsRepository(api.database.db);
  await encodings.updateEncoding(uuid, 1, { plan: JSON.stringify(plan), tracks: JSON.stringify(tracks) });
  const outputs = ids.map((id) => createOutput(id, `videos/${uuid}/1`, 5));
  await encodings.addOutput({ uuid, generation: 1, job: "encode-piece", pieceIndex: 0 }, outputs);
  await mkdir(folderOf(uuid), { recursive: true });
  await writeFile(join(folderOf(uuid), "bytes"), "media");
  return uuid;
}

test("scenes and lists show the thumbnail of their video until they have one of their own", async () => {
  const uuid = await addEncoded("Harbour");
  await createEncodingsRepository(api.database.db).updateEncoding(uuid, 1, {
    thumbnail_object: "x/frame.jpg",
  });
  const scene = { video: uuid, name: "Pier", in: 1, out: 5 };
  const made = await editor.call(routes.createSceneList, {
    body: { title: "Best of", scenes: [scene] } as never,
  });
  const { manifest } = await editor.call(routes.getVideo, { params: { id: uuid } });
  expect(manifest.thumbnail).toContain(uuid);
  expect([made.thumbnail, made.scenes[0]?.thumbnail]).toEqual([manifest.thumbnail, manifest.thumbnail]);
  const { _embedded } = await editor.call(routes.listSceneLists, { query: {} });
  expect(_embedded.find((list) => list.uuid === made.uuid)?.thumbnail).toBe(manifest.thumbnail);
});

const folderOf = (uuid: string, generation = 1) =>
  join(api.folder, "media", "videos", uuid, String(generation));
const objectExists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
const buildParams = (id: string) => ({ params: { id } });
const wholeScene = (video: string, name?: string) => ({ video, in: 0, out: 20, ...(name ? { name } : {}) });
const createList = (scenes: object[], user = editor, fields: object = {}) =>
  user.call(routes.createSceneList, { body: { title: "A day", ...fields, scenes } as never });
const readSceneList = (uuid: string) => editor.call(routes.getSceneList, buildParams(uuid));
async function changeSceneList(list: Pick<SceneListView, "uuid">, body: object): Promise<SceneListView> {
  const { revision } = await readSceneList(list.uuid);
  return editor.call(routes.updateSceneList, {
    ...buildParams(list.uuid),
    body: { revision, ...body } as never,
  });
}
/** Waits until viewers see the current list. */
async function waitUntilReady(uuid: string): Promise<SceneListView> {
  await eventually(async () => expect((await readSceneList(uuid)).state).toBe("ready"));
  return readSceneList(uuid);
}
async function mediaOf(listUuid: string) {
  const { rows } = await sql<{ uuid: string; origin: string; in_sec: number }>`
    SELECT video_uuid AS uuid, origin_uuid AS origin, in_sec FROM scene_media WHERE list_uuid = ${listUuid} ORDER BY in_sec, video_uuid`.execute(
    api.database.db,
  );
  return rows;
}
async function indexOf(listUuid: string, trackId: string): Promise<SegmentIndex> {
  const descriptor = await findDescriptor(api, listUuid);
  const track = descriptor?.tracks.find(({ id }) => id === trackId);
  const bytes = await readFile(join(api.folder, "media", track?.indexObject ?? ""));
  return SegmentIndex.parse(JSON.parse(bytes.toString()));
}

/** Reports a job's result as a worker would. */
const reportResult = (result: JobResult) => queueResult(api.database.db, result);
/** Reports every job of a scene's media as done: 8 s in two segments. */
async function finishMedia(mediaUuid: string): Promise<void> {
  const base = { videoUuid: mediaUuid, generation: 1 };
  const made = (id: string) => createOutput(id, `videos/${mediaUuid}/1`, 2);
  const piece = { type: "piece", job: "encode-piece", ...base } as const;
  await reportResult({ ...piece, pieceIndex: 0, outputs: [made("v0")] });
  await reportResult({ ...piece, pieceIndex: 1, outputs: [made("v1")] });
  await reportResult({ type: "audio", ...base, outputs: [made("a0")] });
}
const listJobNames = async (uuid: string) => (await listJobs(api, uuid)).map(({ name }) => name);

test("a list of whole videos plays as one video without encoding any video or audio", async () => {
  const small = [sampleRung("v0", 426, 240)];
  const [sea, land] = [await addEncoded("Sea"), await addEncoded("Land", { rungs: small })];
  const made = await createList([wholeScene(sea, "Morning"), wholeScene(land), wholeScene(sea, "Night")]);
  expect(made).toMatchObject({ title: "A day", sceneCount: 3, duration: 60, revision: 1 });
  const list = await waitUntilReady(made.uuid);
  expect(list.scenes.map(({ name, state, video }) => [name, state, video])).toEqual([
    ["Morning", "ready", sea],
    ["Land", "ready", land],
    ["Night", "ready", sea],
  ]);
  const media = await mediaOf(made.uuid);
  expect(media).toHaveLength(2);
  for (const { uuid } of media) expect(await listJobNames(uuid)).toEqual(["make-storyboard"]);
  const descriptor = await findDescriptor(api, made.uuid);
  expect(descriptor).toMatchObject({ state: "playable", isEnded: true, durationSec: 60 });
  expect(descriptor?.chapters.map(({ startSec, title }) => [startSec, title])).toEqual([
    [0, "Morning"],
    [20, "Land"],
    [40, "Night"],
  ]);
  expect(descriptor?.tracks.map(({ id, height }) => [id, height])).toEqual([
    ["v0", 240],
    ["v1", 720],
    ["a0", null],
  ]);
  const { segments } = await indexOf(made.uuid, "v1");
  expect(segments.map(({ object }) => object.split("/").at(1))).toEqual(
    [sea, land, sea].flatMap((uuid) => Array.from({ length: 5 }, () => uuid)),
  );
});

test("a list has the thumbnail of its first scene, even if it becomes ready after the media", async () => {
  const made = await createList([wholeScene(await addEncoded("Late frames"))]);
  await waitUntilReady(made.uuid);
  const [scene] = await mediaOf(made.uuid);
  const videoUuid = scene?.uuid ?? "";
  const folder = folderOf(videoUuid);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "frames.vtt"), "WEBVTT\n");
  const objects = {
    thumbnailObject: `videos/${videoUuid}/1/frame.jpg`,
    vttObject: `videos/${videoUuid}/1/frames.vtt`,
  };
  await reportResult({
    type: "storyboard",
    videoUuid,
    generation: 1,
    ...objects,
    sprites: [],
    isWhole: true,
  });
  await eventually(async () => expect((await readSceneList(made.uuid)).thumbnail).toContain(made.uuid));
});

test("scene lists and scenes do not appear as videos in lists, counts or calls", async () => {
  const user = await addOffered(["manager"]);
  const { videoCount } = await user.call(routes.getStorage, {});
  const video = await addEncoded("Alone", { columns: { client_uuid: user.clientUuid } });
  const list = await createList([wholeScene(video)], user);
  const [media] = await mediaOf(list.uuid);
  const { _embedded, _size } = await user.call(routes.listVideos, { query: {} });
  expect([_size, _embedded.map(({ uuid }) => uuid)]).toEqual([1, [video]]);
  expect((await user.call(routes.getStorage, {})).videoCount).toBe(videoCount + 1);
  expect((await user.call(routes.listTags, { query: {} })) as unknown).toEqual([]);
  for (const uuid of [list.uuid, media?.uuid ?? ""]) {
    expect(await codeOf(user.call(routes.getVideo, buildParams(uuid)))).toBe("video_not_found");
    expect(await codeOf(user.call(routes.deleteVideo, buildParams(uuid)))).toBe("video_not_found");
    expect(await codeOf(createList([wholeScene(uuid)], user))).toBe("video_not_found");
  }
});

test("a part of a video is made by the jobs of a cut, and viewers see the previous list until it is ready", async () => {
  const [sea, mute] = [await addEncoded("Sea"), await addEncoded("Mute", { soundHz: 0 })];
  const list = await createList([wholeScene(sea)]);
  const before = await waitUntilReady(list.uuid);
  const seen = await findDescriptor(api, list.uuid);
  const part = { video: mute, in: 4, out: 12, name: "Part" };
  expect(await changeSceneList(list, { scenes: [part, wholeScene(sea)] })).toMatchObject({
    state: "updating",
    playable: true,
    sceneCount: 2,
    readyCount: 1,
    duration: 28,
  });
  const media = (await mediaOf(list.uuid)).find(({ origin }) => origin === mute)?.uuid ?? "";
  expect(await listJobNames(media)).toEqual(["cut-video", "cut-audio"]);
  expect(await findDescriptor(api, list.uuid)).toMatchObject({
    generation: seen?.generation,
    chapters: [{ title: "Sea" }],
  });
  await finishMedia(media);
  const after = await waitUntilReady(list.uuid);
  const now = await findDescriptor(api, list.uuid);
  expect(now?.generation).toBe((seen?.generation ?? 0) + 1);
  expect(now?.chapters.map(({ startSec, title }) => [startSec, title])).toEqual([
    [0, "Part"],
    [8, "Sea"],
  ]);
  expect(after.revision).toBe(before.revision + 1);
  const { segments } = await indexOf(list.uuid, "a0");
  expect(segments.map(({ startSec, isSeam }) => [startSec, isSeam ?? false]).slice(1, 4)).toEqual([
    [4, false],
    [8, true],
    [12, false],
  ]);
  await eventually(async () => expect(await objectExists(folderOf(list.uuid, seen?.generation))).toBe(false));
});

test("reordering and renaming keeps the media, and removing a scene removes them", async () => {
  const [sea, land] = [await addEncoded("Sea"), await addEncoded("Land")];
  const list = await createList([wholeScene(sea, "One"), wholeScene(land, "Two")]);
  await waitUntilReady(list.uuid);
  const media = await mediaOf(list.uuid);
  const { generation } = (await findDescriptor(api, list.uuid)) ?? {};
  await changeSceneList(list, {
    title: "Renamed",
    scenes: [wholeScene(sea, "First"), wholeScene(land, "Two")],
  });
  expect(await findDescriptor(api, list.uuid)).toMatchObject({
    generation,
    title: "Renamed",
    chapters: [{ title: "First" }, { title: "Two" }],
  });
  await changeSceneList(list, { scenes: [wholeScene(land, "Two"), wholeScene(sea, "First")] });
  const reordered = await waitUntilReady(list.uuid);
  expect(reordered.scenes.map(({ name }) => name)).toEqual(["Two", "First"]);
  expect(await mediaOf(list.uuid)).toEqual(media);
  await changeSceneList(list, { scenes: [wholeScene(land, "Two")] });
  await waitUntilReady(list.uuid);
  expect((await mediaOf(list.uuid)).map(({ origin }) => origin)).toEqual([land]);
});

test("a change is refused if someone else has changed the object in the meantime", async () => {
  const list = await createList([wholeScene(await addEncoded("Sea"))]);
  const first = { revision: list.revision, title: "Mine" };
  await editor.call(routes.updateSceneList, { ...buildParams(list.uuid), body: first });
  const second = { revision: list.revision, title: "Theirs" };
  expect(await codeOf(editor.call(routes.updateSceneList, { ...buildParams(list.uuid), body: second }))).toBe(
    "edit_conflict",
  );
  expect((await readSceneList(list.uuid)).title).toBe("Mine");
});

test("an error names every invalid scene by its position and field", async () => {
  const good = await addEncoded("Good");
  const growing = await addEncoded("Growing", { columns: { status: "segmented" } });
  const deleted = await addEncoded("Deleted", { columns: { is_deleted: true } });
  const trashed = await addEncoded("Trashed", { columns: { trashed_at: new Date() } });
  const foreign = await addVideo(api, outsider);
  const fault = async (scenes: object[]) => {
    const { code, fields } = await errorOf(createList(scenes));
    return [code, fields?.map(({ path }) => path)];
  };
  expect(
    await fault([wholeScene(good), { video: good, in: 3, out: 3 }, { video: good, in: 21, out: 22 }]),
  ).toEqual(["bad_request", ["scenes.1.out", "scenes.2.in", "scenes.2.out"]]);
  expect(
    await fault([wholeScene(good), wholeScene(foreign), wholeScene(trashed), wholeScene(growing)]),
  ).toEqual(["video_not_found", ["scenes.1.video", "scenes.2.video", "scenes.3.video"]]);
  expect(await fault([wholeScene(deleted), wholeScene(good), wholeScene(growing)])).toEqual([
    "illegal_transition",
    ["scenes.0.video", "scenes.2.video"],
  ]);
  expect(await fault([])).toEqual(["bad_request", ["scenes"]]);
  expect(await fault(Array.from({ length: 201 }, () => wholeScene(good)))).toEqual([
    "bad_request",
    ["scenes"],
  ]);
  const lists = await editor.call(routes.listSceneLists, { query: { search: "A day", pagesize: 0 } });
  await errorOf(createList([wholeScene(foreign)]));
  expect(await editor.call(routes.listSceneLists, { query: { search: "A day", pagesize: 0 } })).toEqual(
    lists,
  );
});

test("a list that lasts longer than a day is refused", async () => {
  const long = await addEncoded("Long");
  const hours = Array.from({ length: 1_000 }, (_, number) => ({
    number,
    startSec: number * 4,
    durationSec: 4,
  }));
  const outputs = ["v0", "v1", "a0"].map((id) => ({
    ...createOutput(id, "long", 0),
    segments: hours.map((place) => ({ ...sampleRange("long"), ...place })),
  }));
  await sql`UPDATE encoding_outputs SET outputs = ${JSON.stringify(outputs)}::jsonb WHERE video_uuid = ${long}`.execute(
    api.database.db,
  );
  const scenes = Array.from({ length: 22 }, () => ({ video: long, in: 0, out: 4_000 }));
  expect((await errorOf(createList(scenes))).fields?.map(({ path }) => path)).toEqual(["scenes"]);
});

test("a list with a scene of a deleted video is closed, and the scene can be moved and renamed but not get a new range", async () => {
  const [sea, land] = [await addEncoded("Sea"), await addEncoded("Land")];
  const list = await createList([wholeScene(sea), wholeScene(land)]);
  await waitUntilReady(list.uuid);
  await editor.call(routes.deleteVideo, buildParams(sea));
  await editor.call(routes.deleteFromTrash, buildParams(sea));
  await eventually(async () =>
    expect(await api.database.db.selectFrom("kept_media").selectAll().execute()).toHaveLength(1),
  );
  expect(await objectExists(join(folderOf(sea), "bytes"))).toBe(true);
  await changeSceneList(list, { scenes: [wholeScene(land), wholeScene(sea, "Kept")] });
  const moved = await waitUntilReady(list.uuid);
  expect(moved.scenes.map(({ name, isVideoThere, videoTitle }) => [name, isVideoThere, videoTitle])).toEqual([
    ["Land", true, "Land"],
    ["Kept", false, "Sea"],
  ]);
  expect(await findDescriptor(api, list.uuid)).toMatchObject({ state: "deleted" });
  const { code, fields } = await errorOf(
    changeSceneList(list, { scenes: [wholeScene(land), { video: sea, in: 0, out: 8 }] }),
  );
  expect([code, fields?.map(({ path }) => path)]).toEqual(["video_not_found", ["scenes.1.video"]]);
  await changeSceneList(moved, { scenes: [wholeScene(land)] });
  await eventually(async () =>
    expect(await findDescriptor(api, list.uuid)).toMatchObject({ state: "playable" }),
  );
  await editor.call(routes.deleteSceneList, buildParams(list.uuid));
  expect(await findDescriptor(api, list.uuid)).toBeUndefined();
  await eventually(async () => expect(await objectExists(join(folderOf(sea), "bytes"))).toBe(false));
  expect(await objectExists(join(folderOf(land), "bytes"))).toBe(true);
});

test("a failed scene is reported, viewers keep the previous version, and saving retries it", async () => {
  const [sea, land] = [await addEncoded("Sea"), await addEncoded("Land", { soundHz: 44_100 })];
  const list = await createList([wholeScene(sea)]);
  await waitUntilReady(list.uuid);
  await changeSceneList(list, { scenes: [wholeScene(sea), wholeScene(land)] });
  const mediaUuid = async () => (await mediaOf(list.uuid)).find(({ origin }) => origin === land)?.uuid ?? "";
  const failed = await mediaUuid();
  expect(await listJobNames(failed)).toEqual(["cut-audio"]);
  const fault = { errorType: "encoding_failed", detail: "no" } as const;
  await reportResult({ type: "failed", videoUuid: failed, generation: 1, job: "cut-audio", fault });
  await eventually(async () => expect((await readSceneList(list.uuid)).state).toBe("error"));
  expect(await readSceneList(list.uuid)).toMatchObject({
    playable: true,
    scenes: [{ state: "ready" }, { state: "error", errorType: "encoding_failed" }],
  });
  await changeSceneList(list, { scenes: [wholeScene(sea), wholeScene(land)] });
  const again = await mediaUuid();
  expect(again).not.toBe(failed);
  const sounds = [createOutput("a0", `videos/${again}/1`, 5)];
  await reportResult({ type: "audio", videoUuid: again, generation: 1, outputs: sounds });
  expect(await waitUntilReady(list.uuid)).toMatchObject({ readyCount: 2 });
});

test("a list that a crash left unpublished is published at the next start", async () => {
  const [sea, mute] = [await addEncoded("Sea"), await addEncoded("Mute", { soundHz: 0 })];
  const list = await createList([wholeScene(sea), wholeScene(mute)]);
  const media = (await mediaOf(list.uuid)).find(({ origin }) => origin === mute)?.uuid ?? "";
  await api.restart(async () => {
    const sounds = [createOutput("a0", `videos/${media}/1`, 5)];
    const encodings = createEncodingsRepository(api.database.db);
    await encodings.addOutput({ uuid: media, generation: 1, job: "audio", pieceIndex: 0 }, sounds);
    // The outputs are a minute old, as if the process that should have published them had crashed.
    await sql`UPDATE encodings SET outputs_at = now() - interval '1 minute' WHERE video_uuid = ${media}`.execute(
      api.database.db,
    );
  });
  expect(await waitUntilReady(list.uuid)).toMatchObject({ readyCount: 2, duration: 40 });
});

test("lists can be paged, searched and sorted, and are forbidden to clients without the scene list flag", async () => {
  const user = await addOffered(["editor"]);
  const video = await addEncoded("Own", { columns: { client_uuid: user.clientUuid } });
  for (const title of ["Beach", "alps", "Cliffs"]) await createList([wholeScene(video)], user, { title });
  const titles = async (query: object) => {
    const page = await user.call(routes.listSceneLists, { query: query as never });
    return [page._size, page._embedded.map(({ title }) => title)];
  };
  expect(await titles({})).toEqual([3, ["Cliffs", "alps", "Beach"]]);
  expect(await titles({ sort: { title: 1 }, pagesize: 2 })).toEqual([3, ["alps", "Beach"]]);
  expect(await titles({ sort: { title: 1 }, pagesize: 2, page: 2 })).toEqual([3, ["Cliffs"]]);
  expect(await titles({ search: "EACH" })).toEqual([1, ["Beach"]]);
  const [own] = (await user.call(routes.listSceneLists, { query: {} }))._embedded;
  for (const route of [routes.getSceneList, routes.deleteSceneList])
    expect(await codeOf(outsider.call(route, buildParams(own?.uuid ?? "")))).toBe("scene_list_not_found");
  const unoffered = await api.addUser(["manager"]);
  expect(await codeOf(unoffered.call(routes.listSceneLists, { query: {} }))).toBe("forbidden");
});

test("the picture addresses of a list change with the password of a video in it", async () => {
  const video = await addEncoded("Sea");
  const list = await createList([wholeScene(video)]);
  const lockOf = async () => (await findDescriptor(api, list.uuid))?.pictureLock;
  const before = await lockOf();
  const body = { isPassword: true, password: "Open-sesame" };
  await editor.call(routes.updateVideo, { params: { id: video }, body: body as never });
  expect((await findDescriptor(api, list.uuid))?.passwordHash).toMatch(/^scrypt/);
  expect(await lockOf()).not.toBe(before);
});

test("a list can have a password of its own", async () => {
  const list = await createList([wholeScene(await addEncoded("Sea"))], editor, { password: "Open-sesame" });
  expect(list.isPassword).toBe(true);
  expect((await findDescriptor(api, list.uuid))?.passwordHash).toMatch(/^scrypt/);
  expect(await changeSceneList(list, { isPassword: false })).toMatchObject({ isPassword: false });
});
