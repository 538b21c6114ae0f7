import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { EmbedEvent } from "@shoal/sdk";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it, test } from "vitest";
import { linesOf, violationsOf } from "../../harness/axe.ts";
import { type EdgePlayer, hashPassword, startEdgePlayer } from "../support/edge-player.ts";

const LANGUAGES = ["en", "fr"] as const;
const CHAPTER_LIST = [
  { startSec: 0, title: "The harbour" },
  { startSec: 4, title: "The reef" },
  { startSec: 8, title: "The open sea" },
];
const LONG_VIDEO_DURATION_SEC = 70;
let edge: EdgePlayer;
let shortVideo: PlaybackDescriptor;
/** A video that is long enough for the checks to finish before its end, even on a slow machine. */
let longVideo: PlaybackDescriptor;
let pages: Page[] = [];
beforeAll(async () => {
  edge = await startEdgePlayer();
  shortVideo = await edge.publish({ chapters: CHAPTER_LIST });
  longVideo = await edge.publish({ durationSec: LONG_VIDEO_DURATION_SEC, chapters: CHAPTER_LIST });
  await eventually(() => edge.harness.api.followers === 1, { what: "an edge that follows the api" });
});
afterAll(() => edge?.close());
afterEach(async () => {
  await Promise.all(pages.map((page) => page.context().close()));
  pages = [];
});

const buildUrl = (uuid: string, query = "") => `${edge.harness.edge.url}/embed/${uuid}${query}`;

/** Publishes a copy of a video under other rules. */
function publishCopy(changes: Partial<PlaybackDescriptor>, original = shortVideo): PlaybackDescriptor {
  const copy = { ...original, uuid: crypto.randomUUID(), ...changes };
  edge.harness.api.set(copy);
  return copy;
}

async function openPage(url: string, size = { width: 960, height: 540 }): Promise<Page> {
  const page = await edge.browser.openViewer("about:blank", size);
  pages.push(page);
  await page.goto(url);
  return page;
}

const positionOf = (page: Page) => page.evaluate<number>("document.querySelector('video').currentTime");
// Functions are passed instead of strings, since the page's CSP forbids evaluating strings.
const awaitPosition = (page: Page, positionSec: number) =>
  page.waitForFunction(
    (wanted) => (document.querySelector("video")?.currentTime ?? 0) >= wanted,
    positionSec,
  );
const awaitState = (page: Page, state: string) =>
  page.waitForFunction((wanted) => document.documentElement.dataset.state === wanted, state);

async function expectNoSeriousFinding(page: Page): Promise<void> {
  const violations = await violationsOf(page);
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(linesOf(serious)).toEqual([]);
}

test.each(LANGUAGES)(
  "in %s, a countdown runs by the edge's clock and the video starts automatically",
  async (language) => {
    const startMs = Date.now() + 3_600_000;
    const video = publishCopy({ startsAt: new Date(startMs).toISOString(), title: "Launch" });
    const page = await edge.browser.openViewer("about:blank", { width: 960, height: 540 });
    pages.push(page);
    // The clock of the viewer's computer is wrong by a day.
    await page.clock.install({ time: Date.now() + 86_400_000 });
    await page.goto(buildUrl(video.uuid, `?lang=${language}&muted`));
    await awaitState(page, "waiting");
    await page.waitForSelector(".gate-timer");
    expect(await page.textContent(".gate h1")).toBe("Launch");
    expect(await page.textContent(".gate-kicker")).toBe(language === "en" ? "Starts on" : "Début le");
    const numbers = await page.locator(".gate-number").allTextContents();
    const shownSec = numbers.reduce((sum, number) => 60 * sum + Number(number), 0);
    expect(numbers).toHaveLength(3);
    expect(shownSec).toBeLessThanOrEqual(3_600);
    // The countdown may lag by the response time and one tick, but must never be early.
    expect(shownSec).toBeGreaterThanOrEqual(Math.floor((startMs - Date.now()) / 1_000));
    await expectNoSeriousFinding(page);
    // The start date is moved forward to now. It was an hour ahead, which left enough time for the checks above.
    edge.harness.api.set({ ...video, startsAt: new Date(Date.now() + 3_000).toISOString(), revision: 2 });
    await page.clock.fastForward(61_000);
    await awaitState(page, "playing");
    expect(await page.isVisible(".gate")).toBe(false);
  },
);

