import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PacedVod } from "@shoal/media";
import { eventually, ManualClock } from "@shoal/testkit";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { LoadingCache } from "../platform/loading-cache.ts";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { FakeIngest } from "../testing/fake-ingest.ts";
import { TestLives } from "../testing/paced-live.ts";
import { publishRealMedia } from "../testing/real-media.ts";
import { RemoteLive } from "./remote-live.ts";

const STARTED_AT_MS = Date.parse("2026-01-01T00:00:00Z");
let harness: EdgeHarness;
let video: PlaybackDescriptor;
let clock: ManualClock;
let pacedVod: PacedVod;
let ingest: FakeIngest;
let live: PlaybackDescriptor;
let base: string;

beforeAll(async () => {
  harness = await startEdgeHarness();
  video = await publishRealMedia(harness);
});
afterAll(() => harness.close());
beforeEach(async () => {
  clock = new ManualClock(STARTED_AT_MS);
  const opened = await new TestLives().open(harness, video, {
    clock,
    live: { latencySec: null },
    headStartSec: 0,
  });
  pacedVod = opened.paced;
  const running = pacedVod.run();
  ingest = await new FakeIngest(pacedVod, harness.config.internalSecret).start();
  live = { ...opened.descriptor, revision: 2, live: { latencySec: null, ingestUrl: ingest.url } };
  harness.api.set(live);
  base = (await harness.play(live.uuid)).hlsUrl.replace("/master.m3u8", "");
  return async () => {
    pacedVod.close();
    await running;
    await ingest.close();
  };
});

const advanceTo = (seconds: number) => clock.runUntil(STARTED_AT_MS + seconds * 1000);
const get = (path: string) => fetch(`${base}/${path}`);
const fetchBytes = async (path: string) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

it("an edge serves a live as its ingest makes it, and fetches each part once", async () => {
  await advanceTo(9);
  const text = await (await get("v0/index.m3u8")).text();
  const parts = [...text.matchAll(/URI="(\d+\.\d+\.m4s)"/g)].map(([, name]) => name ?? "");
  const [segment = ""] = (parts[0] ?? "").split(".");
  const ofSegment = parts.filter((name) => name.startsWith(`${segment}.`));
  const twice = [...ofSegment, ...ofSegment].map((name) => fetchBytes(`v0/${name}`));
  const bytes = (await Promise.all(twice)).slice(0, ofSegment.length);
  const before = ingest.requests.length;
  expect(before).toBe(ofSegment.length);
  expect(await fetchBytes(`v0/${segment}.m4s`)).toEqual(Buffer.concat(bytes));
  expect(ingest.requests).toHaveLength(before);
});

it("a request for the next part is held", async () => {
  await advanceTo(6);
  const { nextNumber } = pacedVod.window;
  await get("v0/index.m3u8");
  const held = get(`v0/index.m3u8?_HLS_msn=${nextNumber}`);
  await advanceTo(10);
  expect(await (await held).text()).toContain(`\n${nextNumber}.m4s`);
});

it("a live continues after the connection to the ingest broke", async () => {
  await advanceTo(6);
  await get("v0/index.m3u8");
  ingest.breakFeeds();
  await eventually(() => ingest.followers === 0);
  await advanceTo(12);
  const last = pacedVod.window.listed.at(-1)?.number ?? 0;
  await eventually(async () => (await (await get("v0/index.m3u8")).text()).includes(`\n${last}.m4s`));
});

it("a live that its ingest has lost, as after a restart, ends if no publisher returns in time", async () => {
  await advanceTo(6);
  const lost = new RemoteLive({
    uuid: live.uuid,
    generation: live.generation,
    ingestUrl: ingest.url,
    internalSecret: harness.config.internalSecret,
    findRun: () => ({ isOver: false }),
    refreshRun: async () => undefined,
    lostMaxMs: 1_000,
    bytes: new LoadingCache({ maxBytes: 1_000, bytesOf: ({ length }) => length }),
    onState: () => undefined,
  });
  onTestFinished(() => lost.close());
  await lost.opened;
  expect(await (await get("v0/index.m3u8")).text()).not.toContain("#EXT-X-ENDLIST");
  ingest.isAway = true;
  ingest.breakFeeds();
  await eventually(() => lost.window.isEnded);
  // The publisher has a minute to return, as at an ingest.
  expect(await (await get("v0/index.m3u8")).text()).not.toContain("#EXT-X-ENDLIST");
});

it("requests held for a live that continues as another run are answered with 404", async () => {
  await advanceTo(6);
  const { nextNumber } = pacedVod.window;
  expect((await get("v0/index.m3u8")).status).toBe(200);
  const held = get(`v0/index.m3u8?_HLS_msn=${nextNumber}`);
  ingest.isAway = true;
  ingest.breakFeeds();
  const other = await new FakeIngest(pacedVod, harness.config.internalSecret).start();
  onTestFinished(() => other.close());
  harness.api.set({ ...live, revision: 3, generation: 2, live: { latencySec: null, ingestUrl: other.url } });
  expect((await held).status).toBe(404);
  expect((await harness.play(live.uuid)).generation).toBe(2);
});

it("a restarted edge serves the current viewers", async () => {
  await advanceTo(6);
  await get("v0/index.m3u8");
  await harness.restart();
  expect((await get("v0/index.m3u8")).status).toBe(200);
});

it("viewers do not learn the address of the ingest", async () => {
  const session = await harness.play(live.uuid);
  expect(session.live).toEqual({ latencySec: null });
  expect(JSON.stringify(session)).not.toContain(ingest.url);
});

it("requests return 503 while the ingest is unreachable, and are served once it is back", async () => {
  await advanceTo(6);
  ingest.isAway = true;
  expect((await get("v0/index.m3u8")).status).toBe(503);
  ingest.isAway = false;
  expect((await get("v0/index.m3u8")).status).toBe(200);
});
