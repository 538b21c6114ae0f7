import { mkdir, mkdtemp, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createClient } from "@clickhouse/client";
import { type AppError, type BodyOf, FREE_TIER_BYTES, routes, type VideoView } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { listJobs, reportProgress, reportResult } from "../../../testing/video-harness.ts";

const URL_OF_FILM = "https://me:secret@films.example.org/sea/Harbour%20at%20night.mp4?key=t0ken";
let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

type NewVideo = Partial<BodyOf<typeof routes.createVideo>>;
const announceVideo = (body: NewVideo, user = editor) =>
  user.call(routes.createVideo, { body: { title: "Harbour", ...body } as never });
const readVideo = (id: string) => editor.call(routes.getVideo, { params: { id } });
const fieldsOf = async (promise: Promise<unknown>) =>
  ((await errorOf(promise)) as AppError).fields?.map(({ path }) => path);
const waitUntil = (uuid: string, isReached: (video: VideoView) => boolean) =>
  eventually(async () => {
    const video = await readVideo(uuid);
    return isReached(video) && video;
  });
const sendProgress = (videoUuid: string, available: number, total: number | null, generation = 1) =>
  reportProgress(api, {
    videoUuid,
    generation,
    job: "fetch-source",
    pieceIndex: null,
    fraction: 0,
    bytes: { available, total },
  });
const namesOf = async (uuid: string) => (await listJobs(api, uuid)).map(({ name }) => name);
const findPasswordHash = async (uuid: string) => {
  const query = api.database.db.selectFrom("videos").select("password_hash").where("uuid", "=", uuid);
  return (await query.executeTakeFirstOrThrow()).password_hash;
};

/** Reads all videos and jobs as text. */
async function readVideosAndJobs(): Promise<string> {
  const { rows } = await sql<{ row: unknown }>`
    SELECT to_json(videos) AS row FROM videos UNION ALL SELECT to_json(job) FROM queue.job`.execute(
    api.database.db,
  );
  return JSON.stringify(rows);
}

test("a video is created with its password, and with its client's defaults for missing fields", async () => {
  const qualities = [{ bitrate: 900, resolution: { width: 640, height: 360 }, FPS: 25 }];
  await api.database.db
    .updateTable("clients")
    .set({ default_qualities: JSON.stringify(qualities), default_autoplay: false })
    .where("uuid", "=", editor.clientUuid)
    .execute();
  const { uuid } = await announceVideo({ isPassword: true, password: "sea-1234" });
  const video = await readVideo(uuid);
  expect(video).toMatchObject({ isPassword: true, inputQualities: qualities, autoplay: false });
  expect(await findPasswordHash(uuid)).toMatch(/^scrypt\$/);
  const many = await editor.call(routes.createVideos, {
    body: [
      { title: "One", password: "sea-1234", inputQualities: "shoalOptimization", autoplay: true },
      { title: "Two", isPassword: false },
    ],
  });
  const [one, two] = await Promise.all(many.map((each) => readVideo(each.video.uuid)));
  expect(one).toMatchObject({ isPassword: true, inputQualities: "shoalOptimization", autoplay: true });
  expect(two).toMatchObject({ isPassword: false, autoplay: false });
});

test("a missing password and a URL that is not allowed are refused with their fields", async () => {
  expect(await fieldsOf(announceVideo({ isPassword: true }))).toEqual(["password"]);
  const refused = [
    "http://127.0.0.1/a.mp4",
    "http://2130706433/a.mp4",
    "http://[::ffff:10.0.0.1]/a.mp4",
    "http://169.254.169.254/latest/meta-data",
    "http://films.example.org:22/a.mp4",
    "https://films.example.org/live/master.m3u8",
    "https://films.example.org/manifest.mpd?x=1",
    "ftp://films.example.org/a.mp4",
    "no address",
  ];
  for (const url of refused) expect(await fieldsOf(announceVideo({ url })), url).toEqual(["url"]);
  const list = [{ title: "Good" }, { title: "Bad", url: "http://10.0.0.1/a.mp4", isPassword: true }];
  expect(await fieldsOf(editor.call(routes.createVideos, { body: list }))).toEqual(["1.url", "1.password"]);
});

