import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { awaitState, readStats } from "../../harness/swarm/swarm-viewers.ts";
import { type PlayerHarness, startPlayerHarness } from "../support/player-harness.ts";

/** The length of the video: longer than a player's buffer of 30 s. */
const MEDIA_DURATION_SEC = 60;
let harness: PlayerHarness;
let initialState: PlayerHarness["edge"]["state"];
let pages: Page[];

beforeAll(async () => {
  harness = await startPlayerHarness(MEDIA_DURATION_SEC);
  initialState = { ...harness.edge.state };
});
afterAll(() => harness.close());
beforeEach(() => {
  pages = [];
  Object.assign(harness.edge.state, initialState);
});
afterEach(() => Promise.all(pages.map((page) => page.context().close())));

const openPage = (query = "", size?: { width: number; height: number }): Promise<Page> =>
  openAt(harness.embedUrl(query), size);

async function openAt(url: string, size?: { width: number; height: number }): Promise<Page> {
  const page = await harness.browser.openViewer(url, size);
  pages.push(page);
  return page;
}

const readExpression = <T>(page: Page, expression: string): Promise<T> =>
  page.evaluate(`(() => { const video = document.querySelector("video"); return ${expression}; })()`);

const awaitPosition = (page: Page, positionSec: number) =>
  page.waitForFunction(`document.querySelector("video").currentTime >= ${positionSec}`);

describe("the embed page", () => {
  it("shows the poster and loads no media before playback is requested", async () => {
    const before = harness.edge.bytesSent();
    const page = await openPage();
    await awaitState(page, "ready");
    expect(await readExpression<string>(page, "video.poster")).toContain("poster.jpg");
    expect(harness.edge.bytesSent()).toBe(before);
  });

  it("plays video and audio when the large button is pressed", async () => {
    const page = await openPage();
    await awaitState(page, "ready");
    await page.click(".big-play");
    await awaitState(page, "playing");
    await awaitPosition(page, 1);
    expect(await readExpression<number>(page, "video.webkitAudioDecodedByteCount")).toBeGreaterThan(0);
    expect((await readStats(page)).startupMs).toBeGreaterThan(0);
  });

  it("starts automatically, muted and at the given second if its URL says so", async () => {
    const page = await openPage("?autoplay=1&muted=1&start=20");
    await awaitState(page, "playing");
    expect(await readExpression<number>(page, "video.currentTime")).toBeGreaterThanOrEqual(20);
    expect(await readExpression<boolean>(page, "video.muted")).toBe(true);
  });

  it("is controlled by the keyboard", async () => {
    const page = await openPage("?autoplay=1&muted=1");
    await awaitState(page, "playing");
    await page.keyboard.press("k");
    await awaitState(page, "paused");
    await page.keyboard.press("5");
    expect(await readExpression<number>(page, "video.currentTime")).toBeCloseTo(MEDIA_DURATION_SEC / 2, 0);
    await page.keyboard.press("l");
    expect(await readExpression<number>(page, "video.currentTime")).toBeCloseTo(
      MEDIA_DURATION_SEC / 2 + 10,
      0,
    );
    await page.keyboard.press("ArrowLeft");
    expect(await readExpression<number>(page, "video.currentTime")).toBeCloseTo(
      MEDIA_DURATION_SEC / 2 + 5,
      0,
    );
    await page.keyboard.press(">");
    expect(await readExpression<number>(page, "video.playbackRate")).toBe(1.25);
    await page.keyboard.press("m");
    expect(await readExpression<boolean>(page, "video.muted")).toBe(false);
    await page.keyboard.press("Home");
    expect(await readExpression<number>(page, "video.currentTime")).toBe(0);
    await page.keyboard.press("?");
    expect(await page.isVisible("dialog.help")).toBe(true);
  });

  it("lists its qualities and plays the chosen one", async () => {
    const page = await openPage("?autoplay=1&muted=1", { width: 1280, height: 720 });
    // Playback starts with the smallest quality, and the viewer selects it afterwards.
    await page.waitForFunction("document.querySelector('video').videoHeight > 240");
    await page.mouse.move(600, 300);
    await page.click(".settings > .button");
    await page.click(".menu-item:has-text('Quality')");
    const labels = await page.locator(".menu-item .menu-label").allTextContents();
    expect(labels).toEqual(["Auto", "720p HD", "480p SD", "240p SD"]);
    // The "Auto" entry also shows the quality that is being played.
    await page.click(".menu-item:has(.menu-label:text-is('240p SD'))");
    await page.waitForFunction("document.querySelector('video').videoHeight === 240");
  });

  it("shows captions and thumbnails of the storyboard", async () => {
    const page = await openPage("?autoplay=1&muted=1", { width: 1280, height: 720 });
    await awaitState(page, "playing");
    await page.keyboard.press("c");
    await page.waitForSelector(".captions p:has-text('Once upon a time')");
    await page.hover(".scrubber", { position: { x: 600, y: 10 } });
    await page.waitForSelector(".preview.is-shown .preview-picture:not([hidden])");
  });

  it("has no controls if its URL says so", async () => {
    const page = await openPage("?controls=0");
    await awaitState(page, "ready");
    expect(await page.locator(".bar").count()).toBe(0);
    expect(await page.isVisible(".big-play")).toBe(true);
  });
});

