import { readFile } from "node:fs/promises";
import { type RuleChanges, routes } from "@shoal/contract";
import { H264, makeClipFolder, testPicture } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import {
  openViewerBrowser,
  readStats,
  type ViewerBrowser,
  type ViewerStats,
} from "../../harness/swarm/swarm-viewers.ts";

declare global {
  interface Window {
    shoalPlayer?: { stats(): ViewerStats | undefined };
  }
}

/** The time within which a change of rules reaches current viewers. */
const MAX_PROPAGATION_MS = 10_000;
const CLIP_DURATION_SEC = 90;

let platform: TestPlatform;
let account: Account;
let browser: ViewerBrowser;
let uuid: string;
beforeAll(async () => {
  platform = await startTestPlatform();
  account = await openAccount(platform);
  const clips = await makeClipFolder();
  const source = testPicture({ durationSec: CLIP_DURATION_SEC, rate: "10" });
  const clip = await readFile(await clips.make("clip.mp4", [...source, ...H264, "-movflags", "+faststart"]));
  await clips.dispose();
  uuid = await uploadFile(account, "Shoals of herring", clip);
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  browser = await openViewerBrowser();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

async function changeRules(rules: RuleChanges): Promise<void> {
  const params = { id: uuid };
  const { revision } = await account.call(routes.getVideoRules, { params });
  await account.call(routes.updateVideoRules, { params, body: { revision, rules } });
}
const openPlayerPage = (language: string) =>
  browser.openViewer(`${platform.installation.edgeUrl}/embed/${uuid}?autoplay=1&muted=1&lang=${language}`);
/** Waits until every page has this number of peers. The time limit is the time within which a change of rules reaches viewers. */
const awaitPeerCount = (pages: Page[], peers: number) =>
  Promise.all(
    pages.map((page) =>
      page.waitForFunction((wanted) => window.shoalPlayer?.stats()?.peers === wanted, peers, {
        timeout: MAX_PROPAGATION_MS,
      }),
    ),
  );
const seekTo = (page: Page, positionSec: number) =>
  page.locator("video").evaluate((video, toSec) => {
    (video as HTMLVideoElement).currentTime = toSec;
  }, positionSec);
const awaitProgress = (page: Page, positionSec: number) =>
  page.waitForFunction((sec) => (document.querySelector("video")?.currentTime ?? 0) > sec, positionSec);

test("two viewers stop sharing when their video's rules forbid it, and see the reason when they are blocked", async () => {
  const pages = [await openPlayerPage("en"), await openPlayerPage("fr")];
  await awaitPeerCount(pages, 1);
  await Promise.any(
    pages.map((page) => page.waitForFunction(() => (window.shoalPlayer?.stats()?.bytesPeer ?? 0) > 0)),
  );

  await changeRules({ p2pWeb: false });
  await awaitPeerCount(pages, 0);
  const before = await Promise.all(pages.map(readStats));
  // The position is beyond the buffer, so its data comes only from the server.
  for (const page of pages) await seekTo(page, CLIP_DURATION_SEC - 20);
  for (const page of pages) await awaitProgress(page, CLIP_DURATION_SEC - 17);
  const after = await Promise.all(pages.map(readStats));
  for (const [index, { bytesPeer, bytesUp, bytesServer }] of after.entries()) {
    expect([bytesPeer, bytesUp]).toEqual([before[index]?.bytesPeer, before[index]?.bytesUp]);
    expect(bytesServer).toBeGreaterThan(before[index]?.bytesServer ?? 0);
  }

  await changeRules({ p2pWeb: null });
  await awaitPeerCount(pages, 1);

  await changeRules({ unauthorizedIPs: ["127.0.0.1"] });
  const reasons = [
    "This video is not available on your network",
    "Cette vidéo n’est pas disponible sur votre réseau",
  ];
  for (const [index, page] of pages.entries())
    await page.getByRole("heading", { name: reasons[index] ?? "" }).waitFor({ timeout: MAX_PROPAGATION_MS });
  const late = await openPlayerPage("en");
  await late.getByRole("heading", { name: reasons[0] ?? "" }).waitFor();
});
