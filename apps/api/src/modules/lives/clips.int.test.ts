import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { INTERNAL_SECRET_HEADER, routes } from "@shoal/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../test-api.ts";
import { errorOf } from "../../testing/account-rig.ts";
import { keepSegments, RUNNING, reportOf, TestIngest } from "../../testing/ingest-rig.ts";

let api: TestApi;
let editor: TestUser;
let server: Server;
let ingest: TestIngest;
/** How many segments a clip has that the ingest makes; it does not answer for fewer than none. */
let segments: number;
let asked: unknown[];
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
  server = createServer(async (request, response) => {
    if (segments < 0) return response.destroy();
    expect(request.headers[INTERNAL_SECRET_HEADER]).toBe(api.env.INTERNAL_SECRET);
    asked.push([request.url, await json(request)]);
    const [uuid = ""] = /[0-9a-f-]{36}/.exec(request.url ?? "") ?? [];
    const folder = `lives/${uuid}/clips/${asked.length}/`;
    if (segments > 0) await keepSegments(api, folder, segments);
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ folder, durationSec: segments * 2 }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await api.close();
});
beforeEach(() => {
  segments = 3;
  asked = [];
  ingest = new TestIngest(api, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

const clip = (uuid: string, seconds = 5, user = editor) =>
  user.call(routes.clipLive, { params: { id: uuid }, body: { seconds } });

async function addLive(title = "Council"): Promise<{ uuid: string; key: string }> {
  const { uuid } = await editor.call(routes.createVideo, { body: { title, type: "live" } as never });
  const { streamKey } = await editor.call(routes.getStreamKey, { params: { id: uuid } });
  return { uuid, key: streamKey };
}

async function addRunning(): Promise<string> {
  const { uuid, key } = await addLive();
  const live = await ingest.begin(key);
  await ingest.tell(reportOf(live, RUNNING));
  return uuid;
}

test("the last seconds of a live that runs are a video at once, beside its archives", async () => {
  const uuid = await addRunning();
  const made = await clip(uuid);
  expect(asked).toEqual([[`/internal/lives/${uuid}/2/clips`, { seconds: 5 }]]);
  const video = await editor.call(routes.getVideo, { params: { id: made.uuid } });
  expect(video).toMatchObject({ type: "vod", duration: 6, archiveLive: uuid, title: made.title });
  expect(await editor.call(routes.getVideo, { params: { id: uuid } })).toMatchObject({
    ...{ archivesFromLiveSize: 1, live: { state: "live" } },
  });
});

test("a live that is not on air, and one that has nothing yet, are told so", async () => {
  const { uuid } = await addLive();
  expect(await errorOf(clip(uuid))).toMatchObject({ code: "illegal_transition" });
  segments = 0;
  expect(await errorOf(clip(await addRunning()))).toMatchObject({ code: "illegal_transition" });
});

test("an ingest that does not answer is told as such, and nothing is made", async () => {
  const uuid = await addRunning();
  segments = -1;
  expect(await errorOf(clip(uuid))).toMatchObject({ code: "unavailable" });
  expect(await editor.call(routes.getVideo, { params: { id: uuid } })).toMatchObject({
    archivesFromLiveSize: 0,
  });
});

test("that of another client is not there", async () => {
  const uuid = await addRunning();
  const other = await api.addUser(["editor"]);
  expect(await errorOf(clip(uuid, 5, other))).toMatchObject({ code: "video_not_found" });
  expect(asked).toEqual([]);
});
