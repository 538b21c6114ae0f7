import { createHash } from "node:crypto";
import type { LiveDelay } from "@shoal/contract";
import type { SegmentHashes } from "@shoal/contract/player";
import { LiveWindow, type PacedVod } from "@shoal/media";
import { freePorts, ManualClock } from "@shoal/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { TestLives } from "../testing/paced-live.ts";
import { execFileAsync, publishRealMedia } from "../testing/real-media.ts";

const STARTED_AT_MS = Date.parse("2026-01-01T00:00:00Z");
const lives = new TestLives();
let harness: EdgeHarness;
let video: Awaited<ReturnType<typeof publishRealMedia>>;
let clock: ManualClock;
let openPacedVod: PacedVod;
let base: string;

beforeAll(async () => {
  harness = await startEdgeHarness({}, { lives });
  video = await publishRealMedia(harness);
});
afterAll(() => harness.close());
beforeEach(async () => {
  clock = new ManualClock(STARTED_AT_MS);
  const opened = await lives.open(harness, video, { clock, live: { latencySec: null }, headStartSec: 0 });
  openPacedVod = opened.paced;
  const running = openPacedVod.run();
  const session = await harness.play(opened.descriptor.uuid);
  expect(session.live).toEqual({ latencySec: null });
  base = session.hlsUrl.replace("/master.m3u8", "");
  return async () => {
    openPacedVod.close();
    await running;
  };
});