test("a countdown shows days, and follows a start that is moved forward", async () => {
  const later = new Date(Date.now() + 3 * 86_400_000 + 60_000).toISOString();
  const video = publishCopy({ startsAt: later });
  const page = await edge.browser.openViewer("about:blank");
  pages.push(page);
  await page.clock.install();
  await page.goto(buildUrl(video.uuid, "?muted&lang=en"));
  await page.waitForSelector(".gate-timer");
  expect(await page.getAttribute(".gate-timer", "aria-label")).toMatch(/^3 days 0 hours/);
  edge.harness.api.set({ ...video, startsAt: null, revision: 2 });
  await page.clock.fastForward(61_000);
  await awaitState(page, "playing");
});

test.each(LANGUAGES)(
  "in %s, a password is required, refused with a reason, and remembered in the tab",
  async (language) => {
    const { uuid } = publishCopy({ passwordHash: hashPassword("harbour-4"), title: "Board meeting" });
    const page = await openPage(buildUrl(uuid, `?lang=${language}&muted`));
    await awaitState(page, "locked");
    const label = language === "en" ? "Password" : "Mot de passe";
    const input = page.getByLabel(label, { exact: true });
    await input.waitFor();
    expect(await page.textContent(".gate h1")).toBe("Board meeting");
    await input.press("Enter");
    expect(await page.textContent(".gate-error")).toContain(language === "en" ? "Enter the" : "Saisissez");
    // In this field, the letters of the player's shortcuts are typed as ordinary text.
    await input.pressSequentially("km f");
    await input.press("Enter");
    await page.waitForSelector(".gate-input[aria-invalid=true]");
    expect(await page.textContent(".gate-error")).toContain(
      language === "en" ? "Wrong password" : "Mot de passe incorrect",
    );
    expect(await page.evaluate("document.activeElement.id")).toBe("gate-password");
    await expectNoSeriousFinding(page);
    await input.fill("harbour-4");
    await input.press("Enter");
    await awaitState(page, "ready");
    await page.click(".big-play");
    await awaitState(page, "playing");
    await page.reload();
    await awaitState(page, "ready");
    const stored = await page.evaluate("JSON.stringify(Object.entries(sessionStorage))");
    expect(stored).not.toContain("harbour-4");
  },
);

test("a viewer whose video gets a password must enter it at the next renewal, and continues at the same position", async () => {
  const video = publishCopy({}, longVideo);
  const page = await openPage(buildUrl(video.uuid, "?autoplay&muted&lang=en&t=5"));
  await awaitState(page, "playing");
  const beforeSec = await positionOf(page);
  edge.harness.api.set({ ...video, passwordHash: hashPassword("harbour-4"), generation: 2, revision: 2 });
  await awaitState(page, "locked");
  await page.waitForSelector(".gate-input");
  edge.harness.api.set({ ...video, passwordHash: hashPassword("harbour-4"), revision: 3 });
  await page.fill(".gate-input", "harbour-4");
  await page.keyboard.press("Enter");
  await awaitState(page, "playing");
  expect(await positionOf(page)).toBeGreaterThanOrEqual(beforeSec);
});

test("an intro covers the video and keeps the focus, until Escape or its button starts playback", async () => {
  const introModal = { title: "Warning", text: "Loud noises.\nFlashing lights.", button: "" };
  const { uuid } = publishCopy({ player: { autoplay: false, introModal } });
  for (const [language, goOn, leave] of [
    ["en", "Continue", "Escape"],
    ["fr", "Continuer", "Enter"],
  ] as const) {
    const page = await openPage(buildUrl(uuid, `?muted&lang=${language}`));
    await awaitState(page, "ready");
    await page.click(".big-play");
    const dialog = page.getByRole("dialog", { name: "Warning" });
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain("Loud noises.\nFlashing lights.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate(
        "document.activeElement.closest('.player') === null || document.activeElement.closest('dialog') !== null",
      ),
    ).toBe(true);
    await expectNoSeriousFinding(page);
    expect(await page.evaluate("document.querySelector('video').paused")).toBe(true);
    await dialog.getByRole("button", { name: goOn, exact: true }).focus();
    await page.keyboard.press(leave);
    await awaitState(page, "playing");
    await page.keyboard.press("k");
    await awaitState(page, "paused");
    await page.keyboard.press("k");
    await awaitState(page, "playing");
    expect(await dialog.count()).toBe(0);
  }
});

