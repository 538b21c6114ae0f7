import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import type { EncodePlan, TrackOutput } from "@shoal/contract/stored-data";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { addVideo, listJobs } from "../../../testing/video-harness.ts";
import type { VideoRow } from "../videos/index.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";
import { sendCutSound } from "./jobs-to-send.ts";

const SEGMENT_COUNT = 5;
let api: TestApi;
let editor: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
  outsider = await api.addUser(["editor"]);
});
afterAll(() => api.close());

const sampleRange = { object: "piece", offset: 0, length: 100, sha256: "0".repeat(64) };
const createOutput = (trackId: string, count = SEGMENT_COUNT): TrackOutput => ({
  trackId,
  codecs: trackId === "a0" ? "mp4a.40.2" : "avc1.64001f",
  init: sampleRange,
  segments: Array.from({ length: count }, (_, number) => ({
    ...sampleRange,

    number,
    startSec: number * 4,
    durationSec: 4,
  })),
});
const sampleRung = (id: string, mode: "copy" | "encode") => ({
  id,
  mode,
  width: 1920,
  height: 1080,
  fps: { num: 25, den: 1 },

  crf: mode === "copy" ? null : 23,
  maxBitrateKbps: 900,
});
const samplePlan = {
  version: 1,
  info: { durationSec: 20, startSec: 0.04, video: { fps: { num: 25, den: 1 } } },
  rungs: [sampleRung("v0", "encode"), sampleRung("v1", "copy")],
  audio: [{ id: "a0", mode: "copy", streamIndex: 1, channels: 6, sampleRateHz: 48_000, bitrateKbps: 128 }],
  pieces: [{ index: 0 }],
  gopFrames: 50,
  segmentStartsSec: [0, 4, 8, 12, 16, 20],
} as unknown as EncodePlan;

/** Adds an encoded video of 20 s, with a file in the folder of its media. */
async function addEncoded(columns: object = {}): Promise<string> {
  const uuid = await addVideo(api, editor, { title: "Harbour", tags: ["sea"], ...columns });
  const encodings = createEncodingsRepository(api.database.db);
  const tracks = ["v0", "v1", "a0"].map((id) => ({
    id,
    kind: id === "a0" ? "audio" : "video",
    indexObject: `videos/${uuid}/1/index/${id}.1.json`,
  }));
  await encodings.updateEncoding(uuid, 1, {
    plan: JSON.stringify(samplePlan),
    tracks: JSON.stringify(tracks),
  });
  const outputs = ["v0", "v1", "a0"].map((id) => createOutput(id));
  await encodings.addOutput({ uuid, generation: 1, job: "encode-piece", pieceIndex: 0 }, outputs);
  await addFile(uuid, 1);
  return uuid;
}

const folderOf = (uuid: string, generation: number) =>
  join(api.folder, "media", "videos", uuid, String(generation));

async function addFile(uuid: string, generation: number): Promise<void> {
  await mkdir(folderOf(uuid, generation), { recursive: true });
  await writeFile(join(folderOf(uuid, generation), "bytes"), "media");
}
const hasFile = (uuid: string, generation: number) =>
  stat(join(folderOf(uuid, generation), "bytes")).then(
    () => true,
    () => false,
  );
const buildParams = (id: string) => ({ params: { id } });
const createCut = (uuid: string, body: object = { start: 1.02, end: 9.5 }, user = editor) =>
  user.call(routes.cutVideo, { body: { uuid, ...body } as never });
const setEncoded = (uuid: string) =>
  api.database.db.updateTable("videos").set({ status: "encoded" }).where("uuid", "=", uuid).execute();
const listJobNames = async (uuid: string) => (await listJobs(api, uuid)).map(({ name }) => name);

test("a cut is a separate video nested under its source, and its jobs start", async () => {
  const uuid = await addEncoded();
  const made = await createCut(uuid);
  expect(made).toMatchObject({
    title: "Harbour (00:01–00:09)",
    tags: ["sea"],
    inAndOutOrigin: uuid,
    encodingStatus: "segmented",

    sourcePath: "shoal",
  });
  // With frames of 0.04 s, 1.02 s is rounded to the 26th frame and 9.5 s to the 238th.
  expect(made.duration).toBeCloseTo(9.52 - 1.04, 6);
  expect(await listJobNames(made.uuid)).toEqual(["cut-video", "cut-audio", "cut-video"]);
  const { rows } = await sql<{ plan: EncodePlan; is_queued: boolean }>`
    SELECT plan, is_queued FROM encodings WHERE video_uuid = ${made.uuid}`.execute(api.database.db);
  expect(rows[0]).toMatchObject({ is_queued: true, plan: { pieces: [{ index: 0 }, { index: 1 }] } });
  expect(rows[0]?.plan.rungs.map(({ mode, crf }) => [mode, crf])).toEqual([
    ["encode", 23],
    ["encode", 20],
  ]);
  const { _embedded } = await editor.call(routes.listVideos, {
    query: { filter: { parent: uuid } as never },
  });
  expect(_embedded.map((video) => video.uuid)).toEqual([made.uuid]);
  expect(await codeOf(editor.call(routes.restartEncoding, buildParams(made.uuid)))).toBe(
    "illegal_transition",
  );
});

