import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { routes, type VideoView } from "@shoal/contract";
import { eventually, H264, makeClipFolder, testPicture, testTone } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { waitForVideo } from "../../harness/account.ts";
import { HANG_TIMEOUT_MS } from "../../harness/limits.ts";
import { openAs } from "../../harness/people.ts";
import { awaitState, readStats } from "../../harness/swarm/swarm-viewers.ts";
import { addTenant, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

/**
 * The length of the clip in seconds. It is longer than a player's buffer, so viewers still have segments to share once they are
 * connected.
 */
const CLIP_DURATION_SEC = 60;
const VIDEO_TITLE = "Harbour";
const browser = useBrowser();

async function openViewer({ embedUrl }: VideoView): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${embedUrl}?autoplay=1&muted=1`);
  await awaitState(page, "playing");
  return page;
}

/** Returns the errors that ffmpeg reports when it plays the whole video. */
async function listFfmpegErrors({ manifest }: VideoView): Promise<string> {
  const input = ["-v", "error", "-i", String(manifest.hls), "-map", "0:v:0", "-map", "0:a:0"];
  const { stderr } = await promisify(execFile)("ffmpeg", [...input, "-f", "null", "-"], {
    timeout: HANG_TIMEOUT_MS,
  });
  return stderr;
}

test("an uploaded file is encoded, watched by two viewers who exchange segments, and its card shows the figures", async () => {
  const { user } = await addTenant(["editor"]);
  const clips = await makeClipFolder();
  onTestFinished(clips.dispose);
  const sources = [...testPicture({ durationSec: CLIP_DURATION_SEC }), ...testTone(CLIP_DURATION_SEC)];
  const clip = await clips.make("harbour.mp4", [...sources, ...H264, "-c:a", "aac"]);

  const library = await openAs(browser.context, useAdministrator(), { person: user, path: "/videos" });
  await library.getByRole("button", { name: "New video(s)" }).click();
  await library.setInputFiles("input[type=file]", clip);
  await library.getByLabel("Title of harbour.mp4").fill(VIDEO_TITLE);
  await library.getByRole("button", { name: "Start", exact: true }).click();
  const card = library.getByRole("article", { name: VIDEO_TITLE, exact: true });
  await card.waitFor();
  const uuid = String(await card.getAttribute("data-uuid"));
  const read = () => user.call(routes.getVideo, { params: { id: uuid } });
  const owner = { ...useAdministrator(), ...user };
  const video = await waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(video.duration).toBeCloseTo(CLIP_DURATION_SEC, 0);
  expect(await listFfmpegErrors(video)).toBe("");

  const viewers = [await openViewer(video), await openViewer(video)];
  await eventually(async () => {
    const stats = await Promise.all(viewers.map(readStats));
    expect(stats.reduce((sum, { bytesPeer }) => sum + bytesPeer, 0)).toBeGreaterThan(0);
  });
  for (const page of viewers) await page.close();

  await eventually(async () => {
    const { stats } = await read();
    expect(stats).toMatchObject({ nbView: 2, offload: expect.any(Number) });
    expect(stats.offload).toBeGreaterThan(0);
    // The card is updated automatically. Data of the last minute may arrive between the two readings.
    expect(await card.textContent()).toContain(stats.offload_unit);
  });
});