test("chapters are marked on the timeline, named on hover, listed, and reachable by keyboard", async () => {
  const page = await openPage(buildUrl(longVideo.uuid, "?autoplay&muted&lang=en&t=1"), {
    width: 1280,
    height: 720,
  });
  await awaitState(page, "playing");
  await page.keyboard.press("k");
  await awaitState(page, "paused");
  // The test needs a known position, so the video is paused there.
  await page.keyboard.press("Home");
  expect(await page.locator(".scrub-ticks > div").count()).toBe(2);
  await page.waitForSelector(".chapter-button:has-text('The harbour')");
  await page.keyboard.press("n");
  expect(await positionOf(page)).toBe(4);
  await page.waitForSelector(".chapter-button:has-text('The reef')");
  await page.keyboard.press("n");
  expect(await positionOf(page)).toBe(8);
  await page.keyboard.press("p");
  expect(await positionOf(page)).toBe(4);
  await page.waitForSelector('.scrubber[aria-valuetext="0:04 of 1:10, The reef"]');
  const box = await page.locator(".scrubber").boundingBox();
  await page.hover(".scrubber", { position: { x: (box?.width ?? 0) * 0.9, y: 10 } });
  await page.waitForSelector(".preview.is-shown .preview-chapter:has-text('The open sea')");
  await page.click(".chapter-button");
  const items = page.locator(".menu-item");
  expect(await items.locator(".menu-label").allTextContents()).toEqual(
    CHAPTER_LIST.map(({ title }) => title),
  );
  expect(await items.locator(".menu-note").allTextContents()).toEqual(["0:00", "0:04", "0:08"]);
  expect(await page.locator("[aria-checked=true] .menu-label").textContent()).toBe("The reef");
  await expectNoSeriousFinding(page);
  await page.click(".menu-item:has-text('The open sea')");
  expect(await positionOf(page)).toBe(8);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  expect(await page.textContent(".help-list")).toContain("Previous or next chapter");
});

test("a viewer resumes where they stopped and may start over, and a blocked storage causes no error", async () => {
  const page = await openPage(buildUrl(longVideo.uuid, "?muted&lang=en"));
  await awaitState(page, "ready");
  expect(await page.locator(".start-over").count()).toBe(0);
  await page.click(".big-play");
  await awaitState(page, "playing");
  await page.keyboard.press("k");
  await awaitState(page, "paused");
  await page.keyboard.press("5");
  await page.waitForFunction(() => document.querySelector("video")?.seeking === false);
  await page.goto(buildUrl(longVideo.uuid, "?muted&lang=fr"));
  await awaitState(page, "ready");
  expect(await page.textContent(".start-over span")).toBe("Reprise à 0:35");
  await page.click(".big-play");
  await awaitState(page, "playing");
  expect(await positionOf(page)).toBeGreaterThanOrEqual(35);
  await page.goto(buildUrl(longVideo.uuid, "?muted&lang=en"));
  await awaitState(page, "ready");
  await page.click("text=Start over");
  await awaitState(page, "playing");
  expect(await positionOf(page)).toBeLessThan(30);
  await page.goto(buildUrl(longVideo.uuid, "?muted&autoplay&t=1m0s"));
  await awaitState(page, "playing");
  expect(await positionOf(page)).toBeGreaterThanOrEqual(60);
  await page.addInitScript(
    "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });",
  );
  await page.goto(buildUrl(longVideo.uuid, "?muted&autoplay"));
  await awaitState(page, "playing");
  await awaitPosition(page, 1);
});

test("a page that embeds the player receives its events and sends it commands", async () => {
  const page = await openPage(edge.hostPageUrl(buildUrl(longVideo.uuid, "?muted")));
  const awaitEvent = (name: string) =>
    page.waitForFunction(`window.events.some(({ event }) => event === "${name}")`);
  const request = (command: object) =>
    page.evaluate<EmbedEvent & { error?: string }>(`window.ask(${JSON.stringify(command)})`);
  await awaitEvent("ready");
  expect((await request({ command: "getState" })).state).toMatchObject({
    uuid: longVideo.uuid,
    title: "A shoal",
    state: "ready",
    positionSec: 0,
    durationSec: LONG_VIDEO_DURATION_SEC,

    isMuted: true,
    chapter: CHAPTER_LIST[0],
  });
  await request({ command: "play" });
  await awaitEvent("play");
  await awaitEvent("timeupdate");
  await request({ command: "seek", positionSec: 8.5 });
  await page.waitForFunction(
    `window.events.some(({ event, state }) => event === "chapterchange" && state.chapter.title === "The open sea")`,
  );
  expect((await request({ command: "setVolume", volume: 0.5 })).state).toMatchObject({
    volume: 0.5,
    isMuted: false,
  });
  expect((await request({ command: "setVolume", volume: 2 })).error).toBe("volume must be from 0 to 1");
  expect((await request({ command: "seek", positionSec: "far" })).error).toBe(
    "positionSec must be 0 or more",
  );
  expect((await request({ command: "explode" })).error).toBe("No such command");
  await request({ command: "pause" });
  await awaitEvent("pause");
  await request({ command: "seek", positionSec: LONG_VIDEO_DURATION_SEC - 0.5 });
  await request({ command: "play" });
  await awaitEvent("ended");
  const locked = publishCopy({ passwordHash: hashPassword("harbour-4") });
  await page.goto(edge.hostPageUrl(buildUrl(locked.uuid)));
  await awaitEvent("error");
  expect(await page.evaluate("window.events.find(({ event }) => event === 'error').error")).toBe(
    "password_required",
  );
});