test("a cut has the range that was announced before it was made", async () => {
  const uuid = await addEncoded();
  const samplePlan = (query: object, user = editor) =>
    user.call(routes.planCut, { ...buildParams(uuid), query: query as never });
  const planned = await samplePlan({ start: 1.02, end: 9.5 });
  expect(planned.accurate).toEqual({ start: 1.04, end: 9.52 });
  const [exact, fast] = [
    await createCut(uuid),
    await createCut(uuid, { start: 1.02, end: 9.5, transcode: false }),
  ];
  expect(exact.duration).toBeCloseTo(planned.accurate.end - planned.accurate.start, 6);
  expect(planned.fast.start).toBeLessThanOrEqual(1.02);
  expect(planned.fast.end).toBeGreaterThanOrEqual(9.5);
  expect(fast.duration).toBeCloseTo(planned.fast.end - planned.fast.start, 6);
  expect(await errorOf(samplePlan({ start: 9, end: 3 }))).toMatchObject({
    code: "bad_request",
    fields: [{ path: "end", reason: "must be after the start" }],
  });
  expect(await codeOf(samplePlan({ start: 0, end: 3 }, outsider))).toBe("video_not_found");
});

test("a cut that keeps its audio and has short edges is made in one step", async () => {
  const uuid = await addEncoded();
  const audio = samplePlan.audio.map((track) => ({ ...track, channels: 2 }));
  const change = { plan: JSON.stringify({ ...samplePlan, audio }) };
  await createEncodingsRepository(api.database.db).updateEncoding(uuid, 1, change);
  const made = await createCut(uuid, { start: 3.6, end: 8.4 });
  const { rows } = await sql<{ name: string; data: object }>`
    SELECT name, data FROM queue.job WHERE data->>'videoUuid' = ${made.uuid}`.execute(api.database.db);
  expect(rows).toMatchObject([{ name: "cut-video", data: { rungIds: ["v0", "v1"], audioIds: ["a0"] } }]);
});

test("a cut has the captions of its source on its own timeline, and a new range shifts edited ones", async () => {
  const uuid = await addEncoded();
  const cues = [0, 4_000, 12_000].map((startMs) => ({
    startMs,
    endMs: startMs + 3_000,
    text: `From ${startMs}`,
    settings: "",
  }));
  for (const label of ["Left", "Written"])
    await api.database.db
      .insertInto("captions")
      .values({
        video_uuid: uuid,
        client_uuid: editor.clientUuid,
        language: "fr",
        label,
        kind: "subtitles",

        origin: "uploaded",
        cues: JSON.stringify(cues),
        object: "none",
      })
      .execute();
  const made = await createCut(uuid, { start: 2, end: 6 });
  const read = async (label: string) => {
    const { tracks } = await editor.call(routes.listCaptions, buildParams(made.uuid));
    const track = tracks.find((each) => each.label === label);
    const params = { id: made.uuid, captionsId: track?.uuid ?? "" };
    return editor.call(routes.getCaptions, { params });
  };
  const timesOf = async (label: string) =>
    (await read(label)).cues.map(({ startMs, endMs, text }) => [startMs, endMs, text]);
  const written = await read("Written");
  expect([written.origin, written.language]).toEqual(["cut", "fr"]);
  expect(await timesOf("Left")).toEqual([
    [0, 1_000, "From 0"],
    [2_000, 4_000, "From 4000"],
  ]);
  await editor.call(routes.setCaptionCues, {
    params: { id: made.uuid, captionsId: written.uuid },
    body: { revision: 1, cues: [{ startMs: 2_500, endMs: 3_500, text: "Mine" }] },
  });
  await setEncoded(made.uuid);
  await editor.call(routes.changeCut, { ...buildParams(made.uuid), body: { start: 1, end: 16 } });
  expect(await timesOf("Left")).toEqual([
    [0, 2_000, "From 0"],
    [3_000, 6_000, "From 4000"],
    [11_000, 14_000, "From 12000"],
  ]);
  expect(await timesOf("Written")).toEqual([[3_500, 4_500, "Mine"]]);
});

