import { randomUUID } from "node:crypto";
import { type FileServer, startFileServer } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createClientDescriptor } from "../../apps/edge/src/testing/edge-harness.ts";
import { linesOf, violationsOf } from "../../harness/axe.ts";
import { awaitState, readStats } from "../../harness/swarm/swarm-viewers.ts";
import { PLUGIN_DIR } from "../support/built.ts";
import { type EdgePlayer, startEdgePlayer } from "../support/edge-player.ts";

/** Global styles of the customer's page. They must not affect the overlay. */
const PAGE_STYLE = "* { color: red !important; font-size: 40px !important } div { display: none !important }";
let player: EdgePlayer;
/** The server of a third-party page. */
let shopServer: FileServer;
let video: Awaited<ReturnType<EdgePlayer["publish"]>>;
let pages: Page[] = [];

beforeAll(async () => {
  player = await startEdgePlayer({ pluginDir: PLUGIN_DIR });
  const rules = { config: { uploadPercent: 60 }, custom: { interISP: true } };
  video = await player.publish({ durationSec: 40, title: "Herring", rules });
  player.harness.api.setClient(createClientDescriptor(video.clientId, { rules: { savedSegments: 40 } }));
  shopServer = await startFileServer(Buffer.alloc(0));
  shopServer.answer = (_, response) => response.setHeader("content-type", "text/html").end(SHOP_PAGE);
});
afterAll(async () => {
  await shopServer.close();
  await player.close();
});
afterEach(async () => {
  await Promise.all(pages.map((page) => page.context().close()));
  pages = [];
});

async function openPlayerPage(language: string, size = { width: 1280, height: 720 }): Promise<Page> {
  const url = `${player.harness.edge.url}/embed/${video.uuid}?autoplay=1&muted=1&lang=${language}`;
  const page = await player.browser.openViewer(url, size);
  pages.push(page);
  await awaitState(page, "playing");
  return page;
}

const panelOf = (page: Page) => page.getByRole("dialog", { name: /Delivery|Diffusion/ });
const locateRow = (page: Page, name: RegExp) => panelOf(page).getByRole("row", { name });

async function expectAccessible(page: Page): Promise<void> {
  expect(linesOf(await violationsOf(page))).toEqual([]);
}

it("a key opens and closes the overlay on the embed page, which shows each segment's sender and the rules", async () => {
  const first = await openPlayerPage("fr");
  await expect.poll(async () => (await readStats(first)).bytesServer).toBeGreaterThan(500_000);
  const second = await openPlayerPage("en");
  await expect.poll(async () => (await readStats(second)).bytesPeer).toBeGreaterThan(30_000);

  await second.locator(".scrubber").focus();
  await second.keyboard.press("d");
  const panel = panelOf(second);
  await panel.getByText("Sharing with peers (1 connected)").waitFor();
  await panel.locator("summary", { hasText: "All segments" }).click();
  const peer = (await panel.getByRole("row", { name: /connected/ }).textContent())?.slice(0, 6) ?? "";
  await locateRow(second, /480p|360p|Audio/)
    .filter({ hasText: `Peers (${peer})` })
    .first()
    .waitFor();
  await locateRow(second, /Share of upload bandwidth 60% its config/).waitFor();
  await locateRow(second, /Peers on other providers yes this video/).waitFor();
  await locateRow(second, /Segments kept for peers 40 the client/).waitFor();
  await locateRow(second, /Sharing between peers yes default \(p2pWeb\)/).waitFor();
  await expectAccessible(second);
  await second.keyboard.press("Escape");
  expect(await panel.count()).toBe(0);
  expect(await second.locator(".scrubber").evaluate((it) => it === document.activeElement)).toBe(true);

  await first.setViewportSize({ width: 390, height: 700 });
  await first.keyboard.press("d");
  await panelOf(first).getByText("Échange avec des pairs (connectés : 1)").waitFor();
  await locateRow(first, /Part du débit montant 60 % sa config/).waitFor();
  await expectAccessible(first);
  await first.keyboard.press("d");
  await panelOf(first).waitFor({ state: "detached" });
});

const SHOP_PAGE = `<!doctype html><html lang="fr"><title>Shop</title><style>${PAGE_STYLE}</style>
  <main><h1>Shop</h1><video muted></video></main></html>`;

/** Opens a page with hls.js and the plugin. The page plays the edge's videos as it would those of any CDN. */
async function openShop(options: object): Promise<Page> {
  const { edge } = player.harness;
  const { hlsUrl } = await player.harness.play(video.uuid);
  const page = await player.browser.openViewer(shopServer.url, { width: 1280, height: 720 });
  pages.push(page);
  await page.addScriptTag({ path: "node_modules/hls.js/dist/hls.min.js" });
  for (const name of ["shoal", "shoal-hls"])
    await page.addScriptTag({ url: `${edge.url}/plugin/${name}.js` });
  await page.addScriptTag({
    content: `const hls = new Hls(); const video = document.querySelector("video");
      shoal.attachHls(hls, video, ${JSON.stringify({ edgeUrl: edge.url, ...options })});
      hls.loadSource(${JSON.stringify(hlsUrl)}); hls.attachMedia(video); video.play();`,
  });
  return page;
}

it("the overlay is shown on pages with the plugin by an option, and on any page with a player by a bookmarklet", async () => {
  const [key, clientId] = [randomUUID(), randomUUID()];
  player.harness.api.setClient(createClientDescriptor(clientId));
  const rules = { viewerThreshold: 2 };
  player.harness.api.setConfig({
    key,
    uuid: randomUUID(),
    clientId,
    revision: 1,
    rules,
    sites: [],
    isRevoked: false,
  });
  const page = await openShop({ key, video: "herring", overlay: true });
  const panel = panelOf(page);
  await panel.getByText("les règles exigent 2 spectateurs (actuellement : 1)").waitFor();
  await locateRow(page, /Nombre minimal de spectateurs 2 sa config/).waitFor();
  await panel.locator("summary", { hasText: "Tous les segments" }).click();
  await locateRow(page, /Serveur/)
    .first()
    .waitFor();
  const look = panel.evaluate((it) => [getComputedStyle(it).fontSize, getComputedStyle(it).display]);
  expect(await look).toEqual(["13px", "flex"]);
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Fermer" }).click();
  expect(await panel.count()).toBe(0);

  await page.addScriptTag({ url: `${player.harness.edge.url}/plugin/shoal-overlay.js` });
  await locateRow(page, /Nombre minimal de spectateurs 2 sa config/).waitFor();
  expect(await page.evaluate("shoal.attachments.size")).toBe(1);
});