test("only lives and files with a URL require a title: other files are named after themselves", async () => {
  const send = (body: object) => editor.call(routes.createVideo, { body: body as never });
  expect((await send({ type: "vod", title: "" })).title).toMatch(/^Video_[0-9a-f]{32}$/);
  expect((await send({ originalname: "Harbour tour.final.mp4" })).title).toBe("Harbour tour.final");
  const url = "https://films.example.org/a.mp4";
  for (const body of [{ type: "live" }, { type: "live", title: " " }, { url }])
    expect(await fieldsOf(send(body)), JSON.stringify(body)).toEqual(["title"]);
  const list = [{ type: "vod", title: "Harbour.mp4" }, { originalname: "b.mov" }, { type: "live" }];
  expect(await fieldsOf(editor.call(routes.createVideos, { body: list as never }))).toEqual(["2.title"]);
  const made = await editor.call(routes.createVideos, { body: list.slice(0, 2) as never });
  expect(made.map(({ video: { title, originalname } }) => [title, originalname])).toEqual([
    ["Harbour.mp4", "Harbour.mp4"],
    ["b", "b.mov"],
  ]);
});

test("a video can be created with a form, with JSON in fields that are not text", async () => {
  const send = (fields: Record<string, string | Blob>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const headers = { authorization: `Bearer ${editor.credential}` };
    return fetch(api.url + routes.createVideo.path, { method: "POST", headers, body });
  };
  const answer = await send({
    title: "true",
    type: "vod",
    autoplay: "true",
    firstPass: "false",
    tags: "sea|:|port",
    size: "12",

    isPassword: "true",
    password: "1234567",
    encoding: "passthrough",
    inputQualities: JSON.stringify([{ bitrate: 800, resolution: { width: 640, height: 360 } }]),
  });
  expect(answer.status).toBe(201);
  const { uuid } = (await answer.json()) as { uuid: string };
  expect(await readVideo(uuid)).toMatchObject({
    title: "true",
    autoplay: true,
    firstPass: false,
    tags: ["sea", "port"],
    sizeBytes: 12,

    isPassword: true,
    encoding: "passthrough",
    inputQualities: [{ bitrate: 800, resolution: { width: 640, height: 360 }, FPS: 30 }],
  });
  const wrong = await send({ title: "A", autoplay: "perhaps", extra: "1" });
  const { fields } = (await wrong.json()) as AppError;
  expect(fields?.map(({ path }) => path).toSorted()).toEqual(["autoplay"]);
  expect((await send({ title: "A", video: new Blob(["bytes"]) })).status).toBe(400);
});

test("a free-tier client that delivered 1 TB this month cannot create videos", async () => {
  const user = await api.addUser(["editor"]);
  const clients = api.database.db.updateTable("clients").where("uuid", "=", user.clientUuid);
  await clients.set({ free_tier: true }).execute();
  const { uuid } = await announceVideo({}, user);
  const analytics = createClient({ url: api.clickhouseUrl });
  // The clock is fixed, so that the month of the delivery does not end before the call.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600;
  const sums = { client_uuid: user.clientUuid, video_uuid: uuid, bytes_peer: FREE_TIER_BYTES, version: 1 };
  const insert = (table: string, row: object) =>
    analytics.insert({ table, values: [row], format: "JSONEachRow" });
  // Only bytes measured by edges count; those that players report do not.
  const minuteRow = { ...sums, session_uuid: uuid, minute: hour, bytes_server: FREE_TIER_BYTES };
  await insert("session_minutes", minuteRow);
  await insert("metered_hours", { ...sums, hour, meter: "m", bytes_edge: FREE_TIER_BYTES - 1 });
  await announceVideo({}, user);
  const measured = { ...sums, hour, meter: "m", bytes_edge: FREE_TIER_BYTES };
  await insert("metered_hours", { ...measured, version: 2 });
  await analytics.close();
  await expect(announceVideo({}, user)).rejects.toMatchObject({
    code: "free_tier_exceeded",
    message:
      "Free-tier clients are restricted to 1TB of streaming. Please upgrade your plan or delete a video.",
  });
  expect(await codeOf(announceVideo({ url: URL_OF_FILM }, user))).toBe("free_tier_exceeded");
  expect(await codeOf(user.call(routes.createVideos, { body: [{ title: "A" }] }))).toBe("free_tier_exceeded");
  await clients.set({ free_tier: false }).execute();
  await announceVideo({}, user);
});

