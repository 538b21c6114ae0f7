import { randomBytes, scryptSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { freePorts } from "@shoal/testkit";
import type { EdgeConfig } from "../../apps/edge/src/config.ts";
import type { EdgeNeighbours } from "../../apps/edge/src/edge.ts";
import { type EdgeHarness, startEdgeHarness } from "../../apps/edge/src/testing/edge-harness.ts";
import { publishRealMedia } from "../../apps/edge/src/testing/real-media.ts";
import { openViewerBrowser, type ViewerBrowser } from "../../harness/swarm/swarm-viewers.ts";
import { PLAYER_DIR } from "./built.ts";

export interface EdgePlayer {
  harness: EdgeHarness;
  browser: ViewerBrowser;
  /** Publishes a video of real media with the given length. Each length is encoded only once. */
  publish(changes?: Partial<PlaybackDescriptor>): Promise<PlaybackDescriptor>;
  /** Returns the URL of a page on another origin that embeds the given URL. */
  hostPageUrl(frameUrl: string): string;
  close(): Promise<void>;
}

/** Starts the built player on the real edge, and a browser. The test defines the edge's videos. */
export async function startEdgePlayer(
  changes: Partial<EdgeConfig> = {},
  neighbours: EdgeNeighbours = {},
): Promise<EdgePlayer> {
  const [port] = await freePorts(1);
  const own = { port, publicUrl: `http://127.0.0.1:${port}`, playerDir: PLAYER_DIR };
  const harness = await startEdgeHarness({ ...own, ...changes }, neighbours);
  const browser = await openViewerBrowser();
  const hostPage = await serveHostPage();
  return {
    harness,
    browser,
    publish: (changes) => publishRealMedia(harness, changes),
    hostPageUrl: (frameUrl) => `${hostPage.url}/?frame=${encodeURIComponent(frameUrl)}`,
    async close() {
      await browser.close();
      await hostPage.close();
      await harness.close();
    },
  };
}

/** Hashes a password in the api's format, but with a lower cost. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 1_024, r: 8, p: 1 });
  return `scrypt$1024$8$1$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** A page that embeds a player in a frame. It collects the player's events in `events` and sends it commands with `ask`. */
const HOST_PAGE = `<!doctype html><html lang="en"><title>Host</title><body style="margin:0"><script>
  const frame = document.createElement("iframe");
  frame.src = new URLSearchParams(location.search).get("frame");
  frame.allow = "autoplay; fullscreen";
  frame.style = "width:640px;height:360px;border:0";
  const origin = new URL(frame.src).origin;
  window.events = [];
  window.addEventListener("message", (event) => {
    if (event.origin === origin && event.data.shoal === 1) window.events.push(event.data);
  });
  let lastId = 0;
  window.ask = (command) => {
    lastId += 1;
    const id = lastId;
    frame.contentWindow.postMessage({ shoal: 1, id, ...command }, origin);
    return new Promise((resolve) => {
      window.addEventListener("message", function answered({ data }) {
        if (data.event !== "answer" || data.id !== id) return;
        window.removeEventListener("message", answered);
        resolve(data);
      });
    });
  };
  document.body.append(frame);
</script></body></html>`;

async function serveHostPage(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end(HOST_PAGE),
  );
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
