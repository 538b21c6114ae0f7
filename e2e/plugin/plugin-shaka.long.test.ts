import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { makeTestMedia } from "@shoal/testkit/test-media";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { answerLicence, LICENCE_HEADER } from "../support/clear-key.ts";
import { makeDashFolder } from "../support/dash-folder.ts";
import { makeHlsFolder } from "../support/hls-folder.ts";
import {
  awaitPlaying,
  errorsOf,
  exchangeAmongThree,
  metricsOf,
  type PluginPage,
  usePlugin,
} from "../support/plugin-page.ts";

const RANGES_PATH = "/ranges/manifest.mpd";
const CLEAR_KEY = "/clear-key/manifest.mpd";
const HLS_PATH = "/hls/master.m3u8";

let files = new Map<string, Uint8Array | string>();
beforeAll(async () => {
  const media = await makeTestMedia(40);
  const folders = [
    makeDashFolder(media, "ranges", "/ranges"),
    makeDashFolder(media, "clear-key", "/clear-key"),
    makeHlsFolder({ ...media, tracks: media.tracks.filter(({ id }) => id === "v0" || id === "a0") }, "/hls"),
  ];
  files = new Map(folders.flatMap((folder) => [...folder]));
});
const plugin = usePlugin((path) => files.get(path), answerProtected);

/** Serves licences and media only to requests that have the header added by the page's filter. */
function answerProtected(request: IncomingMessage, response: ServerResponse): boolean {
  const isMedia = /\.(mp4|m4s)$/.test(request.url?.split("?")[0] ?? "");
  if (!isMedia || request.headers["x-signed"] === "yes") return answerLicence(request, response);
  response.writeHead(403).end();
  return true;
}

/** The page of docs/plugin.md with two additional filters: one registered before the plugin, and one after. */
const SHAKA_PAGE: PluginPage = {
  player: "node_modules/shaka-player/dist/shaka-player.compiled.js",
  adapter: "shoal-shaka",
  play: `
    const player = window.player = new shaka.Player();
    await player.attach(video);
    player.configure({
      streaming: { bufferingGoal: Number(query.get("goal") ?? 60) },
      drm: { servers: { "org.w3.clearkey": "/licence" } },
    });
    const { SEGMENT, LICENSE } = shaka.net.NetworkingEngine.RequestType;
    window.seen = new Set();
    player.getNetworkingEngine().registerRequestFilter((type, request) => {
      if (type === SEGMENT) request.headers["x-signed"] = "yes";
      if (type === LICENSE) request.headers["${LICENCE_HEADER.name}"] = "${LICENCE_HEADER.value}";
    });
    window.attachment = shoal.attachShaka(player, video, options);
    const tell = (uri) => seen.add(new URL(uri, location.href).origin);
    player.getNetworkingEngine().registerRequestFilter((type, request) => request.uris.forEach(tell));
    player.getNetworkingEngine().registerResponseFilter((type, response) => tell(response.uri));
    await player.load(query.get("film"));`,
};

it.each([
  ["segments that are parts of a file", RANGES_PATH, null],
  ["segments under ClearKey", CLEAR_KEY, "org.w3.clearkey"],
  ["HLS", HLS_PATH, null],
])("pages with Shaka share %s", async (_, film, keySystem) => {
  const key = plugin.addConfig();
  const third = await exchangeAmongThree(() => plugin.open(SHAKA_PAGE, { key, film }), 38);
  await awaitPlaying(third);
  expect(await third.evaluate("player.drmInfo()?.keySystem ?? null")).toBe(keySystem);
  expect(await third.evaluate("[...seen].filter((origin) => origin !== 'null')")).toEqual([plugin.cdn.url]);
});

it("with a wrong key and callbacks that throw, the player keeps playing from its CDN", async () => {
  const prelude = `
    options.onError = (error) => { errors.push(error); throw new Error("The page's own"); };
    options.onMetrics = () => { throw new Error("The page's own"); };`;
  const page = await plugin.open({ ...SHAKA_PAGE, prelude }, { key: randomUUID(), film: RANGES_PATH });
  await awaitPlaying(page, 2);
  expect(await errorsOf(page)).toEqual({ errors: ["key_unknown"], thrown: [] });
  const { bytesServer, bytesPeer } = await metricsOf(page);
  expect([bytesServer > 0, bytesPeer]).toEqual([true, 0]);
});

it("a closed attachment releases the player, which keeps playing", async () => {
  const page = await plugin.open(SHAKA_PAGE, { key: plugin.addConfig(), film: RANGES_PATH, goal: "4" });
  await awaitSwarm(page);
  await awaitPlaying(page);
  await page.evaluate("attachment.close(); document.querySelector('video').currentTime = 30");
  await awaitPlaying(page, 31);
  expect(await errorsOf(page)).toEqual({ errors: [], thrown: [] });
  expect(await metricsOf(page)).toMatchObject({ bytesServer: 0, peers: 0 });
});

/** Waits until the player's requests go through the swarm. This is the case once the page's swarm exists. */
const awaitSwarm = (page: Page) => page.waitForFunction("attachment.metrics().bytesServer > 0");
