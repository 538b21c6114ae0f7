import { readFile } from "node:fs/promises";
import type { VideoView } from "@shoal/contract";
import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { cameraClipArgs, startPlay } from "../support/faults-media.ts";

let platform: TestPlatform;
let account: Account;
let browser: TestBrowser;
let clips: ClipFolder;
let video: VideoView;
beforeAll(async () => {
  platform = await startTestPlatform();
  account = await openAccount(platform);
  browser = await launchBrowser({ width: 640, height: 360 });
  clips = await makeClipFolder();
  const path = await clips.make("clip.mp4", cameraClipArgs({ size: "640x360", durationSec: 24 }));
  const uuid = await uploadFile(account, "Goes on", await readFile(path));
  video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
  await clips?.dispose();
});

const isInState = (page: Page, state: string) =>
  page.waitForFunction((wanted) => document.documentElement.dataset.state === wanted, state, {
    timeout: 90_000,
  });
const openPlatform = async () => {
  const page = await browser.context.newPage();
  await page.goto(`${video.embedUrl}?autoplay=1&muted=1`);
  return page;
};

test("while the api hangs, a page plays on to its end, and plays of that video still start", async () => {
  const pid = platform.children.find(({ name }) => name === "api")?.pid() ?? 0;
  const before = await openPlatform();
  await isInState(before, "playing");
  process.kill(pid, "SIGSTOP");
  try {
    for (const _play of [1, 2])
      expect((await fetch((await startPlay(platform.installation, video.uuid)).hlsUrl)).status).toBe(200);
    const during = await openPlatform();
    await isInState(during, "playing");
    await isInState(before, "ended");
    await isInState(during, "ended");
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await waitForVideo(account, video.uuid, ({ stats }) => stats.nbView >= 2);
});
