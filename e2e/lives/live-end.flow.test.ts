import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { beginPublishing } from "../support/lives.ts";
import { addTenant } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
/** The number of tested lives. Several are needed, because the last part of each has another length. */
const LIVE_COUNT = 4;

/** Makes the last part arrive together with the end. The first playlist that contains the end is cut off before its last part. */
async function joinEnd(page: Page): Promise<void> {
  const joined = new Set<string>();
  await page.route(/\/index\.m3u8\?_HLS_msn/, async (route) => {
    const response = await route.fetch();
    const list = await response.text();
    const { pathname } = new URL(route.request().url());
    const isFirstEnd = list.includes("#EXT-X-ENDLIST") && !joined.has(pathname);
    if (!isFirstEnd) return route.fulfill({ response });
    joined.add(pathname);
    await route.fulfill({ response, body: list.slice(0, list.lastIndexOf("#EXT-X-PART:")) });
  });
}

test("viewers who receive the last part together with the end see the live to its end", async () => {
  const { user } = await addTenant(["editor"]);
  for (const at of Array(LIVE_COUNT).keys()) {
    const { uuid } = await user.call(routes.createVideo, {
      body: { title: `Harbour cam ${at}`, type: "live", liveToKeepDuration: 60 } as never,
    });
    const id = { params: { id: uuid } };
    const { embedUrl } = await user.call(routes.getVideo, id);
    const publisher = beginPublishing(await user.call(routes.getStreamKey, id));
    const page = await (await browser.newContext()).newPage();
    await joinEnd(page);
    await page.goto(`${embedUrl}?autoplay=1&muted=1`);
    await awaitState(page, "playing");
    await user.call(routes.stopEncoding, id);
    await eventually(async () => {
      expect(await user.call(routes.getVideo, id)).toMatchObject({ live: { state: "ended" } });
    });
    await publisher.ended;
    await awaitState(page, "ended");
    await page.getByText("This live has ended").waitFor();
    expect(await page.getByRole("button", { name: /^(Live|Go to live)$/ }).count()).toBe(0);
  }
});

test("a delayed viewer sees the end of a live after its last frame, and no live label before", async () => {
  const { user } = await addTenant(["editor"]);
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Night ferry", type: "live", liveToKeepDuration: 60 } as never,
  });
  const id = { params: { id: uuid } };
  const { embedUrl } = await user.call(routes.getVideo, id);
  const publisher = beginPublishing(await user.call(routes.getStreamKey, id));
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${embedUrl}?autoplay=1&muted=1`);
  await awaitState(page, "playing");
  // The viewer is far enough behind to learn of the end before reaching it.
  const isFarBack = (behindSec: number) => {
    const video = document.querySelector("video");
    if (!video || video.buffered.length === 0) return false;
    const { buffered } = video;
    return buffered.end(buffered.length - 1) - buffered.start(0) > behindSec;
  };
  await page.waitForFunction(isFarBack, 12);
  await page.evaluate(() => {
    const video = document.querySelector("video");
    if (video) video.currentTime = video.buffered.start(0) + 0.1;
  });
  const over = page.getByText("This live has ended");
  await page.getByRole("button", { name: "Go to live" }).waitFor();
  await user.call(routes.stopEncoding, id);
  await publisher.ended;
  await page.getByRole("button", { name: /^(Live|Go to live)$/ }).waitFor({ state: "hidden" });
  expect(await over.count()).toBe(0);
  await over.waitFor();
  await awaitState(page, "ended");
  expect(await page.getByRole("button", { name: /^(Live|Go to live)$/ }).count()).toBe(0);
});
