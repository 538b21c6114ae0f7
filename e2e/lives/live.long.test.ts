import { type PacedVod, wallClock } from "@shoal/media";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TestLives } from "../../apps/edge/src/testing/paced-live.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { HANG_TIMEOUT_MS } from "../../harness/limits.ts";
import { awaitState, readStats } from "../../harness/swarm/swarm-viewers.ts";
import { DASH_PLAYERS, playDash } from "../support/dash-players.ts";
import { type EdgePlayer, startEdgePlayer } from "../support/edge-player.ts";

const HLS_JS = "node_modules/hls.js/dist/hls.min.js";
/** The script of a page that plays with hls.js and counts everything from the first frame on. */
const PLAY_WITH_HLS_JS = `
  const video = document.querySelector("video");
  const openedAtMs = performance.now();
  window.seen = { stalls: 0, firstPictureMs: null, errors: [] };
  video.requestVideoFrameCallback(() => {
    window.seen.firstPictureMs = Math.round(performance.now() - openedAtMs);
    video.addEventListener("waiting", () => window.seen.stalls++);
  });
  window.hls = new Hls({ lowLatencyMode: true, maxLiveSyncPlaybackRate: 1.5 });
  hls.on(Hls.Events.ERROR, (_, { details, fatal }) => {
    window.seen.errors.push({ atMs: Math.round(performance.now() - openedAtMs), details, fatal });
  });
  hls.loadSource(ADDRESS);
  hls.attachMedia(video);
  hls.on(Hls.Events.MANIFEST_PARSED, () => video.play());`;
const PART_URL = /\/v0\/\d+\.\d+\.m4s$/;
const testLives = new TestLives();
const runningLives: { paced: PacedVod; done: Promise<void> }[] = [];
let player: EdgePlayer;
let video: Awaited<ReturnType<EdgePlayer["publish"]>>;
let browser: TestBrowser;
let pages: Page[] = [];

beforeAll(async () => {
  player = await startEdgePlayer({}, { lives: testLives });
  browser = await launchBrowser();
  video = await player.publish({ durationSec: 20 });
});
afterEach(async () => {
  await Promise.all(pages.map((page) => page.close()));
  pages = [];
  for (const { paced } of runningLives) paced.close();
  await Promise.all(runningLives.splice(0).map(({ done }) => done));
});
afterAll(async () => {
  await browser.close();
  await player.close();
});

async function startLive(latencySec: number | null, headStartSec = 14): Promise<string> {
  const options = { clock: wallClock, live: { latencySec }, headStartSec };
  const { descriptor, paced } = await testLives.open(player.harness, video, options);
  runningLives.push({ paced, done: paced.run() });
  return descriptor.uuid;
}

async function openPage(uuid: string, query = ""): Promise<Page> {
  const url = `${player.harness.edge.url}/embed/${uuid}?autoplay=1&muted=1${query}`;
  const page = await player.browser.openViewer(url);
  pages.push(page);
  return page;
}

async function openPlayerPage(uuid: string, query = ""): Promise<Page> {
  const page = await openPage(uuid, query);
  await awaitState(page, "playing");
  return page;
}

const positionOf = (page: Page) => page.evaluate<number>("document.querySelector('video').currentTime");

/** Waits until this much has been played. The test polls the condition, because the player's CSP forbids evaluating strings in the page. */
async function awaitPlayed(page: Page, seconds: number): Promise<void> {
  const untilSec = (await positionOf(page)) + seconds;
  const options = { timeout: seconds * 1_000 + HANG_TIMEOUT_MS, interval: 500 };
  await expect.poll(() => positionOf(page), options).toBeGreaterThanOrEqual(untilSec);
}

