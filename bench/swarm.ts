import { fileURLToPath } from "node:url";
import { createTracker } from "../apps/edge/src/tracker/index.ts";
import { startTestEdge } from "../packages/testkit/src/p2p/test-edge.ts";
import { makeTestMedia } from "../packages/testkit/src/p2p/test-media.ts";
import type { Bench, Figure } from "./bench.ts";
import { openViewerBrowser, type ViewerStats, watchTogether } from "./swarm-viewers.ts";

const VIEWERS = 8;
const EVERY_MS = 5_000;
const MEDIA_SEC = 120;
/** Each viewer but one could have everything from another. */
const CEILING = (VIEWERS - 1) / VIEWERS;
const REACH_OF_CEILING = 0.9;
const STARTUP_MARGIN_MS = 200;

export interface SwarmBenchOptions {
  /** The embed page of a video on a running edge, of `mediaSec` at least; without it, an edge of our own is started. */
  embedUrl?: string;
  mediaSec?: number;
}

const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined };

async function openVideo({ embedUrl }: SwarmBenchOptions): Promise<{ url: string; close(): Promise<void> }> {
  if (embedUrl) return { url: embedUrl, close: async () => undefined };
  const edge = await startTestEdge({
    media: await makeTestMedia(MEDIA_SEC),
    playerFolder: fileURLToPath(new URL("../apps/player/dist", import.meta.url)),
    tracker: (verifyTicket) => createTracker({ verifyTicket, log: SILENT }),
  });
  return { url: `${edge.url}/embed/${edge.uuid}`, close: edge.close.bind(edge) };
}

const sum = (stats: ViewerStats[], key: "bytesServer" | "bytesPeer" | "bytesUp" | "stalls"): number =>
  stats.reduce((total, entry) => total + entry[key], 0);

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const startup = (stats: ViewerStats[]): number =>
  median(stats.map((entry) => entry.startupMs ?? Number.POSITIVE_INFINITY));

function judge(alone: ViewerStats[], together: ViewerStats[]): Figure[] {
  const peer = sum(together, "bytesPeer");
  const offload = peer / (peer + sum(together, "bytesServer"));
  const stalls = sum(together, "stalls");
  const startups = { alone: startup(alone), together: startup(together) };
  const largestUp =
    Math.max(...together.map((entry) => entry.bytesUp)) / Math.max(1, sum(together, "bytesUp"));
  const servers = together.map((entry) => (entry.bytesServer / 1e6).toFixed(1)).join(" ");
  return [
    {
      name: `swarm: offload, ${VIEWERS} viewers ${EVERY_MS / 1000} s apart, VOD`,
      value: `${offload.toFixed(3)} (${(offload / CEILING).toFixed(3)} of the ceiling)`,
      reach: `≥ ${REACH_OF_CEILING} of ${CEILING}`,
      isReached: offload >= CEILING * REACH_OF_CEILING,
      detail: `MB from the server by viewer: ${servers}; the busiest sends ${Math.round(largestUp * 100)} % of all`,
    },
    {
      name: "swarm: stalls",
      value: `${stalls} (${sum(alone, "stalls")} without peers)`,
      reach: "0",
      isReached: stalls === 0,
    },
    {
      name: "swarm: first frame, median",
      value: `${startups.together} ms (${startups.alone} ms without peers)`,
      reach: `≤ without peers + ${STARTUP_MARGIN_MS} ms`,
      isReached: startups.together <= startups.alone + STARTUP_MARGIN_MS,
      detail: `with: ${together.map((entry) => entry.startupMs).join(" ")}; without: ${alone.map((entry) => entry.startupMs).join(" ")}`,
    },
  ];
}

/** Viewers with and without peers in one run, on the same machine and the same video. */
export async function measureSwarm(options: SwarmBenchOptions = {}): Promise<Figure[]> {
  const video = await openVideo(options);
  const untilSec = (options.mediaSec ?? MEDIA_SEC) - 1;
  const watch = async (query: string) => {
    const browser = await openViewerBrowser();
    try {
      const url = `${video.url}?autoplay=1&muted=1${query}`;
      return await watchTogether(browser, { url, viewers: VIEWERS, everyMs: EVERY_MS, untilSec });
    } finally {
      await browser.close();
    }
  };
  try {
    const alone = await watch("&p2p=0");
    return judge(alone, await watch(""));
  } finally {
    await video.close();
  }
}

export const swarmBench: Bench[] = [{ name: "swarm", run: () => measureSwarm() }];
