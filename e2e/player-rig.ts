import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { createTracker } from "../apps/edge/src/tracker/index.ts";
import { openViewerBrowser, type ViewerBrowser } from "../bench/swarm-viewers.ts";
import { startTestEdge, type TestEdge } from "../packages/testkit/src/p2p/test-edge.ts";
import { makeTestMedia } from "../packages/testkit/src/p2p/test-media.ts";

const PLAYER = fileURLToPath(new URL("../apps/player/", import.meta.url));
const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined };

export interface PlayerRig {
  edge: TestEdge;
  browser: ViewerBrowser;
  /** The embed page, with its query. */
  embedUrl(query?: string): string;
  close(): Promise<void>;
}

/** The player built from source on an edge with the real tracker, and a browser. */
export async function startPlayerRig(mediaSec: number): Promise<PlayerRig> {
  const playerFolder = await mkdtemp(path.join(tmpdir(), "shoal-player-"));
  const output = { outDir: playerFolder, emptyOutDir: true };
  await build({ configFile: path.join(PLAYER, "vite.config.ts"), logLevel: "error", build: output });
  const edge = await startTestEdge({
    media: await makeTestMedia(mediaSec),
    playerFolder,
    tracker: (verifyTicket) => createTracker({ verifyTicket, log: SILENT }),
  });
  const browser = await openViewerBrowser();
  return {
    edge,
    browser,
    embedUrl: (query = "") => `${edge.url}/embed/${edge.uuid}${query}`,
    async close() {
      await browser.close();
      await edge.close();
      await rm(playerFolder, { recursive: true, force: true });
    },
  };
}
