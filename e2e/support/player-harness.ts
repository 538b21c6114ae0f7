import { startTestEdge, type TestEdge } from "@shoal/testkit/test-edge";
import { makeTestMedia } from "@shoal/testkit/test-media";
import { createTracker } from "../../apps/edge/src/tracker/index.ts";
import { openViewerBrowser, type ViewerBrowser } from "../../harness/swarm/swarm-viewers.ts";
import { PLAYER_DIR } from "./built.ts";

const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined };

export interface PlayerHarness {
  edge: TestEdge;
  browser: ViewerBrowser;
  /** Returns the URL of the embed page with the given query. */
  embedUrl(query?: string): string;
  close(): Promise<void>;
}

/** Starts the built player on an edge with the real tracker, and a browser. */
export async function startPlayerHarness(mediaSec: number): Promise<PlayerHarness> {
  const edge = await startTestEdge({
    media: await makeTestMedia(mediaSec),
    playerFolder: PLAYER_DIR,
    tracker: (verifyTicket) => createTracker({ verifyTicket, log: SILENT_LOG }),
  });
  const browser = await openViewerBrowser();
  return {
    edge,
    browser,
    embedUrl: (query = "") => `${edge.url}/embed/${edge.uuid}${query}`,
    async close() {
      await browser.close();
      await edge.close();
    },
  };
}
