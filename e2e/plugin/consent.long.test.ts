import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { makeTestMedia } from "@shoal/testkit/test-media";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createClientDescriptor } from "../../apps/edge/src/testing/edge-harness.ts";
import { linesOf, violationsOf } from "../../harness/axe.ts";
import { awaitState, readStats } from "../../harness/swarm/swarm-viewers.ts";
import { type EdgePlayer, startEdgePlayer } from "../support/edge-player.ts";
import { makeHlsFolder } from "../support/hls-folder.ts";
import {
  awaitBuffer,
  awaitPlaying,
  exchangeAmongThree,
  type PluginPage,
  usePlugin,
} from "../support/plugin-page.ts";

/** A script that counts the page's connections to peers and trackers. It runs before all other scripts of the page. */
const COUNT_CONNECTIONS_SCRIPT = `
  window.opened = { peers: 0, trackers: 0 };
  const count = (name, kind, counts = () => true) => {
    globalThis[name] = new Proxy(globalThis[name], {
      construct(target, given) {
        if (counts(given[0])) window.opened[kind] += 1;
        return new target(...given);
      },
    });
  };
  count("RTCPeerConnection", "peers");
  count("WebSocket", "trackers", (url) => String(url).endsWith("/tracker"));`;
const readConnectionsOf = (page: Page) => page.evaluate("opened");
const NO_CONNECTIONS = { peers: 0, trackers: 0 };

const noticeOf = (page: Page) =>
  page.getByRole("region", { name: /Peer-to-peer sharing|Échange pair-à-pair/ });

describe("the embed page of a client whose rules ask for consent", () => {
  let player: EdgePlayer;
  let video: Awaited<ReturnType<EdgePlayer["publish"]>>;
  let pages: Page[] = [];

  beforeAll(async () => {
    player = await startEdgePlayer({ trackerSocketsPerAddress: 20 });
    video = await player.publish({ durationSec: 40, title: "Herring" });
    player.harness.api.setClient(createClientDescriptor(video.clientId, { rules: { asksConsent: true } }));
  });
  afterAll(() => player.close());
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    pages = [];
  });

  async function watch(query: string, size?: { width: number; height: number }): Promise<Page> {
    const page = await player.browser.openPage(size);
    pages.push(page);
    await page.addInitScript(COUNT_CONNECTIONS_SCRIPT);
    await page.goto(`${player.harness.edge.url}/embed/${video.uuid}?autoplay=1&muted=1&${query}`);
    await awaitState(page, "playing");
    return page;
  }

  it("plays at once, asks once, and connects no peers of a viewer who refuses until they change their answer", async () => {
    const page = await watch("lang=fr");
    const notice = noticeOf(page);
    await notice.getByText(/Votre adresse IP leur sera visible/).waitFor();
    expect(linesOf(await violationsOf(page))).toEqual([]);
    await expect.poll(async () => (await readStats(page)).bytesServer).toBeGreaterThan(500_000);
    expect(await readConnectionsOf(page)).toEqual(NO_CONNECTIONS);
    expect(await page.evaluate("Object.keys(localStorage).filter((key) => key.includes('consent'))")).toEqual(
      [],
    );
    await notice.getByRole("button", { name: "Non, serveurs seuls" }).click();
    expect(await notice.count()).toBe(0);

    await page.reload();
    await awaitState(page, "playing");
    await expect.poll(async () => (await readStats(page)).bytesServer).toBeGreaterThan(500_000);
    expect(await notice.count()).toBe(0);
    expect(await readConnectionsOf(page)).toEqual(NO_CONNECTIONS);

    await page.mouse.move(300, 200);
    await page.getByRole("button", { name: "Réglages" }).click();
    await page.getByRole("menuitem", { name: /Échange pair-à-pair/ }).click();
    await page.getByRole("menuitemradio", { name: "Activé", exact: true }).click();
    await expect.poll(() => readConnectionsOf(page)).toEqual({ peers: 0, trackers: 1 });
  });

  it("shares data of a viewer who agrees by keyboard, and stops after they withdraw consent", async () => {
    const first = await watch("lang=en");
    await noticeOf(first).waitFor();
    await first.keyboard.press("Tab");
    await first.keyboard.press("Enter");
    await expect.poll(() => readConnectionsOf(first)).toMatchObject({ trackers: 1 });
    await expect.poll(async () => (await readStats(first)).bytesServer).toBeGreaterThan(500_000);
    // The embedding page has requested the viewer's consent itself.
    const second = await watch("lang=en&consent=1");
    await expect.poll(async () => (await readStats(second)).bytesPeer).toBeGreaterThan(30_000);
    expect(await noticeOf(second).count()).toBe(0);
    await first.mouse.move(300, 200);
    await first.getByRole("button", { name: "Settings" }).click();
    await first.getByRole("menuitem", { name: /Peer-to-peer sharing/ }).click();
    await first.getByRole("menuitemradio", { name: "Off", exact: true }).click();
    await expect.poll(async () => (await readStats(first)).peers).toBe(0);
    await expect.poll(async () => (await readStats(second)).peers).toBe(0);
    expect(await first.evaluate("document.documentElement.dataset.state")).toMatch(/playing|ended/);
  });

  it("asks on a phone without covering the controls, and has a button for the answer if there are no controls", async () => {
    const page = await watch("lang=fr", { width: 390, height: 219 });
    await page.evaluate("document.querySelector('video').pause()");
    await awaitState(page, "paused");
    await noticeOf(page).waitFor();
    const notice = await noticeOf(page).boundingBox();
    for (const name of [".big-play", ".bar"])
      expect((await page.locator(name).boundingBox())?.y, name).toBeGreaterThanOrEqual(
        (notice?.y ?? 0) + (notice?.height ?? 0),
      );
    const bare = await watch("lang=en&controls=0");
    await noticeOf(bare).getByRole("button", { name: "No, servers only" }).click();
    await bare.getByRole("button", { name: "Peer-to-peer sharing: off" }).click();
    await noticeOf(bare).getByRole("button", { name: "No, servers only", pressed: true }).waitFor();
    await bare.keyboard.press("Escape");
    expect(await noticeOf(bare).count()).toBe(0);
    expect(await readConnectionsOf(bare)).toEqual(NO_CONNECTIONS);
  });
});

