import { join } from "node:path";
import { makeTestMedia } from "@shoal/testkit/test-media";
import { beforeAll, expect, it } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { answerLicence, LICENCE_HEADER } from "../support/clear-key.ts";
import { type DashKind, makeDashFolder } from "../support/dash-folder.ts";
import {
  awaitPlaying,
  errorsOf,
  exchangeAmongThree,
  metricsOf,
  type PluginPage,
  usePlugin,
} from "../support/plugin-page.ts";

const files = new Map<string, Uint8Array>();
let licenceCount = 0;
/** The requests for the encrypted video that lacked the header which the page's interceptor adds. */
const requestsWithoutHeader: string[] = [];
beforeAll(async () => {
  const media = await makeTestMedia(40);
  for (const kind of ["ranges", "clear-key"] satisfies DashKind[])
    for (const [path, bytes] of makeDashFolder(media, kind, `/${kind}`)) files.set(path, bytes);
});
const plugin = usePlugin(
  (path) => files.get(path),
  (request, response) => {
    const { url = "", headers } = request;
    if (url.startsWith("/clear-key/") && headers["x-ticket"] !== "42") requestsWithoutHeader.push(url);
    const isAnswered = answerLicence(request, response);
    if (isAnswered && response.statusCode === 200) licenceCount += 1;
    return isAnswered;
  },
);

/**
 * Returns the code that a page runs before the code of docs/plugin.md to set up its player. The setup keeps the required playback
 * short.
 */
const bufferSec = (sec: number) =>
  `player.updateSettings({ streaming: { buffer: { bufferTimeDefault: ${sec}, bufferTimeAtTopQuality: ${sec} } } });`;
const LICENCE_SETTINGS = {
  serverURL: "/licence",
  httpRequestHeaders: { [LICENCE_HEADER.name]: LICENCE_HEADER.value },
};
const PROTECTION_SCRIPT = `player.setProtectionData({ "org.w3.clearkey": ${JSON.stringify(LICENCE_SETTINGS)} });`;

const TICKET_SCRIPT = `player.addRequestInterceptor(async (request) => {
  request.headers["x-ticket"] = "42";
  return request;
});`;

const dashPage = (kind: DashKind, settings: string, prelude = ""): PluginPage => ({
  player: join(REPOSITORY_ROOT, "node_modules/dashjs/dist/modern/umd/dash.all.min.js"),
  adapter: "shoal-dash",
  prelude,
  play: `
    window.player = dashjs.MediaPlayer().create();
    ${settings}
    player.initialize(video, "/${kind}/manifest.mpd?sig=" + Math.random(), true);
    ${kind === "clear-key" ? PROTECTION_SCRIPT : ""}
    window.attachment = shoal.attachDash(player, options);`,
});

it("pages with dash.js share the byte ranges of a plain file server", async () => {
  const key = plugin.addConfig();
  const third = await exchangeAmongThree(() => plugin.open(dashPage("ranges", bufferSec(60)), { key }), 38);
  await third.evaluate("void (video.currentTime = 30)");
  await third.waitForFunction("attachment.metrics().secPeer > 0.5");
});

it("pages with dash.js share ClearKey media, each with its own licence and the headers that the page adds", async () => {
  const key = plugin.addConfig();
  const third = await exchangeAmongThree(
    () => plugin.open(dashPage("clear-key", bufferSec(60) + TICKET_SCRIPT), { key }),
    38,
  );
  await awaitPlaying(third);
  expect([licenceCount, requestsWithoutHeader]).toEqual([3, []]);
});

it("exceptions of the page's callbacks do no harm, and a detached player keeps playing and can be attached again", async () => {
  const prelude =
    "options.onMetrics = options.onError = () => { window.isCalled = true; throw new Error(); };";
  const page = await plugin.open(dashPage("ranges", bufferSec(8), prelude), { key: plugin.addConfig() });
  await page.waitForFunction("attachment.metrics().bytesServer > 0 && window.isCalled");
  await page.evaluate("attachment.close()");
  await page.evaluate("void (video.currentTime = 20)");
  await awaitPlaying(page, 20.5);
  expect(await metricsOf(page)).toMatchObject({ bytesServer: 0 });
  await page.evaluate("void (window.attachment = shoal.attachDash(player, options))");
  await page.evaluate("void (video.currentTime = 34)");
  await awaitPlaying(page, 34.5);
  expect((await metricsOf(page)).bytesServer).toBeGreaterThan(0);
  expect(await errorsOf(page)).toEqual({ errors: [], thrown: [] });
});