const advanceTo = (seconds: number) => clock.runUntil(STARTED_AT_MS + seconds * 1000);
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${base}/${path}`, { headers });
const computeSha256 = async (response: Response) =>
  createHash("sha256")
    .update(Buffer.from(await response.arrayBuffer()))
    .digest("hex");

/** Requests a playlist or segment that does not exist yet. Resolves once the edge holds the request. */
async function requestBlocking(path: string): Promise<{ answer: Promise<Response>; isOpen(): boolean }> {
  let isOpen = true;
  const answer = get(path).finally(() => {
    isOpen = false;
  });
  // Once this other request has its response, the edge has received the first one and holds it.
  await get("hashes.json");
  return { answer, isOpen: () => isOpen };
}

describe("a live's playlists", () => {
  it("list every rendition in the master playlist once there is a segment", async () => {
    const answer = get("master.m3u8");
    await advanceTo(2);
    const master = await answer;
    expect(master.headers.get("content-type")).toBe("application/vnd.apple.mpegurl");
    const text = await master.text();
    expect(text).toContain("\nv0/index.m3u8\n");
    expect(text).toContain('URI="a0/index.m3u8"');
    const media = await (await get("v0/index.m3u8")).text();
    expect(media).toContain("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES");
    expect(media).toContain('#EXT-X-PRELOAD-HINT:TYPE=PART,URI="1.0.m4s"');
  });

  it("are held until the requested part is published, and can be cached for longer", async () => {
    await advanceTo(2);
    const { answer, isOpen } = await requestBlocking("v0/index.m3u8?_HLS_msn=1&_HLS_part=0");
    expect(isOpen()).toBe(true);
    await advanceTo(2.32);
    const response = await answer;
    expect(await response.text()).toContain('URI="1.0.m4s",INDEPENDENT=YES');
    expect(response.headers.get("cache-control")).toBe("public, max-age=24");
    expect((await get("v0/index.m3u8")).headers.get("cache-control")).toBe("public, max-age=1");
  });

  it("are refused too far ahead, for a part without its segment, and for an unknown rendition", async () => {
    await advanceTo(2);
    expect((await get("v0/index.m3u8?_HLS_msn=3")).status).toBe(400);
    expect((await get("v0/index.m3u8?_HLS_msn=x")).status).toBe(400);
    expect((await get("v0/index.m3u8?_HLS_part=0")).status).toBe(400);
    expect((await get("v9/index.m3u8")).status).toBe(404);
  });

  it("are refused after three target durations if the live stalls", async () => {
    const [track] = openPacedVod.window.options.tracks;
    if (!track) throw new Error("No track");
    const range = { object: "o", offset: 0, length: 1, sha256: "" };
    const part = { durationSec: 1, isIndependent: true, mediaTimeSec: 0, range };
    const window = new LiveWindow({
      tracks: [track],
      partTargetSec: 1,
      targetDurationSec: 1,
      seekBackSec: 30,
    });
    window.addStep({ programDateTimeMs: STARTED_AT_MS, parts: { v0: part }, inits: { v0: range } });
    window.endSegment({ v0: "" });
    const stream = { window, read: async () => Buffer.alloc(1), onChange: () => () => undefined };
    const { hlsUrl } = await harness.play(lives.add(harness, stream, { latencySec: null }).uuid);
    const askedAtMs = performance.now();
    const response = await fetch(hlsUrl.replace("master.m3u8", "v0/index.m3u8?_HLS_msn=1"));
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("2");
    expect(performance.now() - askedAtMs).toBeGreaterThan(2_900);
  });

  it("are open to every page, compressed, and have an entity tag", async () => {
    await advanceTo(12);
    const response = await get("v0/index.m3u8", { "accept-encoding": "gzip" });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("content-encoding")).toBe("gzip");
    const etag = response.headers.get("etag") ?? "";
    expect((await get("v0/index.m3u8", { "if-none-match": etag })).status).toBe(304);
  });

  it("return 404, like all media, if all viewers watch without delay", async () => {
    await advanceTo(2);
    const files = ["master.m3u8", "manifest.mpd", "hashes.json", "v0/index.m3u8", "v0/init.m4s", "v0/0.m4s"];
    const statusesOf = async (delay: LiveDelay) => {
      const { hlsUrl } = await harness.play(
        lives.add(harness, openPacedVod, { latencySec: null, delay }).uuid,
      );
      const asked = [...files, "v0/0.0.m4s"].map((file) => fetch(hlsUrl.replace("master.m3u8", file)));
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    expect(await statusesOf("middle")).toEqual(Array(7).fill(200));
    expect(await statusesOf("no")).toEqual(Array(7).fill(404));
  });

  it("are refused without a valid token", async () => {
    await advanceTo(2);
    expect((await fetch(`${base.replace(/\/m\/[^/]+/, "/m/none")}/v0/index.m3u8`)).status).toBe(403);
  });
});

describe("a live's media", () => {
  it("match their published hashes, segments and init segments alike", async () => {
    await advanceTo(5);
    const hashes = (await (await get("hashes.json")).json()) as Record<string, SegmentHashes>;
    for (const id of ["v0", "a0"]) {
      expect(await computeSha256(await get(`${id}/init.m4s`))).toBe(hashes[id]?.init);
      expect(await computeSha256(await get(`${id}/1.m4s`))).toBe(hashes[id]?.segments[1]);
      expect(hashes[id]?.segments[2]).toBeNull();
    }
  });

  it("are immutable, and can be requested in ranges", async () => {
    await advanceTo(2);
    const response = await get("v0/0.m4s", { range: "bytes=0-9" });
    expect(response.status).toBe(206);
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("content-type")).toBe("video/mp4");
    expect((await response.arrayBuffer()).byteLength).toBe(10);
  });

  it("are held for the hinted part only; other missing files return 404", async () => {
    await advanceTo(2);
    const { answer, isOpen } = await requestBlocking("v0/1.0.m4s");
    expect(isOpen()).toBe(true);
    expect((await get("v0/1.1.m4s")).status).toBe(404);
    expect((await get("v0/1.m4s")).status).toBe(404);
    await advanceTo(2.32);
    expect((await answer).status).toBe(200);
  });
});

describe("ffmpeg", () => {
  /** Counts the packets of ten 2 s segments, across the loop at 12 s, until the live ends. */
  async function countFrames(url: string): Promise<Record<string, number>> {
    await advanceTo(20);
    openPacedVod.window.end();
    const shown = [
      "-count_packets",
      "-show_entries",
      "stream=codec_name,nb_read_packets",
      "-of",
      "json",
      url,
    ];
    const { stdout } = await execFileAsync("ffprobe", ["-v", "error", ...shown]);
    const { streams } = JSON.parse(stdout) as { streams: { codec_name: string; nb_read_packets: string }[] };
    return Object.fromEntries(streams.map((each) => [each.codec_name, Number(each.nb_read_packets)]));
  }

  it("reads every frame of the window by HLS, through the discontinuity", async () => {
    const frames = await countFrames(`${base}/v0/index.m3u8`);
    expect(frames.h264).toBe(500);
  });

  it("reads the audio as well", async () => {
    const frames = await countFrames(`${base}/a0/index.m3u8`);
    expect(frames.aac).toBeGreaterThan((20 * 44_100) / 1024 - 8);
  });
});

it("ffmpeg reads a live from its plain address, which redirects to a manifest with a BaseURL", async () => {
  const [port] = await freePorts(1);
  const publicUrl = `http://127.0.0.1:${port}`;
  const ownLives = new TestLives();
  const own = await startEdgeHarness({ port: port ?? 0, publicUrl }, { lives: ownLives });
  const ownClock = new ManualClock(STARTED_AT_MS);
  const published = await publishRealMedia(own);
  const opened = await ownLives.open(own, published, {
    clock: ownClock,
    live: { latencySec: null },
    headStartSec: 0,
  });
  const running = opened.paced.run();
  await ownClock.runUntil(STARTED_AT_MS + 12_000);
  const plain = `${publicUrl}/dash/${opened.descriptor.uuid}.mpd`;
  const led = await fetch(plain);
  const folder = led.url.replace(/[^/]*$/, "");
  expect(await led.text()).toContain(`<BaseURL>${folder}</BaseURL>`);
  const entries = ["-show_entries", "stream=codec_name", "-of", "csv=p=0"];
  // After the end of the live, ffmpeg requests the listed segments and no later ones.
  opened.paced.close();
  const { stdout } = await execFileAsync("ffprobe", ["-v", "error", ...entries, plain]);
  expect(stdout.split("\n")).toContain("h264");
  // Only clients that were redirected get the BaseURL, which contains a token.
  expect(await (await fetch(`${folder}manifest.mpd`)).text()).not.toContain("BaseURL");
  await running;
  await own.close();
});
