import { routes, type VideoView } from "@shoal/contract";
import { eventually, H264, makeClip, testTone } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { uploadFile, waitForVideo } from "../../harness/account.ts";
import { findBarriers, openAs } from "../../harness/people.ts";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { addTenant, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const CLIP_DURATION_SEC = 60;
/** The brightness of the first frame. Every later frame is brighter than the one that precedes it. */
const MIN_BRIGHTNESS = 30;
const STEPS_PER_SEC = 3;
const SOURCE_FILTER = `color=black:s=320x180:r=10:d=${CLIP_DURATION_SEC},geq=lum=${MIN_BRIGHTNESS}+${STEPS_PER_SEC}*T:cb=128:cr=128`;
/** The tolerance for a brightness. It must resolve thirds of a second, and two pages share two processors. */
const TOLERANCE_SEC = 1;
const browser = useBrowser();

function makeFilm(): Promise<Buffer> {
  const sources = ["-f", "lavfi", "-i", SOURCE_FILTER, ...testTone(CLIP_DURATION_SEC)];
  return makeClip("lighter.mp4", [...sources, ...H264, "-c:a", "aac"]);
}

/** Opens a viewer. @param partAwaits is awaited while the play session is open, before the main part of the player loads. */
async function openViewer({ embedUrl }: VideoView, partAwaits?: () => Promise<unknown>): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  if (partAwaits) {
    const session = page.waitForResponse((response) => response.url().includes("/play/"));
    await page.route(/hls-playback/, async (route) => {
      await session;
      await partAwaits();
      await route.continue();
    });
  }
  await page.goto(`${embedUrl}?autoplay=1&muted=1`);
  await awaitState(page, "playing");
  return page;
}

/** Returns the second of the video that a page shows. */
async function readShownSecond(page: Page): Promise<number> {
  const light = await page.evaluate<number>(`(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.drawImage(document.querySelector("video"), 0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[1];
  })()`);
  // Canvas values have full range, while those of the source have limited range.
  return (16 + (light * 219) / 255 - MIN_BRIGHTNESS) / STEPS_PER_SEC;
}

test("all viewers of a simulated live see the same second, even if they join late, and the video again after its end", async () => {
  const { user } = await addTenant(["editor"]);
  const owner = { ...useAdministrator(), ...user };
  const uuid = await uploadFile(owner, "Harbour", await makeFilm());
  await waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  const page = await openAs(browser.context, useAdministrator(), {
    person: user,
    path: `/player/${uuid}?section=asLive`,
  });
  const section = page.getByRole("region", { name: "Play as a live", exact: true });
  await section.getByRole("button", { name: "Play as live now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Play as live now" }).click();
  await section.getByText("It is playing as a live, from").waitFor();
  await page.getByText("Simulated live", { exact: true }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const video = await user.call(routes.getVideo, { params: { id: uuid } });
  const startedAtMs = Date.parse(video.vodToLive?.startDate ?? "");
  const onAirSec = () => (Date.now() - startedAtMs) / 1000;
  const early = await openViewer(video);
  await eventually(async () => expect(await readShownSecond(early)).toBeGreaterThan(8));
  const late = await openViewer(video, async () => {
    const sec = await readShownSecond(early);
    await eventually(async () => expect(await readShownSecond(early)).toBeGreaterThan(sec + 3));
  });
  await eventually(async () => {
    const [first, second] = await Promise.all([readShownSecond(early), readShownSecond(late)]);
    expect(second).toBeGreaterThan(8);
    expect(Math.abs(first - second)).toBeLessThan(TOLERANCE_SEC);
    expect(Math.abs(second - onAirSec())).toBeLessThan(TOLERANCE_SEC);
  });
  await late.getByRole("button", { name: "Live", exact: true }).waitFor({ state: "attached" });
  // The player does not offer to seek back.
  await late.mouse.move(100, 100);
  expect(await late.getByRole("slider", { name: "Seek" }).isVisible()).toBe(false);

  await section.getByRole("button", { name: "End live" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End live" }).click();
  await section.getByText("Viewers watch it on demand").waitFor();
  // After the end, viewers get the video from its beginning.
  await eventually(async () =>
    expect(await early.evaluate<number>("document.querySelector('video').duration")).toBeCloseTo(
      CLIP_DURATION_SEC,
      0,
    ),
  );
  await awaitState(early, "playing");
});
