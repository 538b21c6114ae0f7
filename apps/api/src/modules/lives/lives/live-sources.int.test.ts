import { routes } from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { createReport, RUNNING, TestIngest } from "../../../testing/ingest-harness.ts";

const URL_OF_CAMERA = "rtsp://me:secret@camera.example.org:8554/1?token=abc";

let api: TestApi;
let editor: TestUser;
let ingest: TestIngest;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());
beforeEach(() => {
  ingest = new TestIngest(api);
});
afterEach(() => sql`DELETE FROM videos`.execute(api.database.db));

const buildParams = (uuid: string) => ({ params: { id: uuid } });
const readVideo = (uuid: string) => editor.call(routes.getVideo, buildParams(uuid));
const createFetchedLive = (more: object) =>
  editor.call(routes.createVideo, { body: { title: "Harbour", type: "live", ...more } as never });

async function addSource(url = URL_OF_CAMERA): Promise<string> {
  return (await createFetchedLive({ liveType: "custom", url })).uuid;
}

test("a live with a URL is fetched by one ingest, which publishes it with its key", async () => {
  const uuid = await addSource();
  expect(await readVideo(uuid)).toMatchObject({
    type: "live",
    liveType: "custom",
    encodingStatus: "stopped",
    // The URL's credentials are never returned.
    sourceUrl: "rtsp://camera.example.org:8554/1",
  });
  const [source] = await ingest.fetch();
  expect(source).toMatchObject({ uuid, url: URL_OF_CAMERA });
  expect(await ingest.fetch()).toEqual([source]);
  expect(await new TestIngest(api, "http://127.0.0.1:9200").fetch()).toEqual([]);
  const live = await ingest.begin(source?.key ?? "");
  expect(live.uuid).toBe(uuid);
  await ingest.report(createReport(live, RUNNING));
  expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "encoding", live: { state: "live" } });
});

test("another ingest fetches the live after the first one has been silent for 16 seconds", async () => {
  const uuid = await addSource();
  await ingest.fetch();
  await sql`UPDATE lives SET fetcher_seen_at = now() - interval '16 seconds' WHERE video_uuid = ${uuid}`.execute(
    api.database.db,
  );
  expect(await new TestIngest(api, "http://127.0.0.1:9200").fetch()).toMatchObject([{ uuid }]);
  expect(await ingest.fetch()).toEqual([]);
});

test("an ingest still receives its other sources if one cannot be read", async () => {
  const [broken, whole] = [await addSource(), await addSource()];
  await sql`UPDATE videos SET sealed_source_url = 'v1.AAAA' WHERE uuid = ${broken}`.execute(api.database.db);
  expect(await ingest.fetch()).toMatchObject([{ uuid: whole }]);
});

test("an ingest that cannot fetch is assigned no source", async () => {
  await addSource();
  await ingest.report();
  expect(await ingest.fetch()).toHaveLength(1);
});

test("a fetched live shows the fault of its source until it connects, and can be stopped and started", async () => {
  const uuid = await addSource("https://cdn.example.org/live.m3u8");
  const [source] = await ingest.fetch();
  await ingest.fetch({ uuid, fault: "source_unreachable" });
  expect(await readVideo(uuid)).toMatchObject({
    encodingStatus: "error",
    errorType: "source_unreachable",
    live: { fault: "source_unreachable", isOpen: true },
  });
  // Reports of an ingest that does not fetch the live are ignored.
  await new TestIngest(api, "http://127.0.0.1:9200").fetch({ uuid, fault: "source_not_allowed" });
  expect(await readVideo(uuid)).toMatchObject({ errorType: "source_unreachable" });
  const live = await ingest.begin(source?.key ?? "");
  expect(await readVideo(uuid)).toMatchObject({ encodingStatus: "waiting_for_encoding", errorType: null });
  await editor.call(routes.stopEncoding, buildParams(uuid));
  expect(await ingest.fetch()).toEqual([]);
  await ingest.report(createReport(live, { ...RUNNING, state: "ended" }));
  await editor.call(routes.restartEncoding, buildParams(uuid));
  expect(await ingest.fetch()).toEqual([source]);
  await editor.call(routes.deleteVideo, buildParams(uuid));
  expect(await ingest.fetch()).toEqual([]);
});

test("a live can be stopped while its URL is unreachable, and is not fetched again until it is started", async () => {
  const uuid = await addSource();
  const [source] = await ingest.fetch();
  await ingest.fetch({ uuid, fault: "source_unreachable" });
  await editor.call(routes.stopEncoding, buildParams(uuid));
  expect(await readVideo(uuid)).toMatchObject({
    encodingStatus: "stopped",
    error: false,
    errorType: null,
    live: { state: "ended", isOpen: false, fault: null },
  });
  expect(await ingest.fetch({ uuid, fault: "source_unreachable" })).toEqual([]);
  expect(await codeOf(editor.call(routes.stopEncoding, buildParams(uuid)))).toBe("illegal_transition");
  await editor.call(routes.restartEncoding, buildParams(uuid));
  expect(await ingest.fetch()).toEqual([source]);
});

