import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { VideoView } from "@shoal/contract";
import { embedCodeOf, PLAYER_ALLOWANCES } from "@shoal/domain";
import { H264, makeClipFolder, testPicture, testTone } from "@shoal/testkit";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { uploadFile, waitForVideo } from "../../harness/account.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { addTenant, useAdministrator } from "../support/tenants.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Serves a page of another website, whose host differs from the edge's. */
async function openSite(html: string): Promise<string> {
  const server = createServer((_req, res) => {
    res.setHeader("content-type", "text/html; charset=utf-8");
    res.end(
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Shop</title>${html}</html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.2", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.2:${(server.address() as AddressInfo).port}/`;
}

/** Lists the console errors of a page and its frames. */
function listComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["warning", "error"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}

/** Returns the features that Chromium's permissions policy allows a document. */
const allowedOf = (page: Page | Frame, features: string[]): Promise<string[]> =>
  page.evaluate((names) => {
    const { featurePolicy } = document as unknown as {
      featurePolicy: { allowsFeature: (name: string) => boolean };
    };
    return names.filter((name) => featurePolicy.allowsFeature(name));
  }, features);

async function addVideo(): Promise<VideoView> {
  const { user } = await addTenant(["editor"]);
  const owner = { ...useAdministrator(), ...user };
  const clips = await makeClipFolder();
  onTestFinished(clips.dispose);
  const clip = await clips.make("pier.mp4", [
    ...testPicture({ durationSec: 6 }),
    ...testTone(6),
    ...H264,
    "-c:a",
    "aac",
  ]);
  const uuid = await uploadFile(owner, "Pier", await readFile(clip));
  return waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
}

test("the embed code gives its player the required permissions on another website, without console errors", async () => {
  const video = await addVideo();
  const site = await openSite(
    embedCodeOf({ ...video, embedUrl: `${video.embedUrl}?autoplay=1&muted=1&loop=1` }),
  );
  const page = await browser.context.newPage();
  const complaints = listComplaints(page);
  await page.goto(site);
  await expect.poll(() => page.frames().length).toBe(2);
  const [, frame] = page.frames() as [Frame, Frame];
  expect(new URL(frame.url()).hostname).not.toBe(new URL(site).hostname);
  await expect
    .poll(() => frame.evaluate(() => document.querySelector("video")?.currentTime ?? 0))
    .toBeGreaterThan(0);
  const needed = PLAYER_ALLOWANCES.split("; ");
  expect(await allowedOf(frame, needed)).toEqual(needed);
  expect(await allowedOf(frame, ["camera", "microphone", "display-capture", "geolocation"])).toEqual([]);

  await frame.locator("video").hover();
  await frame.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(() => frame.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await frame.evaluate(() => document.exitFullscreen());
  if (await frame.evaluate(() => document.pictureInPictureEnabled)) {
    await frame.getByRole("button", { name: "Picture in picture" }).click();
    await expect.poll(() => frame.evaluate(() => document.pictureInPictureElement !== null)).toBe(true);
  }
  expect(complaints).toEqual([]);
});

test("the dashboard may use cameras, microphones and screens, without console errors about its headers", async () => {
  const page = await browser.context.newPage();
  const complaints = listComplaints(page);
  const { user } = await addTenant(["editor"]);
  await page.addInitScript((kept) => localStorage.setItem("shoal.credential", kept), user.credential);
  await page.goto(`${inject("platform").apiUrl}/#/capture`);
  await page.getByRole("button", { name: "Turn on camera" }).waitFor();
  const publishing = ["camera", "microphone", "display-capture"];
  expect(await allowedOf(page, [...publishing, ...PLAYER_ALLOWANCES.split("; ")])).toEqual([
    ...publishing,
    ...PLAYER_ALLOWANCES.split("; "),
  ]);
  expect(await allowedOf(page, ["geolocation", "usb", "payment"])).toEqual([]);
  expect(complaints).toEqual([]);
});
