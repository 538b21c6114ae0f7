import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { PlaybackDescriptor, PlaybackTrack } from "@shoal/contract/edge";
import type { ByteRange, SegmentIndex } from "@shoal/contract/stored-data";
import { makeTestMedia, type TestMedia, type TestTrack } from "@shoal/testkit/test-media";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { descriptorOf, type EdgeHarness } from "../../apps/edge/src/testing/edge-harness.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { type EdgePlayer, startEdgePlayer } from "../support/edge-player.ts";
import { type PluginPage, usePlugin } from "../support/plugin-page.ts";

/** The length of the video in seconds. It is longer than a player's buffer and all waiting times in a test. */
const MEDIA_DURATION_SEC = 60;
/** A viewport that is large enough for the highest rung, which a small player would not select. */
const VIEWPORT = { width: 1280, height: 720 };

let testMedia: TestMedia;
let embed: EdgePlayer;
let pages: Page[] = [];
const plugin = usePlugin(() => undefined);
beforeAll(async () => {
  testMedia = await makeTestMedia(MEDIA_DURATION_SEC);
  embed = await startEdgePlayer();
});
afterAll(() => embed.close());
afterEach(async () => {
  await Promise.all(pages.map((page) => page.context().close()));
  pages = [];
});

/** A video that is being encoded. The test controls which of its media are available. */
interface GrowingVideo {
  descriptor: PlaybackDescriptor;
  /** Publishes the media of these tracks. @param isEnded whether the video is now complete. */
  show(trackIds: readonly string[], isEnded?: boolean): void;
}

async function startEncoding(harness: EdgeHarness): Promise<GrowingVideo> {
  const descriptor = descriptorOf({ durationSec: MEDIA_DURATION_SEC, isEnded: false });
  const tracks = await Promise.all(testMedia.tracks.map((track) => publishTrack(harness, descriptor, track)));
  let revision = 0;
  return {
    descriptor,
    show(trackIds, isEnded = false) {
      revision += 1;
      const shown = tracks.filter(({ id }) => trackIds.includes(id));
      harness.api.set({ ...descriptor, revision, isEnded, tracks: shown });
    },
  };
}

async function publishTrack(
  { store }: EdgeHarness,
  { uuid, generation }: PlaybackDescriptor,
  { id, kind, codecs, width, height, kbps, init, segments, hashes }: TestTrack,
): Promise<PlaybackTrack> {
  const folder = `videos/${uuid}/${generation}/${id}`;
  const put = async (name: string, bytes: Uint8Array, sha256 = ""): Promise<ByteRange> => {
    const object = `${folder}/${name}`;
    await store.put(object, Buffer.from(bytes));
    return { object, offset: 0, length: bytes.length, sha256 };
  };
  let endSec = 0;
  const listed: SegmentIndex["segments"] = [];
  for (const [number, { bytes, durationSec }] of segments.entries()) {
    const range = await put(`${number}.mp4`, bytes, hashes.segments[number]);
    listed.push({ ...range, number, startSec: endSec, durationSec });
    endSec += durationSec;
  }
  const range = await put("init.mp4", init, hashes.init);
  const index: SegmentIndex = {
    trackId: id,
    version: 1,
    codecs,
    isEnded: true,

    init: range,
    segments: listed,
  };
  const indexObject = `${folder}/index-1.json`;
  await store.put(indexObject, Buffer.from(JSON.stringify(index)));
  const picture = kind === "video" ? { width, height, fps: 24 } : { width: null, height: null, fps: null };
  return {
    id,
    kind,
    codecs,
    ...picture,
    language: null,
    name: null,

    bandwidthBps: kbps * 1_000,
    averageBandwidthBps: kbps * 1_000,

    indexObject,
    indexVersion: 1,
  };
}

/** Starts recording the media events of the page's video element. */
const RECORD_EVENTS_SCRIPT = `(() => {
  const video = document.querySelector("video");
  const seen = { lastSec: video.currentTime, backSec: 0, emptied: 0};
  // The time shown by a progress bar.
  for (const type of ["timeupdate", "seeking", "seeked", "playing"]) video.addEventListener(type, () => {
    seen.backSec = Math.max(seen.backSec, seen.lastSec - video.currentTime);
    seen.lastSec = video.currentTime;
  });
  window.seen = seen;
  video.addEventListener("emptied", () => { seen.emptied += 1; });
})()`;
const readSeenBy = (page: Page) => page.evaluate("seen") as Promise<{ backSec: number; emptied: number }>;

const readExpression = <T>(page: Page, expression: string): Promise<T> =>
  page.evaluate(`(() => { const video = document.querySelector("video"); return ${expression}; })()`);