test("a cut has the password and start date of its source", async () => {
  const uuid = await addEncoded();
  const startDate = "2091-05-06T07:08:09.000Z";
  const body = { isPassword: true, password: "Open-sesame", startDate };
  await editor.call(routes.updateVideo, { ...buildParams(uuid), body });
  expect(await createCut(uuid)).toMatchObject({ isPassword: true, startDate });
});

describe("a remade cut", () => {
  const remake = (uuid: string) =>
    editor.call(routes.changeCut, { ...buildParams(uuid), body: { start: 2, end: 4 } });
  const setPassword = (uuid: string, password: string) =>
    editor.call(routes.updateVideo, { ...buildParams(uuid), body: { isPassword: true, password } });
  const hashOf = async (uuid: string) =>
    (
      await api.database.db
        .selectFrom("videos")
        .select("password_hash")
        .where("uuid", "=", uuid)
        .executeTakeFirstOrThrow()
    ).password_hash;
  async function setRules(id: string, rules: object) {
    const { revision } = await editor.call(routes.getVideoRules, { params: { id } });
    await editor.call(routes.updateVideoRules, { params: { id }, body: { revision, rules } });
  }
  const rulesOf = async (uuid: string) =>
    (
      await api.database.db
        .selectFrom("video_rules")
        .select("rules")
        .where("video_uuid", "=", uuid)
        .executeTakeFirstOrThrow()
    ).rules;

  test("has the origin's current password instead of the one that it inherited", async () => {
    const uuid = await addEncoded();
    await setPassword(uuid, "Open-sesame");
    const made = await createCut(uuid);
    await setEncoded(made.uuid);
    await setPassword(uuid, "Changed-since");
    await remake(made.uuid);
    expect(await hashOf(made.uuid)).toBe(await hashOf(uuid));
    await setPassword(uuid, "Changed-again");
    await setEncoded(made.uuid);
    await remake(made.uuid);
    expect(await hashOf(made.uuid)).toBe(await hashOf(uuid));
  });

  test("keeps a password of its own, and an inherited one that the origin no longer has", async () => {
    const uuid = await addEncoded();
    await setPassword(uuid, "Open-sesame");
    const [own, inherited] = [await createCut(uuid), await createCut(uuid)];
    for (const made of [own, inherited]) await setEncoded(made.uuid);
    await setPassword(own.uuid, "My-own");
    const hashes = [await hashOf(own.uuid), await hashOf(inherited.uuid)];
    await editor.call(routes.updateVideo, { ...buildParams(uuid), body: { isPassword: false } });
    for (const made of [own, inherited]) await remake(made.uuid);
    expect([await hashOf(own.uuid), await hashOf(inherited.uuid)]).toEqual(hashes);
  });

  test("has the origin's current rules instead of those that it inherited, and keeps its own", async () => {
    const uuid = await addEncoded();
    await setRules(uuid, { authorizedCountries: ["FR", "DE"], unauthorizedCountries: ["US"] });
    const made = await createCut(uuid);
    await setEncoded(made.uuid);
    await setRules(made.uuid, { unauthorizedCountries: ["US", "CA"] });
    await setRules(uuid, {
      authorizedCountries: ["FR"],
      unauthorizedCountries: ["GB"],
      authorizedVPNs: false,
    });
    await remake(made.uuid);
    expect(await rulesOf(made.uuid)).toEqual({
      authorizedCountries: ["FR"],
      unauthorizedCountries: ["US", "CA"],
      authorizedVPNs: false,
    });
  });
});

test("a fast cut consists of whole segments, and can have a title of its own", async () => {
  const uuid = await addEncoded();
  const made = await createCut(uuid, { start: 5, end: 13, transcode: false, title: "Fast" });
  expect(made).toMatchObject({ title: "Fast", duration: 12 });
});

test.each([
  [{ start: 20, end: 21 }, ["start", "end"]],
  [{ start: 3, end: 3 }, ["end"]],
  [{ start: 3, end: 21 }, ["end"]],
  [{ start: -1, end: 3 }, ["start"]],
  [{ start: "x", end: Number.MAX_VALUE }, ["start", "end"]],
  [{ start: 1, end: 3, transcode: "yes" }, ["transcode"]],
])("the range %j is refused, and each invalid field is named", async (body, paths) => {
  const uuid = await addEncoded();
  const { code, fields } = await errorOf(createCut(uuid, body));
  expect([code, fields?.map(({ path }) => path)]).toEqual(["bad_request", paths]);
});