describe("a video that cannot be played", () => {
  it.each([
    ["video_not_found", "This video does not exist"],
    ["playback_denied", "This video cannot be played here"],
  ] as const)("shows for the code %s: %s", async (code, title) => {
    harness.edge.state.play = code;
    const page = await openPage("?lang=en");
    await awaitState(page, "error");
    expect(await page.textContent(".notice h1")).toBe(title);
  });

  it("shows the reason in French with ?lang=fr", async () => {
    harness.edge.state.play = "playback_denied";
    const page = await openPage("?lang=fr");
    await awaitState(page, "error");
    expect(await page.textContent(".notice h1")).toBe("Cette vidéo ne peut pas être lue ici");
    expect(await page.getAttribute("html", "lang")).toBe("fr");
  });

  it("shows a notice while a script of the player cannot be loaded, and plays once it can", async () => {
    const page = await openAt("about:blank");
    let isAway = true;
    await page.route(/hls-playback-[^/]*\.js$/, (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(harness.embedUrl("?autoplay=1&muted=1"));
    await awaitState(page, "error");
    expect(await page.isVisible(".notice")).toBe(true);
    isAway = false;
    await awaitState(page, "playing");
    expect(await page.isVisible(".notice")).toBe(false);
  });

  it("asks the edge to hold its response while it is being prepared, and plays once it is ready", async () => {
    harness.edge.state.play = "playback_not_ready";
    const page = await openAt("about:blank");
    const waits: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.startsWith("/play/")) waits.push(request.headers().prefer);
    });
    await page.goto(harness.embedUrl("?autoplay=1&muted=1"));
    await page.waitForSelector(".notice h1:has-text('being prepared')");
    harness.edge.state.play = "playable";
    await awaitState(page, "playing");
    expect(await page.isVisible(".notice")).toBe(false);
    expect(waits.slice(0, 2)).toEqual([undefined, "wait=20"]);
  });
});

describe("playback continues", () => {
  it("from the beginning of a playlist that is still growing", async () => {
    harness.edge.state.published = 2;
    const page = await openPage("?autoplay=1&muted=1");
    await awaitState(page, "playing");
    expect(await readExpression<number>(page, "video.currentTime")).toBeLessThan(4);
    harness.edge.state.published = Number.POSITIVE_INFINITY;
    await awaitPosition(page, 10);
  });

  it("with a new token when the session's token expires", async () => {
    harness.edge.state.tokenLifeMs = 3_000;
    const before = harness.edge.renewals();
    const page = await openPage("?autoplay=1&muted=1");
    await awaitState(page, "playing");
    await awaitPosition(page, 12);
    expect(harness.edge.renewals()).toBeGreaterThan(before);
  });

  it("after the edge was unreachable, without an action of the viewer", async () => {
    const page = await openPage("?autoplay=1&muted=1");
    await awaitState(page, "playing");
    harness.edge.state.isOnline = false;
    const loadedSec = await readExpression<number>(page, "video.buffered.end(video.buffered.length - 1)");
    expect(loadedSec).toBeLessThan(MEDIA_DURATION_SEC - 4);
    await page.evaluate((sec) => {
      const video = document.querySelector("video");
      if (video) video.currentTime = sec;
    }, loadedSec + 2);
    await page.waitForFunction("document.querySelector('video').readyState < 3");
    harness.edge.state.isOnline = true;
    await awaitPosition(page, loadedSec + 3);
  });
});

describe("beacons", () => {
  it("contain one view, the played seconds and the startup time", async () => {
    harness.edge.state.beaconIntervalMs = 1_000;
    harness.edge.beacons.length = 0;
    const page = await openPage("?autoplay=1&muted=1");
    await awaitPosition(page, 4);
    await expect.poll(() => harness.edge.beacons.length).toBeGreaterThan(2);
    const minutes = new Map(
      harness.edge.beacons.flatMap((batch) => batch.minutes).map((entry) => [entry.minute, entry]),
    );
    const sum = (pick: "views" | "attempts" | "secServer" | "bytesServer" | "startupMs") =>
      [...minutes.values()].reduce((total, entry) => total + entry[pick], 0);
    expect([sum("views"), sum("attempts")]).toEqual([1, 1]);
    expect(sum("secServer")).toBeGreaterThan(2);
    expect(sum("bytesServer")).toBeGreaterThan(100_000);
    expect(sum("startupMs")).toBeGreaterThan(0);
  });
});
