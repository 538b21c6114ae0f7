import { access } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { routes } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { LiveClipRequest, liveClipFolderOf } from "@shoal/contract/ingest";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { errorOf } from "../../../testing/account-harness.ts";
import {
  createReport,
  putObject,
  RUNNING,
  storeSegments,
  TestIngest,
} from "../../../testing/ingest-harness.ts";

let api: TestApi;
let editor: TestUser;
let server: Server;
let ingest: TestIngest;
/** The number of segments that the ingest puts into a clip; if negative, it is killed while it writes the first. */
let segmentCount: number;
/** The folder that the ingest last wrote to. */
let folder: string;
let requestedClips: unknown[];
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
  server = createServer(async (request, response) => {
    expect(request.headers[INTERNAL_SECRET_HEADER]).toBe(api.env.INTERNAL_SECRET);
    const { clipId, ...wanted } = LiveClipRequest.parse(await json(request));
    requestedClips.push([request.url, wanted]);
    const [uuid = ""] = /[0-9a-f-]{36}/.exec(request.url ?? "") ?? [];
    folder = liveClipFolderOf(uuid, clipId);
    if (segmentCount < 0) {
      await putObject(api, `${folder}v0/0.m4s`, "bits");
      return response.destroy();
    }
    if (segmentCount > 0) await storeSegments(api, folder, segmentCount);
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ durationSec: segmentCount * 2 }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await api.close();
});
beforeEach(() => {
  segmentCount = 3;
  requestedClips = [];
  ingest = new TestIngest(api, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

const makeClip = (uuid: string, seconds = 5, user = editor) =>
  user.call(routes.clipLive, { params: { id: uuid }, body: { seconds } });

async function addLive(title = "Council"): Promise<{ uuid: string; key: string }> {
  const { uuid } = await editor.call(routes.createVideo, { body: { title, type: "live" } as never });
  const { streamKey } = await editor.call(routes.getStreamKey, { params: { id: uuid } });
  return { uuid, key: streamKey };
}

async function addRunning(): Promise<string> {
  const { uuid, key } = await addLive();
  const live = await ingest.begin(key);
  await ingest.report(createReport(live, RUNNING));
  return uuid;
}

test("the last seconds of a running live become a video at once, next to its archives", async () => {
  const uuid = await addRunning();
  const made = await makeClip(uuid);
  expect(requestedClips).toEqual([[`/internal/lives/${uuid}/2/clips`, { seconds: 5 }]]);
  const video = await editor.call(routes.getVideo, { params: { id: made.uuid } });
  expect(video).toMatchObject({ type: "vod", duration: 6, archiveLive: uuid, title: made.title });
  expect(await editor.call(routes.getVideo, { params: { id: uuid } })).toMatchObject({
    archivesFromLiveSize: 1,
    live: { state: "live" },
  });
});

test("a clip gets no chapters of its live, whose times are those of the whole recording", async () => {
  const uuid = await addRunning();
  const chapters = [{ start: 0, title: "Welcome" }];
  await editor.call(routes.setChapters, { params: { id: uuid }, body: { chapters } });
  const made = await makeClip(uuid);
  const video = await editor.call(routes.getVideo, { params: { id: made.uuid } });
  expect(video).toMatchObject({ duration: 6, chapters: [] });
});

test("a clip is refused while the live is not on air or has no segment yet", async () => {
  const { uuid } = await addLive();
  expect(await errorOf(makeClip(uuid))).toMatchObject({ code: "illegal_transition" });
  segmentCount = 0;
  expect(await errorOf(makeClip(await addRunning()))).toMatchObject({ code: "illegal_transition" });
});

const objectExists = (name: string) =>
  access(join(api.env.MEDIA_STORE ?? "", name)).then(
    () => true,
    () => false,
  );
/** Makes an hour pass and waits until the queue has run the due sweep. */
async function advanceHour(): Promise<void> {
  const tasks = sql`queue.job WHERE name = 'sweep-clip' AND data->>'folder' = ${folder}`;
  // The new time must be in the future, because the database announces only jobs that are still to come.
  const { numAffectedRows } = await sql`UPDATE queue.job SET start_after = now() + interval '1 ms'
    WHERE name = 'sweep-clip' AND data->>'folder' = ${folder} AND start_after > now() + interval '55 minutes'`.execute(
    api.database.db,
  );
  expect(numAffectedRows).toBe(1n);
  await eventually(async () => {
    const { rows } = await sql`SELECT FROM ${tasks} AND state <> 'completed'`.execute(api.database.db);
    return rows.length === 0;
  });
}

test("remains of a killed ingest's clip are deleted after an hour, unless they became a video", async () => {
  const uuid = await addRunning();
  segmentCount = -1;
  await errorOf(makeClip(uuid));
  expect(await objectExists(`${folder}v0/0.m4s`)).toBe(true);
  await advanceHour();
  await eventually(async () => !(await objectExists(`${folder}v0/0.m4s`)));
  segmentCount = 2;
  await makeClip(uuid);
  await advanceHour();
  const { rows } = await sql`SELECT FROM queue.job WHERE name = 'purge-media'
    AND data->'prefixes' ? ${folder}`.execute(api.database.db);
  expect([rows, await objectExists(`${folder}v0/0.m4s`)]).toEqual([[], true]);
});

test("a clip of an ingest that does not answer fails as unavailable and creates no video", async () => {
  const uuid = await addRunning();
  segmentCount = -1;
  expect(await errorOf(makeClip(uuid))).toMatchObject({ code: "unavailable" });
  expect(await editor.call(routes.getVideo, { params: { id: uuid } })).toMatchObject({
    archivesFromLiveSize: 0,
  });
});

test("clipping another client's live returns video_not_found", async () => {
  const uuid = await addRunning();
  const other = await api.addUser(["editor"]);
  expect(await errorOf(makeClip(uuid, 5, other))).toMatchObject({ code: "video_not_found" });
  expect(requestedClips).toEqual([]);
});
