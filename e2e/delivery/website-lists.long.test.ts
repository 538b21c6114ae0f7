import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClientDescriptor } from "../../apps/edge/src/testing/edge-harness.ts";
import { type EdgePlayer, startEdgePlayer } from "../support/edge-player.ts";

let edge: EdgePlayer;
let uuid: string;
beforeAll(async () => {
  edge = await startEdgePlayer();
  const clientId = crypto.randomUUID();
  edge.harness.api.setClient(createClientDescriptor(clientId));
  const rules = { custom: { authorizedWebsites: ["localhost"] } };
  uuid = (await edge.publish({ clientId, rules })).uuid;
  await eventually(() => edge.harness.api.followers === 1, { what: "an edge that follows the api" });
});
afterAll(() => edge?.close());

/** Opens a page with this content on the website `host`. */
async function openPageOf(
  host: "localhost" | "127.0.0.1",
  body: string,
): Promise<[Page, () => Promise<void>]> {
  const server = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end(`<!doctype html><title>A page</title><body>${body}`),
  );
  await new Promise<void>((ready) => server.listen(0, host, ready));
  const page = await edge.browser.openViewer("about:blank");
  await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`);
  return [
    page,
    async () => {
      await page.context().close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  ];
}

/** Returns the state of the player in a page's frame once the player is no longer loading. */
async function playedIn(host: "localhost" | "127.0.0.1", attributes: string): Promise<string> {
  const src = `${edge.harness.edge.url}/embed/${uuid}`;
  const [page, close] = await openPageOf(host, `<iframe src="${src}" ${attributes}></iframe>`);
  const html = page.frameLocator("iframe").locator("html:not([data-state=loading])[data-state]");
  await html.waitFor({ state: "attached" });
  const state = await html.getAttribute("data-state");
  await close();
  return state ?? "";
}

test("the player plays only on a listed website, including in a sandboxed frame", async () => {
  expect(await playedIn("localhost", "")).toBe("ready");
  expect(await playedIn("localhost", 'sandbox="allow-scripts"')).toBe("ready");
  for (const attributes of ["", 'sandbox="allow-scripts"'])
    expect(await playedIn("127.0.0.1", attributes)).toBe("error");
  expect(await playedIn("localhost", 'sandbox="allow-scripts" referrerpolicy="no-referrer"')).toBe("error");
});

test("a script in a sandboxed frame cannot play by claiming to be a listed website", async () => {
  const call = `fetch("${edge.harness.edge.url}/play/${uuid}", {
    method: "POST",
    body: JSON.stringify({ referrer: "http://localhost/" }),
  }).then((answer) => answer.json()).then(({ code }) => parent.postMessage(code ?? "let in", "*"))`;
  const frame = `<iframe sandbox="allow-scripts" srcdoc='<script>${call}</script>'></iframe>`;
  const listen = `<script>addEventListener("message", ({ data }) => (document.title = data))</script>`;
  const [page, close] = await openPageOf("127.0.0.1", listen + frame);
  await expect.poll(() => page.title()).toBe("playback_website_denied");
  await close();
});