test("a video with a URL is fetched by a worker, listed as an upload and encoded once complete", async () => {
  const { uuid } = await announceVideo({ url: URL_OF_FILM });
  expect(await readVideo(uuid)).toMatchObject({
    encodingStatus: "uploading",
    originalname: "Harbour at night.mp4",
    sourceUrl: "https://films.example.org/sea/Harbour%20at%20night.mp4",
  });
  expect(JSON.stringify(await readVideo(uuid))).not.toMatch(/secret|t0ken/);
  expect(await namesOf(uuid)).toEqual(["fetch-source"]);
  expect(await readVideosAndJobs()).not.toMatch(/secret|t0ken/);
  const page = await listenAs(api, editor);

  expect(await sendProgress(uuid, 3_000_000, null)).toBe(true);
  expect(await page.next("video.progress")).toMatchObject({
    uuid,
    uploadingPercent: 0,
    sizeBytes: 3_000_000,
  });
  page.close();
  expect(await sendProgress(uuid, 12_000_000, 30_000_000)).toBe(true);
  const video = await waitUntil(uuid, ({ uploadingPercent }) => uploadingPercent > 0);
  expect(video).toMatchObject({ uploadingPercent: 40, sizeBytes: 30_000_000, currentChunk: 2 });
  // The bytes that have arrived may suffice to start playback, so the api requests the opening of the file.
  expect(await namesOf(uuid)).toContain("open-video");

  // A fetched file accepts no chunks from a page, and the fetch continues when the page is closed.
  expect(await sendChunk(uuid)).toBe("upload_not_open");
  await editor.call(routes.failUploads, { body: { uuids: [uuid] } });
  const result = { type: "fetched" as const, videoUuid: uuid, generation: 1, sizeBytes: 30_000_000 };
  await reportResult(api, result);
  const there = await waitUntil(uuid, ({ encodingStatus }) => encodingStatus !== "uploading");
  expect(there).toMatchObject({ encodingStatus: "waiting_for_encoding", uploadingPercent: 100 });
  expect(await sendProgress(uuid, 30_000_000, 30_000_000)).toBe(false);
});