test("a video that is missing, growing, deleted or another client's cannot be cut", async () => {
  const uuid = await addEncoded();
  const growing = await addEncoded({ status: "segmented" });
  const deleted = await addEncoded({ is_deleted: true });
  const bare = await addVideo(api, editor, { status: "stopped" });
  expect(await codeOf(createCut(uuid, undefined, outsider))).toBe("video_not_found");
  for (const each of [growing, deleted]) expect(await codeOf(createCut(each))).toBe("illegal_transition");
  await api.database.db.deleteFrom("encodings").where("video_uuid", "=", bare).execute();
  expect(await codeOf(createCut(bare))).toBe("illegal_transition");
  expect(
    await codeOf(editor.call(routes.changeCut, { ...buildParams(uuid), body: { start: 0, end: 1 } })),
  ).toBe("illegal_transition");
});

test("changing the range of a cut starts a new generation", async () => {
  const uuid = await addEncoded();
  const made = await createCut(uuid);
  await setEncoded(made.uuid);
  const changed = await editor.call(routes.changeCut, {
    ...buildParams(made.uuid),
    body: { start: 2, end: 4 },
  });
  expect(changed).toMatchObject({ uuid: made.uuid, duration: 2, encodingStatus: "segmented" });
  const jobs = await listJobs(api, made.uuid);
  expect(new Set(jobs.map(({ generation }) => generation))).toEqual(new Set([2]));
});

test("a cut keeps the media that it refers to until it is deleted itself", async () => {
  const uuid = await addEncoded();
  const made = await createCut(uuid);
  await setEncoded(made.uuid);
  await editor.call(routes.restartEncoding, buildParams(uuid));
  await addFile(uuid, 2);
  await editor.call(routes.deleteVideo, buildParams(uuid));
  await editor.call(routes.deleteFromTrash, buildParams(uuid));
  const kept = () => api.database.db.selectFrom("kept_media").select("prefix").execute();
  await eventually(async () => expect(await kept()).toHaveLength(2));
  expect(await hasFile(uuid, 1)).toBe(true);
  expect(await editor.call(routes.getVideo, buildParams(made.uuid))).toMatchObject({ inAndOutOrigin: null });
  await editor.call(routes.deleteVideo, buildParams(made.uuid));
  await editor.call(routes.deleteFromTrash, buildParams(made.uuid));
  await eventually(async () => expect(await hasFile(uuid, 1)).toBe(false));
  await eventually(async () => expect(await kept()).toHaveLength(0));
});

test("a cut of a cut keeps the media of both", async () => {
  const uuid = await addEncoded();
  const first = await createCut(uuid);
  await setEncoded(first.uuid);
  const encodings = createEncodingsRepository(api.database.db);
  const tracks = ["v0", "v1", "a0"].map((id) => ({
    id,
    kind: id === "a0" ? "audio" : "video",
    indexObject: "x",
  }));
  await encodings.updateEncoding(first.uuid, 1, { tracks: JSON.stringify(tracks) });
  const outputs = ["v0", "v1", "a0"].map((id) => createOutput(id, 2));
  await encodings.addOutput({ uuid: first.uuid, generation: 1, job: "encode-piece", pieceIndex: 0 }, outputs);
  const second = await createCut(first.uuid, { start: 1, end: 3 });
  const { rows } = await sql<{ held_prefixes: string[] }>`
    SELECT held_prefixes FROM cuts WHERE video_uuid = ${second.uuid}`.execute(api.database.db);
  expect(rows[0]?.held_prefixes).toEqual([`videos/${first.uuid}/1/`, `videos/${uuid}/1/`]);
});

test("a cut deleted while it was being made is made again when it is restored", async () => {
  const made = await createCut(await addEncoded());
  await editor.call(routes.deleteVideo, buildParams(made.uuid));
  await editor.call(routes.restoreFromTrash, buildParams(made.uuid));
  const jobs = await listJobs(api, made.uuid);
  expect(jobs.map(({ name, generation }) => [name, generation])).toEqual([
    ["cut-video", 2],
    ["cut-audio", 2],
    ["cut-video", 2],
  ]);
});

test("long audio of a cut has a queue of its own", async () => {
  const requested: string[] = [];
  const queue: Parameters<typeof sendCutSound>[1] = { send: async (_tx, name) => void requested.push(name) };
  const audio = samplePlan.audio.map((track) => ({ ...track, mode: "encode" as const }));
  const { db } = api.database;
  const video = await db
    .selectFrom("videos")
    .where("uuid", "=", await addEncoded())
    .selectAll()
    .executeTakeFirstOrThrow();
  for (const outSec of [600, 36_000])
    await db.transaction().execute((tx) =>
      sendCutSound(tx, queue, video as VideoRow, {
        plan: { ...samplePlan, audio },
        tracks: [],
        inSec: 0,
        outSec,
      }),
    );
  expect(requested).toEqual(["cut-audio", "cut-long-audio"]);
});