describe("a live", () => {
  it("plays in hls.js, part by part, for 30 s and across the seam of the loop", async () => {
    const { hlsUrl } = await player.harness.play(await startLive(null));
    const page = await browser.context.newPage();
    pages.push(page);
    const part = page.waitForRequest(PART_URL);
    await page.setContent("<video muted playsinline></video>");
    await page.addScriptTag({ path: HLS_JS });
    await page.addScriptTag({ content: PLAY_WITH_HLS_JS.replace("ADDRESS", JSON.stringify(hlsUrl)) });
    await page.waitForFunction("window.seen.firstPictureMs !== null");
    await awaitPlayed(page, 30);
    const behindSec = await page.evaluate<number>("(Date.now() - hls.playingDate.getTime()) / 1000");
    const seen = await page.evaluate<{ errors: { details: string; fatal: boolean }[] }>("window.seen");
    // How smooth and how late playback is depends on the machine's other load.
    console.log(`live: ${behindSec.toFixed(2)} s behind the publisher, ${JSON.stringify(seen)}`);
    expect((await part).url()).toContain("/m/");
    expect(seen.errors.filter(({ fatal }) => fatal)).toEqual([]);
  });

  it("plays in our player, part by part, through the swarm's engine", async () => {
    const uuid = await startLive(null);
    const page = await openPlayerPage(uuid, "&lang=fr");
    const part = page.waitForRequest(PART_URL);
    await awaitPlayed(page, 8);
    expect((await part).url()).toContain("/m/");
    expect((await readStats(page)).bytesServer).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Direct", exact: true }).waitFor();
    await page.keyboard.press("j");
    const back = page.getByRole("button", { name: "Revenir au direct" });
    await back.waitFor();
    expect(await page.textContent(".clock")).toMatch(/^−0:\d\d/);
    await back.press("Enter");
    await page.getByRole("button", { name: "Direct", exact: true }).waitFor();
    await page
      .getByRole("slider", { name: "Position" })
      .and(page.locator('[aria-valuetext="Direct"]'))
      .waitFor();
  });

  it("is shared by three viewers", async () => {
    const uuid = await startLive(8);
    const first = await openPlayerPage(uuid);
    await first.getByRole("button", { name: "Live", exact: true }).waitFor();
    const viewers = [first, ...(await Promise.all([openPlayerPage(uuid), openPlayerPage(uuid)]))];
    for (const page of viewers) await expect.poll(async () => (await readStats(page)).peers).toBe(2);
    await Promise.all(viewers.map((page) => awaitPlayed(page, 30)));
    const stats = await Promise.all(viewers.map(readStats));
    const fromPeers = stats.reduce((total, { bytesPeer }) => total + bytesPeer, 0);
    const fromServer = stats.reduce((total, { bytesServer }) => total + bytesServer, 0);
    console.log(`live: ${JSON.stringify(stats)}`);
    expect(fromPeers).toBeGreaterThan(fromServer / 4);
    await first.keyboard.press("j");
    // The position is farther back than that of a viewer who merely lags.
    await awaitPlayed(first, 4);
    await first.getByRole("button", { name: "Go to live" }).waitFor();
  });

  it("starts for viewers once it has run for as long as their latency", async () => {
    const openedAtMs = performance.now();
    const uuid = await startLive(10, 2);
    const page = await openPage(uuid, "&lang=en");
    await page.getByRole("heading", { name: "This live has just started" }).waitFor();
    await awaitState(page, "playing");
    // The live offered 2 s of the 10 s latency from the start. Segments are loaded whole.
    expect(performance.now() - openedAtMs).toBeGreaterThan(6_000);
    await awaitPlayed(page, 8);
    expect(await page.getByRole("heading", { name: "This live has just started" }).count()).toBe(0);
  });

  it.each(DASH_PLAYERS)("plays as DASH in %s across the seam of the loop", async (_name, script, attach) => {
    const { dashUrl } = await player.harness.play(await startLive(null));
    const page = await playDash(browser, dashUrl, { script, attach });
    pages.push(page);
    await page.waitForFunction("document.querySelector('video').readyState >= 3");
    await awaitPlayed(page, 10);
    expect(await page.evaluate("document.querySelector('video').error")).toBeNull();
  });
});
