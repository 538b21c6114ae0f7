import { routes, type VideoView } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER, internalRoutes, type PlaybackDescriptor } from "@shoal/contract/edge";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { createReport, RUNNING, TestIngest } from "../../../testing/ingest-harness.ts";
import { createLivesService } from "./lives.service.ts";

let api: TestApi;
let editor: TestUser;
let ingest: TestIngest;
beforeAll(async () => {
  api = await startTestApi({
    RTMP_PUBLIC_URL: "rtmp://in.example.org:1935/live",
    RTMPS_PUBLIC_URL: "rtmps://in.example.org:1936/live",
    SRT_PUBLIC_URL: "srt://in.example.org:9710",
    CAPTURE_PUBLIC_URL: "wss://in.example.org/capture",
  });
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());
beforeEach(() => {
  ingest = new TestIngest(api);
});

const buildParams = (uuid: string) => ({ params: { id: uuid } });
const readVideo = (uuid: string, user = editor): Promise<VideoView> =>
  user.call(routes.getVideo, buildParams(uuid));
const keyOf = async (uuid: string) => (await editor.call(routes.getStreamKey, buildParams(uuid))).streamKey;
async function addLive(options: object = {}): Promise<{ uuid: string; key: string }> {
  const body = { title: "Harbour cam", type: "live", ...options } as never;
  const { uuid } = await editor.call(routes.createVideo, { body });
  return { uuid, key: await keyOf(uuid) };
}

async function describeVideo(uuid: string): Promise<PlaybackDescriptor> {
  const path = internalRoutes.getDescriptor.path.replace("{uuid}", uuid);
  const response = await fetch(`${api.internalUrl}${path}`, {
    headers: { [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "" },
  });
  return (await response.json()) as PlaybackDescriptor;
}
describe("a live", () => {
  test("is created with the given settings and a key that only editors of the client can read", async () => {
    const { uuid, key } = await addLive({ seekLive: false, liveToKeepDuration: 300, liveType: "shoalRTMP" });
    expect(await readVideo(uuid)).toMatchObject({
      type: "live",
      liveType: "shoalRTMP",
      encodingStatus: "stopped",
      seekLive: false,

      liveToKeepDuration: 300,
      playable: false,
      canResume: false,
      live: { state: "idle", isOpen: true, fault: null, startedAt: null },
    });
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(await editor.call(routes.getStreamKey, buildParams(uuid))).toEqual({
      url: "rtmp://in.example.org:1935/live",
      secureUrl: "rtmps://in.example.org:1936/live",
      streamKey: key,
      srtUrl: `srt://in.example.org:9710?streamid=${uuid}&passphrase=${key}`,
      captureUrl: "wss://in.example.org/capture",
      direct: null,
    });
    const reader = await api.addUser(["readAnalytics"], { clientOf: editor });
    const stranger = await api.addUser(["editor"]);
    expect(await codeOf(reader.call(routes.getStreamKey, buildParams(uuid)))).toBe("forbidden");
    expect(await codeOf(stranger.call(routes.getStreamKey, buildParams(uuid)))).toBe("video_not_found");
    const { rows } = await sql<{ row: unknown }>`SELECT to_json(lives) AS row FROM lives`.execute(
      api.database.db,
    );
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  test("can be passed through without encoding, unless a browser publishes it", async () => {
    const { uuid, key } = await addLive({ encoding: "passthrough" });
    expect(await ingest.begin(key)).toMatchObject({ encoding: "passthrough" });
    const set = (id: string, body: object) => editor.call(routes.updateVideo, { params: { id }, body });
    expect(await set(uuid, { encoding: "encoding" })).toMatchObject({ encoding: "encoding" });
    const camera = await addLive({ liveType: "camera" });
    expect(await errorOf(set(camera.uuid, { encoding: "passthrough" }))).toMatchObject({
      code: "bad_request",
      fields: [{ path: "encoding" }],
    });
    const body = {
      title: "x",
      type: "live",
      liveType: "camera",
      encoding: "passthrough",
    } as never;
    expect(await errorOf(editor.call(routes.createVideo, { body }))).toMatchObject({
      fields: [{ path: "encoding" }],
    });
  });

  test("has a key that ingests find by the uuid of the live or its client, for encrypted connections", async () => {
    const { uuid, key } = await addLive();
    const made = await editor.call(routes.renewClientStreamKey, buildParams(editor.clientUuid));
    expect(made.srtUrl).toContain(`?streamid=${editor.clientUuid}&passphrase=${made.streamKey}`);
    const own = await ingest.begin(made.streamKey);
    const named = [uuid, editor.clientUuid, own.uuid];
    expect(await Promise.all(named.map((id) => ingest.findKey(id)))).toEqual([
      key,
      made.streamKey,
      made.streamKey,
    ]);
    const film = await editor.call(routes.createVideo, { body: { title: "A film" } as never });
    await editor.call(routes.deleteVideo, buildParams(uuid));
    const unknown = [uuid, film.uuid, "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11"];
    expect(await Promise.all(unknown.map((id) => ingest.findKey(id)))).toEqual([null, null, null]);
  });

  test("ignores the options of files, and a file ignores the options of lives", async () => {
    const fieldsOf = async (body: object) => {
      const error = await errorOf(
        editor.call(routes.createVideo, { body: { title: "x", ...body } as never }),
      );
      return (error as { fields?: { path: string }[] }).fields?.map(({ path }) => path);
    };
    const ofFile = { size: 12, originalname: "a.mp4", firstPass: true };
    const ofLive = { seekLive: true, keepLive: true, liveType: "camera", delay: "no", liveCamera: true };
    const make = async (body: object) =>
      readVideo((await editor.call(routes.createVideo, { body: { title: "x", ...body } as never })).uuid);
    expect(await make({ type: "live", ...ofFile })).toMatchObject({ originalname: null, firstPass: false });
    expect(await make(ofLive)).toMatchObject({ liveType: null, keepLive: false, directStream: null });
    expect(await make({ type: "live", delay: "no", liveCamera: true })).toMatchObject({
      liveType: "camera",
      directStream: "no",
      liveCamera: true,
      seekLive: false,
    });
    expect(await fieldsOf({ type: "live", liveToKeepDuration: 29 })).toEqual(["liveToKeepDuration"]);
    const { uuid } = await editor.call(routes.createVideo, { body: { title: "A film" } as never });
    const { revision } = await readVideo(uuid);
    const body = { seekLive: true, directStream: "no" } as const;
    expect(await editor.call(routes.updateVideo, { ...buildParams(uuid), body })).toMatchObject({
      seekLive: false,
      directStream: null,
      revision,
    });
  });

  test("without delay never allows rewinding, even if seekLive is set", async () => {
    const { uuid } = await addLive({ liveType: "camera", directStream: "no", seekLive: true });
    expect(await readVideo(uuid)).toMatchObject({ directStream: "no", seekLive: false });
    const change = (body: object) => editor.call(routes.updateVideo, { ...buildParams(uuid), body });
    expect(await change({ seekLive: true })).toMatchObject({ seekLive: false });
    expect(await change({ directStream: "yes", seekLive: true })).toMatchObject({ seekLive: true });
    expect(await change({ directStream: "no" })).toMatchObject({ directStream: "no", seekLive: false });
    // The response states the delay under its other name (§3).
    expect(await change({ delay: "middle" })).toMatchObject({ directStream: "middle" });
  });

  test("of a camera is uploading until it is first published, and can be cancelled before that", async () => {
    const camera = { liveType: "camera" };
    const { uuid, key } = await addLive({ ...camera, encodingStatus: "uploading" });
    expect(await readVideo(uuid)).toMatchObject({ ...camera, encodingStatus: "uploading", canResume: true });
    // A live has no file whose upload could fail.
    await editor.call(routes.failUploads, { body: { uuids: [uuid] } });
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "uploading" });
    const live = await ingest.begin(key);
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "waiting_for_encoding", canResume: false });
    await ingest.report(createReport(live, { ...RUNNING, version: 3, state: "ended" }));
    await editor.call(routes.restartEncoding, buildParams(uuid));
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "restart", live: { isOpen: true } });
    const left = await addLive(camera);
    await editor.call(routes.cancelUpload, buildParams(left.uuid));
    expect(await codeOf(readVideo(left.uuid))).toBe("video_not_found");
    const error = await errorOf(
      editor.call(routes.createVideo, {
        body: { title: "x", type: "live", encodingStatus: "uploading" } as never,
      }),
    );
    expect(error).toMatchObject({ fields: [{ path: "encodingStatus" }] });
  });

  test("starts with its key, shows the state its ingest reports, and restarts as a new generation", async () => {
    const { uuid, key } = await addLive({ liveToKeepDuration: 120 });
    const live = await ingest.begin(key);
    expect(live).toMatchObject({ uuid, seekBackSec: 120, qualities: "shoalOptimization", isKept: false });
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "waiting_for_encoding" });
    // A returning publisher continues the live.
    expect((await ingest.begin(key)).generation).toBe(live.generation);
    expect(await ingest.report(createReport(live, RUNNING))).toEqual([]);
    expect(await readVideo(uuid)).toMatchObject({
      encodingStatus: "encoding",
      playable: true,
      currentNumberOfQualities: 1,
      representations: [{ id: "v0", height: 720 }],
      live: { state: "live", startedAt: "2023-11-14T22:13:20.000Z" },
    });
    expect(await describeVideo(uuid)).toMatchObject({
      state: "playable",
      generation: live.generation,
      live: { ingestUrl: ingest.run.url, isOver: false, isSeekable: true, heldSec: 120 },
    });
    // A report with an older version changes nothing.
    await ingest.report(createReport(live, { version: 1 }));
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "encoding" });
    await ingest.report(
      createReport(live, { ...RUNNING, version: 3, state: "ended", endedAtMs: 1_700_000_060_000 }),
    );
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "stopped", playable: false, error: false });
    expect(await describeVideo(uuid)).toMatchObject({ state: "playable", live: { isOver: true } });
    expect((await ingest.begin(key)).generation).toBe(live.generation + 1);
    expect(await describeVideo(uuid)).toMatchObject({ state: "waiting" });
  });

  test("without delay runs and is playable without any track of the ingest", async () => {
    const { uuid, key } = await addLive({ liveType: "camera", directStream: "no" });
    const live = await ingest.begin(key);
    expect(live).toMatchObject({ delay: "no", isKept: false });
    expect(await ingest.report(createReport(live, { ...RUNNING, tracks: [] }))).toEqual([]);
    expect(await readVideo(uuid)).toMatchObject({
      encodingStatus: "encoding",
      playable: true,
      currentNumberOfQualities: 0,
      live: { state: "live" },
    });
    expect(await describeVideo(uuid)).toMatchObject({
      state: "playable",
      live: { delay: "no", isOver: false },
    });
  });

  test("restarts as a new generation at an ingest that has not reported its end yet", async () => {
    const { key } = await addLive();
    const { generation } = await ingest.begin(key);
    const { live } = await ingest.admit(key, { endedGeneration: generation });
    expect(live?.generation).toBe(generation + 1);
  });

  test("continues at another ingest, and the previous one is told to end it", async () => {
    const { key } = await addLive();
    const first = await ingest.begin(key);
    const second = await new TestIngest(api, "http://127.0.0.1:9200").begin(key);
    expect(second.generation).toBe(first.generation + 1);
    expect(await ingest.report(createReport(first, RUNNING))).toEqual([
      { uuid: first.uuid, generation: first.generation },
    ]);
  });

  test("that was stopped ends, and cannot be published to until it is started again", async () => {
    const { uuid, key } = await addLive();
    const live = await ingest.begin(key);
    await ingest.report(createReport(live, RUNNING));
    await editor.call(routes.stopEncoding, buildParams(uuid));
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "to_stop", live: { isOpen: false } });
    expect(await ingest.admit(key)).toEqual({ live: null, isBegun: false, refusal: "stopped" });
    expect(await ingest.report(createReport(live, RUNNING))).toEqual([{ uuid, generation: live.generation }]);
    await ingest.report(createReport(live, { ...RUNNING, version: 3, state: "ended" }));
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "stopped" });
    await editor.call(routes.restartEncoding, buildParams(uuid));
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "restart", live: { isOpen: true } });
    expect((await ingest.begin(key)).generation).toBe(live.generation + 1);
  });

  test("is ended by its ingest after it was deleted", async () => {
    const { uuid, key } = await addLive();
    const live = await ingest.begin(key);
    await ingest.report(createReport(live, RUNNING));
    await editor.call(routes.deleteVideo, buildParams(uuid));
    expect(await ingest.report(createReport(live, RUNNING))).toEqual([{ uuid, generation: live.generation }]);
    expect(await ingest.admit(key)).toEqual({ live: null, isBegun: false, refusal: "unknown_key" });
  });

  test("shows its fault until it is published again", async () => {
    const { uuid, key } = await addLive();
    const live = await ingest.begin(key);
    await ingest.report(createReport(live, { version: 2, state: "ended", fault: "no_key_frames" }));
    expect(await readVideo(uuid)).toMatchObject({
      encodingStatus: "error",
      error: true,
      errorType: "no_key_frames",
      live: { fault: "no_key_frames" },
    });
    // After the rejection, any encoder may publish again.
    await ingest.begin(key);
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "waiting_for_encoding", error: false });
  });

  test("ends with ingest_failed when its ingest restarts or stays silent for too long", async () => {
    const { uuid, key } = await addLive();
    await ingest.report(createReport(await ingest.begin(key), RUNNING));
    ingest.restart();
    await ingest.report();
    expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "error", errorType: "ingest_failed" });
    const silent = await addLive();
    await ingest.report(createReport(await ingest.begin(silent.key), RUNNING));
    await sql`UPDATE lives SET seen_at = now() - interval '2 minutes' WHERE video_uuid = ${silent.uuid}`.execute(
      api.database.db,
    );
    let nowMs = 0;
    const lives = createLivesService({
      db: api.database.db,
      realtime: { emit: () => undefined },
      nowMs: () => nowMs,
      streamKeys: { seal: () => "", open: () => "" },
      externalStreams: { listTargets: async () => [] },
      budgets: { isStopped: async () => false },
      onArchiveOwed: () => undefined,
    });
    // Right after its start, the api cannot have received reports yet, so it ends no lives.
    await lives.endSilent();
    expect(await readVideo(silent.uuid)).toMatchObject({ encodingStatus: "encoding" });
    nowMs = 76_000;
    await lives.endSilent();
    expect(await readVideo(silent.uuid)).toMatchObject({
      encodingStatus: "error",
      errorType: "ingest_failed",
    });
  });

  test("of a camera that is not published within ten minutes is shown as stopped", async () => {
    const [early, left] = [await addLive({ liveType: "camera" }), await addLive({ liveType: "camera" })];
    await sql`UPDATE lives SET opened_at = now() - interval '11 minutes' WHERE video_uuid = ${left.uuid}`.execute(
      api.database.db,
    );
    await createLivesService({
      db: api.database.db,
      realtime: { emit: () => undefined },
      streamKeys: { seal: () => "", open: () => "" },
      externalStreams: { listTargets: async () => [] },
      budgets: { isStopped: async () => false },
      onArchiveOwed: () => undefined,
    }).endSilent();
    expect(await readVideo(left.uuid)).toMatchObject({ encodingStatus: "stopped" });
    expect(await readVideo(early.uuid)).toMatchObject({ encodingStatus: "uploading" });
  });

  test("changes its recording settings from its next start", async () => {
    const { uuid, key } = await addLive();
    const { revision } = await readVideo(uuid);
    const body = { liveToKeepDuration: 600, seekLive: false, targetLatencySec: 8, revision };
    const changed = await editor.call(routes.updateVideo, { ...buildParams(uuid), body });
    expect(changed).toMatchObject({ liveToKeepDuration: 600, seekLive: false, targetLatencySec: 8 });
    expect(await codeOf(editor.call(routes.updateVideo, { ...buildParams(uuid), body }))).toBe(
      "edit_conflict",
    );
    expect((await ingest.begin(key)).seekBackSec).toBe(600);
  });
});