test("the answer to a play call that another call has replaced starts no second playback", async () => {
  const page = await openPage("about:blank");
  const late = Promise.withResolvers<void>();
  const calls: string[] = [];
  await page.route(/\/play\//, async (route) => {
    calls.push(route.request().url());
    if (calls.length === 1) await late.promise;
    await route.continue();
  });
  let playlists = 0;
  page.on("request", (request) => {
    if (request.url().includes(".m3u8")) playlists += 1;
  });
  await page.goto(edge.hostPageUrl(buildUrl(longVideo.uuid, "?muted&autoplay")));
  await eventually(() => calls.length === 1, { what: "the play call" });
  await page.evaluate(`window.ask({ command: "refresh" })`);
  await page.waitForFunction(`window.events.some(({ event }) => event === "timeupdate")`);
  expect(calls).toHaveLength(2);
  const read = playlists;
  const answered = page.waitForResponse(/\/play\//);
  late.resolve();
  await (await answered).finished();
  await page.waitForFunction(
    `window.events.some(({ event, state }) => event === "timeupdate" && state.positionSec > 2)`,
  );
  expect(playlists).toBe(read);
});

test("a password opens the video although another play call was refused while its own was under way", async () => {
  const { uuid } = publishCopy({ passwordHash: hashPassword("harbour-4") });
  const page = await openPage("about:blank");
  const late = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(/\/play\//, async (route) => {
    calls += 1;
    // The second play call contains the password.
    if (calls === 2) await late.promise;
    await route.continue();
  });
  await page.goto(edge.hostPageUrl(buildUrl(uuid, "?muted&lang=en")));
  const frame = page.frameLocator("iframe");
  const input = frame.getByLabel("Password", { exact: true });
  await input.fill("harbour-4");
  await input.press("Enter");
  await eventually(() => calls === 2, { what: "the call with the password" });
  const refused = page.waitForResponse(/\/play\//);
  await page.evaluate(`window.ask({ command: "refresh" })`);
  await (await refused).finished();
  late.resolve();
  await frame.locator("html[data-state=ready]").waitFor();
  expect(calls).toBe(4);
});

it("the player continues at the same second with a new generation, without a reload", async () => {
  const next = await edge.publish({
    generation: 2,
    revision: 2,
    durationSec: LONG_VIDEO_DURATION_SEC,
    title: "Encoded anew",
  });
  publishCopy({ uuid: next.uuid, revision: 1 }, longVideo);
  const page = await openPage(buildUrl(next.uuid, "?autoplay&muted&t=3"));
  await page.evaluate("window.isSamePage = true");
  await awaitPosition(page, 4);
  // The responses are those of a video that is encoded again: it first has no media and later new media.
  edge.harness.api.set({ ...next, state: "waiting", tracks: [] });
  await awaitPosition(page, 5);
  edge.harness.api.set({ ...next, revision: 3 });
  await page.waitForFunction(() => document.title === "Encoded anew");
  await awaitPosition(page, 6);
  expect(await page.evaluate("window.isSamePage")).toBe(true);
  const urls = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('master.m3u8'))",
  );
  // Media URLs contain the video's identifier, encoded so that only edges can read it, followed by the generation.
  expect(urls.some((url) => /\/m\/[^/]+\/[^/]+\/2\//.test(url))).toBe(true);
  expect(await page.evaluate("document.querySelector('video').paused")).toBe(false);
  await page.keyboard.press("9");
  await awaitState(page, "ended");
});
