import { routes } from "@shoal/contract";
import { H264, makeClip, testPicture, testTone } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { uploadFile, waitForVideo } from "../../harness/account.ts";
import { openAs } from "../../harness/people.ts";
import { awaitPlayer } from "../../harness/review/coded-clip.ts";
import { useProjectPeople } from "../support/reviewed-film.ts";
import { useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
const people = useProjectPeople();
const CLIP_DURATION_SEC = 12;
/** The heights of the version's renditions, in lines. */
const RENDITION_HEIGHTS = [360, 540, 720] as const;
/**
 * The download speed in bits per second. It suffices for the smallest rendition of a video of noise, 1,034 kbps and its audio, but
 * for no other rendition.
 */
const SLOW_BPS = 1_600_000;
const POLL_OPTIONS = { timeout: 60_000 };

/** Creates a project whose version contains so much noise that each rendition uses its full bit rate. @returns the version's path. */
async function addFilm(): Promise<string> {
  const { owner } = people;
  const account = { ...useAdministrator(), ...owner };
  const film = await makeClip("film.mp4", [
    ...testPicture({ size: "1280x720", durationSec: CLIP_DURATION_SEC }),
    ...testTone(CLIP_DURATION_SEC),
    "-vf",
    "noise=alls=24:allf=t",
    ...H264,
    "-c:a",
    "aac",
  ]);
  const video = await uploadFile(account, "First cut", film);
  await waitForVideo(account, video, ({ encodingStatus }) => encodingStatus === "encoded");
  const { uuid } = await owner.call(routes.createProject, { body: { name: "Harbour film", uuid: video } });
  return `/vireed/${uuid}/1`;
}

/** Limits the download speed of the page until the next call. */
async function limitDownloads(page: Page): Promise<(bitsPerSec: number | "unlimited") => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  return async (bitsPerSec) => {
    const bytesPerSec = bitsPerSec === "unlimited" ? -1 : bitsPerSec / 8;
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: bytesPerSec,
      uploadThroughput: bytesPerSec,
    });
  };
}

/** Returns the height of the rendition whose frame is shown, in lines. */
const shownLines = (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => video.videoHeight);
/** Returns the height of the smallest rendition that the page does not enlarge, in lines. */
const fittingLines = async (page: Page) => {
  const height = await page.locator("video").evaluate((video: HTMLVideoElement) => video.clientHeight);
  return RENDITION_HEIGHTS.find((lines) => lines >= height) ?? RENDITION_HEIGHTS.at(-1);
};
const shownFrame = (page: Page) =>
  page.locator("[role=slider][data-shown-frame]").getAttribute("data-shown-frame");

test("on a slow connection the small rendition plays, and a paused frame becomes sharp, on the page and in full screen", async () => {
  const path = await addFilm();
  const page = await openAs(browser.context, useAdministrator(), { person: people.owner, path: "/vireed" });
  await page.getByText("Harbour film").first().waitFor();
  const limit = await limitDownloads(page);
  await limit(SLOW_BPS);
  await page.evaluate((to) => {
    location.hash = to;
  }, path);
  await awaitPlayer(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => shownLines(page), POLL_OPTIONS).toBe(RENDITION_HEIGHTS[0]);

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const paused = await shownFrame(page);
  const onPage = await fittingLines(page);
  expect(onPage).toBeGreaterThan(RENDITION_HEIGHTS[0]);
  await expect.poll(() => shownLines(page), POLL_OPTIONS).toBe(onPage);
  expect(await shownFrame(page)).toBe(paused);

  await limit("unlimited");
  await page.getByRole("button", { name: "Full screen" }).click();
  await page.waitForFunction(() => document.fullscreenElement?.querySelector("video") !== null);
  const inFull = await fittingLines(page);
  expect(inFull).toBeGreaterThan(onPage ?? 0);
  await expect.poll(() => shownLines(page), POLL_OPTIONS).toBe(inFull);
  expect(await shownFrame(page)).toBe(paused);
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.fullscreenElement === null);
  expect(await shownFrame(page)).toBe(paused);
});