/** Waits for a condition. It is polled from outside, since the CSP of the edge's pages forbids evaluating strings. */
const awaitCondition = (page: Page, expression: string) =>
  expect.poll(() => readExpression<boolean>(page, expression), { timeout: 60_000 }).toBe(true);

/** Resolves once the video's position has advanced by this many seconds. */
async function awaitProgress(page: Page, sec: number): Promise<void> {
  const fromSec = await readExpression<number>(page, "video.currentTime");
  await awaitCondition(page, `video.currentTime > ${fromSec + sec}`);
}
/** A paused video's position is rounded to whole microseconds. */
const POSITION_TOLERANCE_SEC = 0.001;

const HAS_DECODED_AUDIO = "video.webkitAudioDecodedByteCount > 0";
/** Returns whether a higher rung plays. The player loads it from the first segment that is not buffered, up to 30 s ahead. */
const PLAYED_HIGHER = "video.videoHeight > 240";

async function openEmbed({ descriptor }: GrowingVideo, query = "?autoplay=1&muted=1"): Promise<Page> {
  const url = `${embed.harness.edge.url}/embed/${descriptor.uuid}${query}`;
  const page = await embed.browser.openViewer(url, VIEWPORT);
  pages.push(page);
  return page;
}

describe("a viewer who opened the embed page while the video was encoded", () => {
  it("gets audio and rungs that are added later, at the same position", async () => {
    const growing = await startEncoding(embed.harness);
    growing.show(["v0"]);
    const page = await openEmbed(growing);
    await awaitCondition(page, "video.currentTime > 2");
    await page.evaluate(
      "Object.assign(document.querySelector('video'), { muted: false, volume: 0.5, playbackRate: 1.25 })",
    );
    await page.evaluate(RECORD_EVENTS_SCRIPT);
    expect(await readExpression<number>(page, "video.webkitAudioDecodedByteCount")).toBe(0);
    growing.show(["v0", "v1", "v2", "a0"]);
    await awaitCondition(page, HAS_DECODED_AUDIO);
    await awaitCondition(page, PLAYED_HIGHER);
    await awaitProgress(page, 2);
    expect((await readSeenBy(page)).backSec).toBeLessThan(POSITION_TOLERANCE_SEC);
    expect(
      await readExpression(page, "[video.paused, video.muted, video.volume, video.playbackRate]"),
    ).toEqual([false, false, 0.5, 1.25]);
  });

  it("gets rungs that are added later, and loads nothing twice", async () => {
    const growing = await startEncoding(embed.harness);
    growing.show(["v0", "a0"]);
    const page = await openEmbed(growing);
    await awaitCondition(page, "video.currentTime > 2");
    await page.evaluate(RECORD_EVENTS_SCRIPT);
    growing.show(["v0", "v1", "a0"]);
    growing.show(["v0", "v1", "v2", "a0"], true);
    await awaitCondition(page, PLAYED_HIGHER);
    await awaitProgress(page, 2);
    expect(await readSeenBy(page)).toMatchObject({ backSec: 0, emptied: 0 });
    await page.mouse.move(600, 300);
    await page.click(".settings > .button");
    await page.click(".menu-item:has-text('Quality')");
    const labels = await page.locator(".menu-item .menu-label").allTextContents();
    expect(labels).toEqual(["Auto", "720p HD", "480p SD", "240p SD"]);
  });

  it("keeps the frame during a pause, and has audio when playback resumes", async () => {
    const growing = await startEncoding(embed.harness);
    growing.show(["v0"]);
    const page = await openEmbed(growing);
    await awaitCondition(page, "video.currentTime > 2");
    await page.keyboard.press("k");
    await page.evaluate(RECORD_EVENTS_SCRIPT);
    const asked = page.waitForResponse(
      async (response) => response.url().endsWith("master.m3u8") && (await response.text()).includes("a0/"),
    );
    growing.show(["v0", "v1", "v2", "a0"], true);
    await asked;
    expect(await readExpression<boolean>(page, "video.paused")).toBe(true);
    const { backSec, emptied } = await readSeenBy(page);
    expect(backSec).toBeLessThan(POSITION_TOLERANCE_SEC);
    expect(emptied).toBe(0);
    await page.keyboard.press("k");
    await awaitCondition(page, HAS_DECODED_AUDIO);
    await awaitProgress(page, 2);
    expect((await readSeenBy(page)).backSec).toBeLessThan(POSITION_TOLERANCE_SEC);
  });

  it("gets everything that is available when playback starts later", async () => {
    const growing = await startEncoding(embed.harness);
    growing.show(["v0"]);
    const page = await openEmbed(growing, "?muted=1");
    await page.waitForResponse((response) => response.url().endsWith("master.m3u8"));
    await page.waitForSelector('html[data-state="ready"]', { state: "attached" });
    growing.show(["v0", "v1", "v2", "a0"], true);
    await page.click(".big-play");
    await awaitCondition(page, HAS_DECODED_AUDIO);
    await awaitCondition(page, PLAYED_HIGHER);
  });

  it("requests no playlists once the video is complete", async () => {
    const growing = await startEncoding(embed.harness);
    growing.show(["v0", "a0"]);
    const page = await openEmbed(growing);
    await awaitCondition(page, "video.currentTime > 2");
    growing.show(["v0", "a0"], true);
    const ended = page.waitForResponse(
      async (response) =>
        response.url().endsWith("v0/index.m3u8") && (await response.text()).includes("ENDLIST"),
    );
    await ended;
    await awaitProgress(page, 8);
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().endsWith(".m3u8")) asked += 1;
    });
    await awaitProgress(page, 10);
    expect(asked).toBe(0);
  });
});

