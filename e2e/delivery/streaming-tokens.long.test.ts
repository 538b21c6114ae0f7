import { randomUUID } from "node:crypto";
import { makeTokenSigner, signToken } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createClientDescriptor } from "../../apps/edge/src/testing/edge-harness.ts";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { type EdgePlayer, startEdgePlayer } from "../support/edge-player.ts";

/** The lifetime of tokens in seconds. Players renew a token after 10 s at the earliest. */
const TOKEN_TTL_MS = 14_000;
const nowSec = () => Math.floor(Date.now() / 1000);
/** Clocks may differ by a minute, so a token that expires 55 s in the past is still accepted for 5 s. */
const TOKEN_END_OFFSET_SEC = -55;

const backend = makeTokenSigner();
let player: EdgePlayer;
let video: Awaited<ReturnType<EdgePlayer["publish"]>>;
let pages: Page[] = [];
beforeAll(async () => {
  player = await startEdgePlayer({ tokenTtlMs: TOKEN_TTL_MS });
  video = await player.publish({ durationSec: 40, rules: { custom: { streaming: "token" } } });
  player.harness.api.setClient(createClientDescriptor(video.clientId, { streamingKeys: [backend.key] }));
});
afterAll(() => player.close());
afterEach(async () => {
  await Promise.all(pages.map((page) => page.context().close()));
  pages = [];
});

async function openPlayerPage(token: string | undefined, language = "en"): Promise<Page> {
  const hash = token === undefined ? "" : `#authorization=${token}`;
  const url = `${player.harness.edge.url}/embed/${video.uuid}?autoplay=1&muted=1&lang=${language}${hash}`;
  const page = await player.browser.openViewer(url);
  pages.push(page);
  return page;
}

it("a viewer with a valid token in the URL's fragment can watch, and the token is in no request's URL", async () => {
  const page = await player.browser.openPage();
  pages.push(page);
  const token = signToken(backend, { video: video.uuid });
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const url = `${player.harness.edge.url}/embed/${video.uuid}?autoplay=1&muted=1#authorization=${token}`;
  await page.goto(url);
  await awaitState(page, "playing");
  expect(addresses.filter((address) => address !== url && address.includes(token))).toEqual([]);
});

it.each([
  ["none", () => undefined, /You need access/, /Vous devez avoir accès/],
  [
    "one that has expired",
    () => signToken(backend, { video: video.uuid, exp: nowSec() - 120 }),
    /no longer valid/,
    /n’est plus valide/,
  ],
  [
    "one of another video",
    () => signToken(backend, { video: randomUUID() }),
    /no longer valid/,
    /n’est plus valide/,
  ],
])("a viewer whose token is %s sees the reason in both languages", async (_, tokenOf, english, french) => {
  await (await openPlayerPage(tokenOf())).getByRole("heading", { name: english }).waitFor();
  await (await openPlayerPage(tokenOf(), "fr")).getByRole("heading", { name: french }).waitFor();
});

it("playback continues if the page renews an expiring token, and ends if it does not", async () => {
  const ending = () => signToken(backend, { video: video.uuid, exp: nowSec() + TOKEN_END_OFFSET_SEC });
  const [renewed, left] = [await openPlayerPage(ending()), await openPlayerPage(ending(), "fr")];
  await Promise.all([renewed, left].map((page) => awaitState(page, "playing")));
  const renewal = renewed.waitForResponse((response) => response.url().includes("/play/"));
  const fresh = signToken(backend, { video: video.uuid });
  await renewed.evaluate((token) => {
    location.hash = `authorization=${token}`;
  }, fresh);
  expect((await renewal).status()).toBe(200);
  await left.getByRole("heading", { name: /n’est plus valide/ }).waitFor();
  expect(await renewed.evaluate("document.documentElement.dataset.state")).toBe("playing");
});
