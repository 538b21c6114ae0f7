import { createHash } from "node:crypto";
import { SIMULATED_LIVE_LATENCY_SEC } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { installStoppableClock, type StoppableClock } from "../testing/stoppable-clock.ts";

/** The segments of two minutes of video, 4 s each. */
const SEGMENT_BYTES = Array.from({ length: 30 }, (_, number) => Buffer.from(`segment ${number}`));
const LIVE_GENERATION = 7;

let harness: EdgeHarness;
let otherEdge: EdgeHarness;
let revision = 1;
let clock: StoppableClock;
beforeAll(async () => {
  clock = installStoppableClock();
  harness = await startEdgeHarness();
  // The second edge uses the same media and the same api.
  otherEdge = await startEdgeHarness({ mediaStore: harness.config.mediaStore, apiUrl: harness.api.url });
});
afterAll(async () => {
  await otherEdge.close();
  await harness.close();
  clock.remove();
});

// Publication depends on the clock, which a test can stop so that a slow machine does not affect its result.
afterEach(() => clock.goOn());

/** Publishes a video that has played as a live for this long. */
async function publishLive(sinceSec: number): Promise<PlaybackDescriptor> {
  const vod = await harness.publish({ durationSec: 120 }, SEGMENT_BYTES);
  const startedAtMs = Date.now() - sinceSec * 1000;
  const live = {
    ...vod,
    generation: LIVE_GENERATION,
    revision: ++revision,
    startsAt: new Date(startedAtMs).toISOString(),

    durationSec: null,
    isEnded: false,
    chapters: [],
    live: {
      latencySec: SIMULATED_LIVE_LATENCY_SEC,
      isSeekable: false,
      isOnClock: true,
      simulatedFromMs: startedAtMs,
    },
  };
  harness.api.set(live);
  return live;
}

const pathOf = (url: string, file: string) => url.replace("master.m3u8", file);
async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.text();
}
const numbersIn = (text: string) => [...text.matchAll(/^(\d+)\.m4s$/gm)].map(([, number]) => Number(number));

it("a late viewer joins in the middle, and segments that are not due yet are missing", async () => {
  clock.stop();
  const { uuid } = await publishLive(61);
  const session = await harness.play(uuid);
  expect(session).toMatchObject({ generation: LIVE_GENERATION, durationSec: null, isEnded: false });
  expect(session.live).toEqual({
    latencySec: SIMULATED_LIVE_LATENCY_SEC,
    isSeekable: false,
    isOnClock: true,
  });
  const numbers = numbersIn(await fetchText(pathOf(session.hlsUrl, "v0/index.m3u8")));
  // Playlists cover 61 s, and viewers are 16 s behind the published end.
  expect([numbers[0], numbers.at(-1)]).toEqual([11, 18]);
  const segment = await fetch(pathOf(session.hlsUrl, "v0/18.m4s"));
  expect(await segment.text()).toBe("segment 18");
  for (const number of [21, 29])
    expect((await fetch(pathOf(session.hlsUrl, `v0/${number}.m4s`))).status).toBe(404);
});

it.each([
  ["with a long query", (file: string) => `${file}?${"x".repeat(400)}`],
  ["with an encoded name", (file: string) => file.replace(".", "%2E")],
])("a request %s gets nothing of the video that is not due yet", async (_name, rewrite) => {
  clock.stop();
  const { uuid } = await publishLive(61);
  const { hlsUrl } = await harness.play(uuid);
  for (const file of ["v0/29.m4s", "v0/index.m3u8", "master.m3u8", "manifest.mpd", "hashes.json"])
    expect((await fetch(pathOf(hlsUrl, rewrite(file)))).status, file).toBe(404);
});

it("the hashes of its segments are those of the video", async () => {
  clock.stop();
  const { uuid } = await publishLive(61);
  const { p2p } = await harness.play(uuid);
  const { v0 } = JSON.parse(await fetchText(p2p.hashesUrl));
  expect(v0.segments[18 - v0.from]).toBe(createHash("sha256").update("segment 18").digest("hex"));
});

it("two edges serve the same playlists, whenever each was first asked", async () => {
  clock.stop();
  const { uuid } = await publishLive(61);
  const { hlsUrl } = await harness.play(uuid);
  const elsewhere = await otherEdge.play(uuid);
  for (const file of ["v0/index.m3u8", "a0/index.m3u8", "hashes.json", "manifest.mpd"]) {
    const texts = [hlsUrl, elsewhere.hlsUrl].map((url) => fetchText(pathOf(url, file)));
    const [here, there] = await Promise.all(texts);
    expect(here).toBe(there);
  }
});

it("viewers are not admitted before the live's start, and learn when it starts", async () => {
  const { uuid, startsAt } = await publishLive(-3_600);
  const response = await fetch(`${harness.edge.url}/play/${uuid}`, { method: "POST", body: "{}" });
  expect(await response.json()).toMatchObject({ code: "playback_not_started", preview: { startsAt } });
});

it("a simulated live continues while the api is unreachable, and after a restart of the edge", async () => {
  clock.stop();
  const { uuid } = await publishLive(30);
  const { hlsUrl } = await harness.play(uuid);
  const url = pathOf(hlsUrl, "v0/index.m3u8");
  const before = numbersIn(await fetchText(url));
  await harness.restart();
  expect(numbersIn(await fetchText(url))).toEqual(before);
  clock.goOn();
  await harness.api.stop();
  try {
    expect(numbersIn(await fetchText(url)).length).toBeGreaterThan(0);
    // The request is held until the next segment is due.
    const next = (numbersIn(await fetchText(url)).at(-1) ?? 0) + 1;
    expect(numbersIn(await fetchText(`${url}?_HLS_msn=${next}`))).toContain(next);
    expect((await fetch(pathOf(hlsUrl, "v0/29.m4s"))).status).toBe(404);
  } finally {
    await harness.api.start();
  }
});

it("its playlist ends with the last second, and the video can then be watched on demand", async () => {
  clock.stop();
  const live = await publishLive(119.5);
  const { hlsUrl } = await harness.play(live.uuid);
  const url = pathOf(hlsUrl, "v0/index.m3u8");
  expect(await fetchText(url)).not.toContain("ENDLIST");
  clock.goOn();
  expect(await fetchText(`${url}?_HLS_msn=30`)).toContain("ENDLIST");
  const { live: _live, ...vod } = { ...live, startsAt: null, isEnded: true, durationSec: 120 };
  harness.api.set({ ...vod, generation: 1, revision: ++revision });
  await eventually(async () => expect((await harness.play(live.uuid)).generation).toBe(1));
  const session = await harness.play(live.uuid);
  expect(numbersIn(await fetchText(pathOf(session.hlsUrl, "v0/index.m3u8")))).toHaveLength(30);
  expect((await fetch(url)).status).toBe(404);
});