describe("a page with the plugin whose config asks for consent", () => {
  let files = new Map<string, Uint8Array | string>();
  beforeAll(async () => {
    files = makeHlsFolder(await makeTestMedia(40), "/film");
  });
  const plugin = usePlugin((path) => files.get(path));

  const addAskingConfig = () => plugin.addConfig([], { asksConsent: true });
  const pageOf = (options = ""): PluginPage => ({
    player: join(dirname(createRequire(import.meta.url).resolve("hls.js")), "hls.min.js"),
    adapter: "shoal-hls",
    prelude: COUNT_CONNECTIONS_SCRIPT,
    play: `
      const hls = new Hls({ maxBufferLength: 60 });
      window.attachment = shoal.attachHls(hls, video, { ...options, ${options} });
      hls.loadSource("/film/master.m3u8");
      hls.attachMedia(video);`,
  });

  it("shows the plugin's dialog: viewers who agree exchange data, and one who refuses connects to no peer", async () => {
    const key = addAskingConfig();
    const agreeing = async () => {
      const page = await plugin.open(pageOf(), { key });
      // Pages of one browser share their storage, so only the first one asks for consent.
      const notice = noticeOf(page);
      await page.waitForFunction("document.querySelector('shoal-consent')", undefined, { polling: 100 });
      if (await notice.isVisible()) await notice.getByRole("button", { name: "Yes, share" }).click();
      return page;
    };
    const third = await exchangeAmongThree(agreeing, 38);
    await third.getByRole("button", { name: "Peer-to-peer sharing: on" }).press("Enter");
    await noticeOf(third).getByRole("button", { name: "No, servers only" }).press("Enter");
    const metrics = "attachment.metrics().peers";
    await third.waitForFunction(`${metrics} === 0`, undefined, { polling: 100 });
    const fourth = await plugin.open(pageOf(), { key });
    await awaitBuffer(fourth, 38);
    expect(await readConnectionsOf(fourth)).toEqual(NO_CONNECTIONS);
    expect(await noticeOf(fourth).count()).toBe(0);
    await fourth.evaluate("attachment.close()");
    await fourth.waitForFunction("!document.querySelector('shoal-consent')", undefined, { polling: 100 });
  });

  it("shows no dialog if the page passes the consent itself, now or later", async () => {
    const key = addAskingConfig();
    const page = await plugin.open(pageOf("consent: () => window.answer"), { key });
    await awaitPlaying(page);
    expect(await noticeOf(page).count()).toBe(0);
    expect(await readConnectionsOf(page)).toEqual(NO_CONNECTIONS);
    await page.evaluate("attachment.setConsent(true)");
    await expect.poll(() => readConnectionsOf(page)).toMatchObject({ trackers: 1 });
    expect(await page.evaluate("[...Object.keys(localStorage)]")).toEqual([]);
    const agreed = await plugin.open(pageOf("consent: true"), { key });
    await expect.poll(() => readConnectionsOf(agreed)).toMatchObject({ trackers: 1 });
  });
});