test("a fetched live has no stream key", async () => {
  const uuid = await addSource();
  expect(await errorOf(editor.call(routes.getStreamKey, buildParams(uuid)))).toMatchObject({
    code: "video_not_found",
  });
  expect(await ingest.findKey(uuid)).toBeNull();
  const keys = await editor.call(routes.listStreamKeys, buildParams(editor.clientUuid));
  expect(keys.map((key) => key.uuid)).toEqual([null]);
});

test("the stream name of an RTMP source is hidden, because it is a key", async () => {
  const uuid = await addSource("rtmp://media.example.org/live/s3cret");
  expect((await readVideo(uuid)).sourceUrl).toBe("rtmp://media.example.org/live/…");
});

describe("changing the URL of a fetched live", () => {
  const change = (uuid: string, url: string, more: object = {}) =>
    editor.call(routes.updateVideo, { ...buildParams(uuid), body: { url, ...more } });

  test("takes effect with the next report of its ingest, also while the live runs", async () => {
    const uuid = await addSource();
    const [source] = await ingest.fetch();
    const live = await ingest.begin(source?.key ?? "");
    await ingest.report(createReport(live, RUNNING));
    const changed = await change(uuid, "rtmp://me:secret@media.example.org/live/s3cret");
    expect(changed).toMatchObject({
      sourceUrl: "rtmp://media.example.org/live/…",
      encodingStatus: "encoding",
      live: { state: "live" },
    });
    expect(await ingest.fetch()).toEqual([
      { ...source, url: "rtmp://me:secret@media.example.org/live/s3cret" },
    ]);
  });

  test("clears the fault of the previous URL and starts the live again", async () => {
    const uuid = await addSource();
    await ingest.fetch();
    await ingest.fetch({ uuid, fault: "source_unreachable" });
    expect(await change(uuid, "rtsp://camera.example.org/2")).toMatchObject({
      encodingStatus: "restart",
      error: false,
      errorType: null,
      live: { state: "idle", isOpen: true, fault: null },
    });
  });

  test("does not start a live that was stopped", async () => {
    const uuid = await addSource();
    const [source] = await ingest.fetch();
    const live = await ingest.begin(source?.key ?? "");
    await editor.call(routes.stopEncoding, buildParams(uuid));
    await ingest.report(createReport(live, { ...RUNNING, state: "ended" }));
    const changed = await change(uuid, "rtsp://camera.example.org/2");
    expect(changed).toMatchObject({ encodingStatus: "stopped", live: { isOpen: false } });
    expect(await ingest.fetch()).toEqual([]);
  });

  test("raises the revision even if only the secrets of the URL differ", async () => {
    const uuid = await addSource();
    const { revision } = await readVideo(uuid);
    await change(uuid, URL_OF_CAMERA.replace("abc", "def"), { revision });
    expect(await errorOf(change(uuid, URL_OF_CAMERA, { revision }))).toMatchObject({
      code: "edit_conflict",
    });
    expect(await ingest.fetch()).toMatchObject([{ url: URL_OF_CAMERA.replace("abc", "def") }]);
  });

  test.each([
    [
      "that leads to a private network",
      { liveType: "custom", url: URL_OF_CAMERA },
      "rtsp://169.254.169.254/1",
      "points to an",
    ],
    [
      "that names no server",
      { liveType: "custom", url: URL_OF_CAMERA },
      "rtmp:///live/a",
      "does not name a server",
    ],
    ["of a live that encoders publish", {}, URL_OF_CAMERA, "applies only to lives of type custom"],
    ["of a file", { type: "vod" }, "https://example.org/a.mp4", "applies only to lives of type custom"],
  ])("is refused for a URL %s, names the field and changes nothing", async (_, body, url, reason) => {
    const { uuid } = await createFetchedLive(body);
    const before = await readVideo(uuid);
    expect(await errorOf(change(uuid, url))).toMatchObject({
      code: "bad_request",
      fields: [{ path: "url", reason: expect.stringContaining(reason) as string }],
    });
    expect(await readVideo(uuid)).toEqual(before);
  });
});

test.each([
  ["that is missing", { liveType: "custom" }, "is missing"],
  ["of a live of another type", { url: URL_OF_CAMERA }, "applies only to files and to lives of type custom"],
  [
    "that leads to a private network",
    { liveType: "custom", url: "rtsp://169.254.169.254/1" },
    "points to an address",
  ],
  ["that names no server", { liveType: "custom", url: "rtmp:///live/a" }, "does not name a server"],
  ["of a file by RTMP", { type: "vod", url: "rtmp://example.org/a" }, "must begin with http:// or https://"],
])("a URL %s is refused with an error that names the field", async (_, body, reason) => {
  expect(await errorOf(createFetchedLive(body))).toMatchObject({
    code: "bad_request",
    fields: [{ path: "url", reason: expect.stringContaining(reason) as string }],
  });
});
