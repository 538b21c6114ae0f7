import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { makeTokenSigner, signToken } from "@shoal/testkit";
import { makeTestMedia } from "@shoal/testkit/test-media";
import { beforeAll, expect, it } from "vitest";
import { createClientDescriptor } from "../../apps/edge/src/testing/edge-harness.ts";
import { makeHlsFolder } from "../support/hls-folder.ts";
import {
  awaitPlaying,
  errorsOf,
  exchangeAmongThree,
  type PluginPage,
  usePlugin,
} from "../support/plugin-page.ts";

const backend = makeTokenSigner();
let files = new Map<string, Uint8Array | string>();
beforeAll(async () => {
  files = makeHlsFolder(await makeTestMedia(40), "/film");
});
const plugin = usePlugin((path) => files.get(path));

/** Adds a config that requires tokens issued by the client's backend. */
function addGuardedConfig(): string {
  const ids = { key: randomUUID(), uuid: randomUUID(), clientId: randomUUID() };
  plugin.edge.api.setClient(createClientDescriptor(ids.clientId, { streamingKeys: [backend.key] }));
  const rules = { streaming: "token" } as const;
  plugin.edge.api.setConfig({ ...ids, revision: 1, rules, sites: [], isRevoked: false });
  return ids.key;
}

const PLUGIN_PAGE: PluginPage = {
  player: join(dirname(createRequire(import.meta.url).resolve("hls.js")), "hls.min.js"),
  adapter: "shoal-hls",
  play: `
    const hls = new Hls({ maxBufferLength: 60 });
    const authorization = async () => query.get("token") ?? undefined;
    window.attachment = shoal.attachHls(hls, video, { ...options, video: "film", authorization });
    hls.loadSource("/film/master.m3u8");
    hls.attachMedia(video);`,
};

it("pages with a token of their backend share data", async () => {
  const key = addGuardedConfig();
  const token = signToken(backend, { video: "film" });
  await exchangeAmongThree(() => plugin.open(PLUGIN_PAGE, { key, token }), 38);
});

it.each([
  ["none", () => ({})],
  ["an expired one", () => ({ token: signToken(backend, { video: "film", exp: 1_600_000_000 }) })],
  ["one of another video", () => ({ token: signToken(backend, { video: "another" }) })],
])("a page whose token is %s gets an error and plays from its CDN", async (_, queryOf) => {
  const page = await plugin.open(PLUGIN_PAGE, { key: addGuardedConfig(), ...queryOf() });
  await awaitPlaying(page);
  await expect.poll(() => errorsOf(page)).toEqual({ errors: ["denied"], thrown: [] });
});
