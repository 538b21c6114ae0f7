import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { VERSION } from "@shoal/sdk/plugin-version";
import { makeTestMedia } from "@shoal/testkit/test-media";
import { beforeAll, expect, it } from "vitest";
import { createSite } from "../../apps/edge/src/testing/edge-harness.ts";
import { actMaliciously, type MaliciousStats } from "../../harness/swarm/malicious-peer.ts";
import { makeHlsFolder } from "../support/hls-folder.ts";
import {
  awaitBuffer,
  awaitPeers,
  awaitPlaying,
  errorsOf,
  exchangeAmongThree,
  metricsOf,
  type PluginPage,
  usePlugin,
} from "../support/plugin-page.ts";

let files = new Map<string, Uint8Array | string>();
beforeAll(async () => {
  files = makeHlsFolder(await makeTestMedia(40), "/film");
});
const plugin = usePlugin((path) => files.get(path));

/** A page with the code of docs/plugin.md. */
const HLS_JS: PluginPage = {
  player: join(dirname(createRequire(import.meta.url).resolve("hls.js")), "hls.min.js"),
  adapter: "shoal-hls",
  play: `
    const hls = new Hls({ maxBufferLength: 60 });
    window.attachment = shoal.attachHls(hls, video, options);
    hls.loadSource("/film/master.m3u8?sig=" + Math.random());
    hls.attachMedia(video);`,
};

it("pages with hls.js share media of a plain file server once two of them have received the same bytes", async () => {
  const key = plugin.addConfig();
  const third = await exchangeAmongThree(() => plugin.open(HLS_JS, { key }), 38);
  const beacon = third.waitForResponse(
    (response) =>
      response.url() === `${plugin.edge.edge.url}/beacons` && response.request().method() === "POST",
  );
  expect((await beacon).status()).toBe(202);
  expect(await third.evaluate("shoal.version")).toBe(VERSION);
});

it("pages that load the plugin as ES modules share data", async () => {
  const page = { ...HLS_JS, isModule: true, folder: `/plugin/${VERSION}` };
  const key = plugin.addConfig();
  const third = await exchangeAmongThree(() => plugin.open(page, { key }), 38);
  // The test uses only one global of the page: its list of players.
  const globals = await third.evaluate("[loadedShoal.version, Object.keys(globalThis.shoal)]");
  expect(globals).toEqual([VERSION, ["attachments"]]);
});

/** The value of every manipulated byte. No real video contains a run of it. */
const MANIPULATED_BYTE = 0xa5;
const MIN_MANIPULATED_BYTES = 512;
const MALICIOUS_SCRIPT = `(${actMaliciously})(${JSON.stringify({ how: "wrong", fill: MANIPULATED_BYTE })});`;
const COUNT_MANIPULATED_SCRIPT = `
  window.liesAppended = 0;
  const append = SourceBuffer.prototype.appendBuffer;
  SourceBuffer.prototype.appendBuffer = function (data) {
    let run = 0;
    for (const byte of new Uint8Array(data.buffer ?? data)) {
      run = byte === ${MANIPULATED_BYTE} ? run + 1 : 0;
      if (run === ${MIN_MANIPULATED_BYTES}) window.liesAppended += 1;
    }
    return append.call(this, data);
  };`;

it("a page that sends wrong bytes is asked at most twice in a row, and none of these bytes are played", async () => {
  const key = plugin.addConfig();
  const honest = await plugin.open(HLS_JS, { key });
  const liar = await plugin.open({ ...HLS_JS, prelude: MALICIOUS_SCRIPT }, { key });
  for (const page of [honest, liar]) await awaitBuffer(page, 38);
  for (const page of [honest, liar]) await awaitPeers(page);
  const viewer = await plugin.open({ ...HLS_JS, prelude: COUNT_MANIPULATED_SCRIPT }, { key });
  await awaitBuffer(viewer, 38);
  expect(await viewer.evaluate("liesAppended")).toBe(0);
  expect((await metricsOf(viewer)).bytesPeer).toBeGreaterThan(0);
  const { inARow } = (await liar.evaluate("readLies()")) as MaliciousStats;
  expect(inARow).toBeGreaterThanOrEqual(1);
  expect(inARow).toBeLessThanOrEqual(2);
});

it.each<[string, () => string, string]>([
  ["an unknown key", () => randomUUID(), "key_unknown"],
  ["a key of another site", () => plugin.addConfig([SHOP_SITE]), "site_denied"],
])("with %s the player plays only from its CDN, and the page gets an error", async (_, keyOf, type) => {
  const page = await plugin.open(HLS_JS, { key: keyOf() });
  await awaitPlaying(page);
  await page.waitForFunction("errors.length > 0");
  expect(await errorsOf(page)).toEqual({ errors: [type], thrown: [] });
  expect(await metricsOf(page)).toMatchObject({ bytesPeer: 0, peers: 0 });
});

const SHOP_SITE = createSite({ name: "Shop", websites: ["shop.example.org"] });
