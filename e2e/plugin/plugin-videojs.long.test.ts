import { join } from "node:path";
import { makeTestMedia } from "@shoal/testkit/test-media";
import { beforeAll, expect, it } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { makeHlsFolder } from "../support/hls-folder.ts";
import {
  awaitPlaying,
  errorsOf,
  exchangeAmongThree,
  metricsOf,
  type PluginPage,
  usePlugin,
} from "../support/plugin-page.ts";

const files = new Map<string, Uint8Array | string>();
beforeAll(async () => {
  const media = await makeTestMedia(40);
  for (const folder of ["/film", "/sequel"])
    for (const [path, file] of makeHlsFolder(media, folder)) files.set(path, file);
});
/** The requests that reached the CDN. */
const receivedRequests: { path: string; ticket: unknown }[] = [];
const plugin = usePlugin(
  (path) => files.get(path),
  ({ url = "", headers }) => {
    receivedRequests.push({ path: url.split("?")[0] ?? "", ticket: headers["x-ticket"] });
    return false;
  },
);

const videojsPage = (bufferSec: number, prelude = ""): PluginPage => ({
  player: join(REPOSITORY_ROOT, "node_modules/video.js/dist/video.min.js"),
  adapter: "shoal-videojs",
  prelude,
  play: `
    videojs.Vhs.GOAL_BUFFER_LENGTH = videojs.Vhs.MAX_GOAL_BUFFER_LENGTH = ${bufferSec};
    const play = (name) => player.src({ src: "/" + name + "/master.m3u8?sig=" + Math.random(), type: "application/x-mpegURL" });
    window.player = videojs(video);
    window.attachment = shoal.attachVideojs(player, options);
    player.on("xhr-hooks-ready", () => player.tech(true).vhs.xhr.onRequest((request) => {
      return { ...request, headers: { ...request.headers, "x-ticket": "42" } };
    }));
    play("film");
    if (query.get("next")) player.one("timeupdate", () => {
      play(query.get("next"));
      player.one("loadedmetadata", () => window.isNext = true);
    });`,
});

it("pages with Video.js share media of a plain file server once two of them have received the same bytes", async () => {
  const key = plugin.addConfig();
  const third = await exchangeAmongThree(() => plugin.open(videojsPage(60), { key }), 38);
  await third.evaluate("void player.currentTime(30)");
  await third.waitForFunction("attachment.metrics().secPeer > 0.5");
});

it("pages with Video.js also share after a change of source, with the headers that the page's hooks add", async () => {
  const key = plugin.addConfig();
  const open = async () => {
    const page = await plugin.open(videojsPage(60), { key, next: "sequel" });
    await page.waitForFunction("window.isNext");
    return page;
  };
  await exchangeAmongThree(open, 38);
  const segments = receivedRequests.filter(({ path }) => /^\/sequel\/.*\.m4s$/.test(path));
  expect(segments.length).toBeLessThan(2.5 * new Set(segments.map(({ path }) => path)).size);
  expect(segments.filter(({ ticket }) => ticket !== "42")).toEqual([]);
});

it("exceptions of the page's callbacks do no harm, and a detached player keeps playing from its CDN", async () => {
  const prelude =
    "options.onMetrics = options.onError = () => { window.isCalled = true; throw new Error(); };";
  const page = await plugin.open(videojsPage(8, prelude), { key: plugin.addConfig() });
  await page.waitForFunction("attachment.metrics().bytesServer > 0 && window.isCalled");
  await page.evaluate("attachment.close()");
  await page.evaluate("void player.currentTime(30)");
  await awaitPlaying(page, 30.5);
  expect(await metricsOf(page)).toMatchObject({ bytesServer: 0 });
  expect(await errorsOf(page)).toEqual({ errors: [], thrown: [] });
});