test("a video that cannot be fetched shows the reason, and a restart fetches it again as a new generation", async () => {
  const { uuid } = await announceVideo({ url: URL_OF_FILM });
  await sendProgress(uuid, 12_000_000, 30_000_000);
  const fault = { errorType: "url_access_denied" as const, detail: "films.example.org answered 403" };
  const failed = { type: "failed" as const, videoUuid: uuid, generation: 1, job: "fetch-source", fault };
  await reportResult(api, failed);
  const video = await waitUntil(uuid, ({ error }) => error);
  expect(video).toMatchObject({
    errorType: "url_access_denied",
    encodingStatus: "error",
    uploadingETA: null,
  });
  expect(await sendProgress(uuid, 20_000_000, 30_000_000)).toBe(false);

  await editor.call(routes.restartEncoding, { params: { id: uuid } });
  expect(await readVideo(uuid)).toMatchObject({
    encodingStatus: "uploading",
    uploadingPercent: 0,
    error: false,
  });
  expect(await listJobs(api, uuid)).toMatchObject([{ name: "fetch-source", generation: 2 }]);
  // Reports of the earlier attempt are ignored.
  expect(await sendProgress(uuid, 20_000_000, 30_000_000, 1)).toBe(false);
  await reportResult(api, { type: "fetched", videoUuid: uuid, generation: 2, sizeBytes: 10 });
  await waitUntil(uuid, ({ encodingStatus }) => encodingStatus === "waiting_for_encoding");

  // A file that turns out not to be a video is fetched again on a restart; a file that could not be encoded is still stored.
  const opening = { ...failed, generation: 2, job: "open-video" };
  await reportResult(api, { ...opening, fault: { errorType: "not_a_video", detail: "" } });
  await waitUntil(uuid, ({ error }) => error);
  await editor.call(routes.restartEncoding, { params: { id: uuid } });
  expect(await namesOf(uuid)).toEqual(["fetch-source"]);
});

test("other encoding parameters of a file that is being fetched fetch the rest of it as a new generation", async () => {
  const { uuid } = await announceVideo({ url: URL_OF_FILM });
  await sendProgress(uuid, 12_000_000, 30_000_000);
  expect(await namesOf(uuid)).toContain("open-video");
  const body = { inputQualities: [{ bitrate: 700, resolution: { width: 640, height: 360 }, FPS: 25 }] };
  const changed = await editor.call(routes.updateVideo, { params: { id: uuid }, body });
  expect(changed).toMatchObject({ encodingStatus: "uploading", ...body });
  expect(await listJobs(api, uuid)).toMatchObject([{ name: "fetch-source", generation: 2 }]);
  expect(await sendProgress(uuid, 13_000_000, 30_000_000)).toBe(false);
  expect(await sendProgress(uuid, 13_000_000, 30_000_000, 2)).toBe(true);
  const jobs = (await listJobs(api, uuid)).map(({ name, generation }) => [name, generation]);
  expect(jobs).toContainEqual(["open-video", 2]);
});

/** Creates folder and file atomically, so that a concurrent purge removes both or none. */
async function putAtomically(path: string, text: string): Promise<void> {
  const folder = await mkdtemp(join(api.folder, "media", "late-"));
  await writeFile(join(folder, basename(path)), text);
  await mkdir(dirname(dirname(path)), { recursive: true });
  await rename(folder, dirname(path));
}

test("cancelling a fetched upload stops the fetch and removes its bytes", async () => {
  const { uuid } = await announceVideo({ url: URL_OF_FILM });
  await sendProgress(uuid, 1_000, 30_000_000);
  await editor.call(routes.cancelUpload, { params: { id: uuid } });
  expect(await listJobs(api, uuid)).toEqual([]);
  expect(await sendProgress(uuid, 2_000, 30_000_000)).toBe(false);
  // A worker that has not stopped yet may still write to the removed folder.
  const late = join(api.folder, "media", "uploads", uuid, "source");
  await putAtomically(late, "late");
  const fault = { errorType: "encoding_failed" as const, detail: "No longer wanted" };
  await reportResult(api, { type: "failed", videoUuid: uuid, generation: 1, job: "fetch-source", fault });
  await eventually(() =>
    stat(dirname(late)).then(
      () => false,
      () => true,
    ),
  );
});

/** Sends a chunk. @returns the error code. */
async function sendChunk(uuid: string): Promise<string | undefined> {
  const body = new FormData();
  body.set("checksum", "0".repeat(64));
  body.set("video", new Blob(["bytes"]));
  const headers = { authorization: `Bearer ${editor.credential}` };
  const response = await fetch(`${api.url}/api/videos/${uuid}/0`, { method: "POST", headers, body });
  return ((await response.json()) as { code?: string }).code;
}