/** A page with the code of docs/plugin.md. */
const HLS_JS: PluginPage = {
  player: join(dirname(createRequire(import.meta.url).resolve("hls.js")), "hls.min.js"),
  adapter: "shoal-hls",
  play: `
    const hls = new Hls();
    window.attachment = shoal.attachHls(hls, video, options);
    hls.loadSource(query.get("manifest"));
    hls.attachMedia(video);`,
};

describe("a page with the plugin and hls.js, opened while the video was encoded", () => {
  it("gets audio and rungs that are added later, at the same position", async () => {
    const growing = await startEncoding(plugin.edge);
    growing.show(["v0"]);
    const { hlsUrl } = await plugin.edge.play(growing.descriptor.uuid);
    const page = await plugin.open(HLS_JS, { key: plugin.addConfig(), manifest: hlsUrl });
    await awaitCondition(page, "video.currentTime > 2");
    await page.evaluate(RECORD_EVENTS_SCRIPT);
    growing.show(["v0", "v1", "v2", "a0"]);
    await awaitCondition(page, HAS_DECODED_AUDIO);
    await awaitCondition(page, PLAYED_HIGHER);
    await awaitProgress(page, 2);
    expect((await readSeenBy(page)).backSec).toBeLessThan(POSITION_TOLERANCE_SEC);
    expect(await page.evaluate("thrown")).toEqual([]);
  });
});

const modulesFolder = join(REPOSITORY_ROOT, "node_modules");
/** Pages with players that read the tracks of a manifest only once, each with the manifest that it plays. */
const OTHER_PLAYERS: [string, "hlsUrl" | "dashUrl", PluginPage][] = [
  ["Shaka and HLS", "hlsUrl", shakaPage()],
  ["Shaka and DASH", "dashUrl", shakaPage()],
  [
    "dash.js",
    "dashUrl",
    {
      player: join(modulesFolder, "dashjs/dist/modern/umd/dash.all.min.js"),
      adapter: "shoal-dash",
      play: `
        const player = dashjs.MediaPlayer().create();
        player.initialize(video, query.get("manifest"), true);
        window.attachment = shoal.attachDash(player, options);`,
    },
  ],
  [
    "Video.js",
    "hlsUrl",
    {
      player: join(modulesFolder, "video.js/dist/video.min.js"),
      adapter: "shoal-videojs",
      play: `
        const player = videojs(video);
        window.attachment = shoal.attachVideojs(player, options);
        player.src({ src: query.get("manifest"), type: "application/x-mpegURL" });`,
    },
  ],
];

function shakaPage(): PluginPage {
  return {
    player: join(modulesFolder, "shaka-player/dist/shaka-player.compiled.js"),
    adapter: "shoal-shaka",
    play: `
      const player = new shaka.Player();
      await player.attach(video);
      window.attachment = shoal.attachShaka(player, video, options);
      await player.load(query.get("manifest"));`,
  };
}

describe.each(OTHER_PLAYERS)(
  "a page with the plugin and %s, opened while the video was encoded",
  (_, address, player) => {
    it("gets audio and rungs that are added later, at the same position", async () => {
      const growing = await startEncoding(plugin.edge);
      growing.show(["v0"]);
      const session = await plugin.edge.play(growing.descriptor.uuid);
      const page = await plugin.open(player, { key: plugin.addConfig(), manifest: session[address] });
      await awaitCondition(page, "video.currentTime > 2");
      expect(await readExpression<number>(page, "video.currentTime")).toBeLessThan(MEDIA_DURATION_SEC / 2);
      await page.evaluate(RECORD_EVENTS_SCRIPT);
      growing.show(["v0", "v1", "v2", "a0"]);
      await awaitCondition(page, HAS_DECODED_AUDIO);
      await awaitCondition(page, PLAYED_HIGHER);
      await awaitProgress(page, 2);
      // A player that reloads may start at the previous frame.
      expect((await readSeenBy(page)).backSec).toBeLessThan(0.5);
      expect(await page.evaluate("thrown")).toEqual([]);
    });
  },
);