describe("a stream key", () => {
  test("can be renewed, and the old one is no longer accepted", async () => {
    const { uuid, key } = await addLive();
    const renewed = await editor.call(routes.renewStreamKey, buildParams(uuid));
    expect(renewed.streamKey).not.toBe(key);
    expect(await ingest.admit(key)).toEqual({ live: null, isBegun: false, refusal: "unknown_key" });
    expect(await ingest.begin(renewed.streamKey)).toMatchObject({ uuid });
  });

  test("of the client publishes to a live that is created at its first use", async () => {
    const client = buildParams(editor.clientUuid);
    const [own] = await editor.call(routes.listStreamKeys, client);
    expect(own).toMatchObject({ uuid: null, title: null });
    const [first, again] = await Promise.all([
      ingest.begin(own?.streamKey ?? ""),
      ingest.begin(own?.streamKey ?? ""),
    ]);
    expect(first?.uuid).toBe(again?.uuid);
    const made = await readVideo(first?.uuid ?? "");
    expect(made).toMatchObject({ type: "live", user: null });
    expect(made.title).toMatch(/^Live_[0-9a-f]{32}$/);
    expect(await keyOf(made.uuid)).toBe(own?.streamKey);
    const renewed = await editor.call(routes.renewClientStreamKey, client);
    expect(await ingest.admit(own?.streamKey ?? "")).toEqual({
      live: null,
      isBegun: false,
      refusal: "unknown_key",
    });
    expect((await ingest.begin(renewed.streamKey)).uuid).toBe(made.uuid);
    // Once the live of the client's key is deleted, publishing creates another.
    await editor.call(routes.deleteVideo, buildParams(made.uuid));
    expect((await ingest.begin(renewed.streamKey)).uuid).not.toBe(made.uuid);
  });

  test("is listed with those of the client's other lives, by age", async () => {
    const { uuid, key } = await addLive({ title: "The last one" });
    const keys = await editor.call(routes.listStreamKeys, buildParams(editor.clientUuid));
    expect(keys[0]).toMatchObject({ uuid: null });
    expect(keys.at(-1)).toMatchObject({ uuid, title: "The last one", streamKey: key });
  });
});
