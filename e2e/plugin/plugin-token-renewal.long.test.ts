import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { makeTokenSigner, signToken } from "@shoal/testkit";
import { makeTestMedia } from "@shoal/testkit/test-media";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createClientDescriptor, type EdgeHarness } from "../../apps/edge/src/testing/edge-harness.ts";
import { makeHlsFolder } from "../support/hls-folder.ts";
import {
  awaitBuffer,
  awaitPeers,
  awaitPlaying,
  errorsOf,
  metricsOf,
  type PluginPage,
  startPluginEdge,
  usePlugin,
} from "../support/plugin-page.ts";

/** The lifetime of tokens. Players renew a token after 10 s at the earliest. */
const TOKEN_TTL_MS = 14_000;
/** Clocks may differ by a minute, so a token with this expiry is accepted for another 5 s. Each renewal therefore needs another token. */
const TOKEN_END_OFFSET_SEC = -55;
const FILM_DURATION_SEC = 100;

const backend = makeTokenSigner();
/** The customer's backend. It responds with a token, with "not signed in", or not at all. */
type BackendAnswer = "token" | "nothing" | "failure";
const answerByViewer = new Map<string, BackendAnswer>();
/** The number of tokens issued to each viewer. */
let issuedTokens = new Map<string, number>();
let files = new Map<string, Uint8Array | string>();
let harness: EdgeHarness;
beforeAll(async () => {
  files = makeHlsFolder(await makeTestMedia(FILM_DURATION_SEC), "/film");
  harness = await startPluginEdge({ tokenTtlMs: TOKEN_TTL_MS });
});
afterAll(() => harness?.close());
beforeEach(() => {
  answerByViewer.clear();
  issuedTokens = new Map();
});
const plugin = usePlugin(
  (path) => files.get(path),
  serveToken,
  () => harness.edge.url,
);

function serveToken(request: IncomingMessage, response: ServerResponse): boolean {
  const [, viewer] = /^\/token\?viewer=(\w+)$/.exec(request.url ?? "") ?? [];
  if (viewer === undefined) return false;
  const how = answerByViewer.get(viewer) ?? "token";
  if (how === "failure") response.socket?.destroy();
  else if (how === "nothing") response.writeHead(401).end();
  else {
    issuedTokens.set(viewer, (issuedTokens.get(viewer) ?? 0) + 1);
    response.end(
      signToken(backend, { video: "film", exp: Math.floor(Date.now() / 1000) + TOKEN_END_OFFSET_SEC }),
    );
  }
  return true;
}

function addGuardedConfig(): string {
  const ids = { key: randomUUID(), uuid: randomUUID(), clientId: randomUUID() };
  harness.api.setClient(createClientDescriptor(ids.clientId, { streamingKeys: [backend.key] }));
  const rules = { streaming: "token" } as const;
  harness.api.setConfig({ ...ids, revision: 1, rules, sites: [], isRevoked: false });
  return ids.key;
}

/** A page whose query specifies how many seconds it loads ahead: a few, or everything in order to share it. */
const PLUGIN_PAGE: PluginPage = {
  player: join(dirname(createRequire(import.meta.url).resolve("hls.js")), "hls.min.js"),
  adapter: "shoal-hls",
  play: `
    const ahead = Number(query.get("ahead"));
    const hls = new Hls({ maxBufferLength: ahead, maxMaxBufferLength: ahead, startLevel: 0, autoLevelCapping: 0 });
    window.loads = 0;
    hls.on(Hls.Events.MANIFEST_LOADING, () => (loads += 1));
    const authorization = async () => {
      const response = await fetch("/token?viewer=" + query.get("viewer"));
      return response.ok ? response.text() : undefined;
    };
    window.attach = () => {
      window.attachment = shoal.attachHls(hls, video, { ...options, video: "film", authorization });
    };
    attach();
    hls.loadSource("/film/master.m3u8");
    hls.attachMedia(video);`,
};

/** Opens two viewers who load the whole video, and a third one who receives it from them during playback. @returns the third viewer. */
async function openThreeViewers(): Promise<Page> {
  const key = addGuardedConfig();
  const open = (viewer: string, ahead: number) =>
    plugin.open(PLUGIN_PAGE, { key, viewer, ahead: String(ahead) });
  const senders = [await open("first", FILM_DURATION_SEC), await open("second", FILM_DURATION_SEC)];
  for (const page of senders) await awaitBuffer(page, FILM_DURATION_SEC - 2);
  const third = await open("third", 6);
  await awaitPeers(third);
  await awaitPlaying(third);
  return third;
}

const tokensIssuedTo = (viewer: string) => issuedTokens.get(viewer) ?? 0;
const positionOf = (page: Page) => page.evaluate("video.currentTime") as Promise<number>;
/** Expects that the player is not reloaded and that playback does not stall. */
const expectPlaying = async (page: Page) => {
  await awaitPlaying(page, (await positionOf(page)) + 4);
  expect(await page.evaluate("({ loads, stalls: attachment.metrics().stalls })")).toEqual({
    loads: 1,
    stalls: 0,
  });
};

it("a page whose function returns new tokens shares data beyond the lifetime of each token", async () => {
  const third = await openThreeViewers();
  await expect.poll(() => tokensIssuedTo("third")).toBeGreaterThanOrEqual(3);
  const before = await metricsOf(third);
  await expect.poll(async () => (await metricsOf(third)).bytesPeer).toBeGreaterThan(before.bytesPeer);
  await expectPlaying(third);
  expect((await metricsOf(third)).peers).toBe(2);
  expect(await errorsOf(third)).toEqual({ errors: [], thrown: [] });
});

it("a page whose function returns no token any more stops sharing at the renewal, keeps playing, and gets one error", async () => {
  const third = await openThreeViewers();
  answerByViewer.set("third", "nothing");
  await expect.poll(() => errorsOf(third)).toEqual({ errors: ["denied"], thrown: [] });
  expect(await third.evaluate("errors[0].detail")).toContain("playback_authorization_required");
  const before = await metricsOf(third);
  expect(before.peers).toBe(0);
  await expectPlaying(third);
  await expectPlaying(third);
  const after = await metricsOf(third);
  expect([after.bytesPeer, after.bytesUp]).toEqual([before.bytesPeer, before.bytesUp]);
  expect(after.bytesServer).toBeGreaterThan(before.bytesServer);
  expect(await errorsOf(third)).toEqual({ errors: ["denied"], thrown: [] });

  // When the viewer signs in again, the page attaches the plugin once more and the player continues.
  answerByViewer.set("third", "token");
  await third.evaluate("attachment.close(), attach()");
  await awaitPeers(third);
  await expect.poll(async () => (await metricsOf(third)).bytesPeer).toBeGreaterThan(0);
  await expectPlaying(third);
  expect(await errorsOf(third)).toEqual({ errors: ["denied"], thrown: [] });
});

it("a failing function of the page is reported, and called again until it succeeds", async () => {
  const third = await openThreeViewers();
  answerByViewer.set("third", "failure");
  await expect.poll(() => third.evaluate("errors[0]?.type")).toBe("unreachable");
  const had = tokensIssuedTo("third");
  answerByViewer.set("third", "token");
  await expect.poll(() => tokensIssuedTo("third")).toBeGreaterThan(had);
  await expectPlaying(third);
  await awaitPeers(third);
  expect(await third.evaluate("({ types: [...new Set(errors.map(({ type }) => type))], thrown })")).toEqual({
    types: ["unreachable"],
    thrown: [],
  });
});
