import { fileURLToPath } from "node:url";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import { wallClock } from "@shoal/media";
import { liveHlsConfig } from "@shoal/sdk/live-config";
import { freePorts, VIEWER_AGENT } from "@shoal/testkit";
import { type EdgeHarness, startEdgeHarness } from "../../apps/edge/src/testing/edge-harness.ts";
import { TestLives } from "../../apps/edge/src/testing/paced-live.ts";
import { publishVideo } from "./media.ts";

/** How long the live runs before the first viewer arrives. It is the length of the live's window. */
const HEAD_START_SEC = 34;
export const MAX_SOCKETS = 200;
export const PLAYER_DIR = fileURLToPath(new URL("../../apps/player/dist", import.meta.url));
/** The settings with which a page creates hls.js. */
export type HlsSettings = ReturnType<typeof liveHlsConfig>;
/** The settings with which the platform's player creates hls.js. The other engine runs with the same ones. */
const HLS_SETTINGS: HlsSettings = { maxBufferLength: 30, maxBufferSize: 0, backBufferLength: 60 };

/** A video or live that one group of viewers watches, in a separate swarm. */
export interface SwarmShow {
  embedUrl: string;
  playlistUrl: string;
  hls: HlsSettings;
  /** The share of the uplink that the rules let a viewer use for other viewers. */
  uploadPercent: number;
  /** Returns when a segment of a live was published. */
  publishedAtMs(number: number): number | undefined;
  /** Stops publishing. Published segments remain available. */
  close(): Promise<void>;
}

/** The real edge, with its tracker, its play sessions and its lives. */
export interface SwarmStage {
  host: string;
  origin: string;
  openVideo(durationSec: number, changes?: Partial<PlaybackDescriptor>): Promise<SwarmShow>;
  /** Opens a live. @param latencySec how far viewers play behind the publisher, in seconds. */
  openLive(
    latencySec: number,
    durationSec: number,
    changes?: Partial<PlaybackDescriptor>,
  ): Promise<SwarmShow>;
  /** Returns the bytes of segments that the edge has sent so far. */
  servedBytes(): Promise<number>;
  close(): Promise<void>;
}

export async function openStage(host: string): Promise<SwarmStage> {
  const lives = new TestLives();
  const [port] = await freePorts(1);
  const origin = `http://${host}:${port}`;
  const own = { host, port, publicUrl: origin, playerDir: PLAYER_DIR, iceServers: [] };
  const harness = await startEdgeHarness({ ...own, trackerSocketsPerAddress: MAX_SOCKETS }, { lives });
  return {
    host,
    origin,
    async openVideo(durationSec, changes = {}) {
      const video = await publishVideo(harness, durationSec);
      harness.api.set({ ...video, ...changes });
      return {
        ...(await openSwarmShow(origin, video.uuid)),
        publishedAtMs: () => undefined,
        close: async () => undefined,
      };
    },
    openLive: (latencySec, durationSec, changes = {}) =>
      openLive({ harness, lives, origin, changes }, latencySec, durationSec),
    servedBytes: () => readServedBytes(harness),
    close: () => harness.close(),
  };
}

async function openLive(
  {
    harness,
    lives,
    origin,
    changes,
  }: { harness: EdgeHarness; lives: TestLives; origin: string; changes: Partial<PlaybackDescriptor> },
  latencySec: number,
  durationSec: number,
): Promise<SwarmShow> {
  // The video is longer than the run. A video that repeats would hide how late viewers are.
  const video = await publishVideo(harness, HEAD_START_SEC + durationSec);
  const live = { latencySec };
  const options = { clock: wallClock, live, headStartSec: HEAD_START_SEC };
  const { descriptor, paced } = await lives.open(harness, video, options);
  harness.api.set({ ...descriptor, ...changes });
  const publishedAtMs = new Map<number, number>();
  paced.onChange(() => {
    const newest = paced.window.listed.at(-1)?.number;
    if (newest !== undefined && !publishedAtMs.has(newest)) publishedAtMs.set(newest, Date.now());
  });
  const running = paced.run();
  const show = await openSwarmShow(origin, descriptor.uuid);
  return {
    ...show,
    hls: { ...show.hls, ...liveHlsConfig(live) },
    publishedAtMs: (number) => publishedAtMs.get(number),
    async close() {
      paced.close();
      await running;
    },
  };
}

async function openSwarmShow(origin: string, uuid: string) {
  const response = await fetch(`${origin}/play/${uuid}`, {
    method: "POST",
    headers: { "user-agent": VIEWER_AGENT },
    body: "{}",
  });
  if (!response.ok) throw new Error(`The play session: ${response.status} ${await response.text()}`);
  const { hlsUrl, p2p } = (await response.json()) as PlaySession;
  return {
    embedUrl: `${origin}/embed/${uuid}?autoplay=1&muted=1&controls=0`,
    playlistUrl: hlsUrl,
    hls: HLS_SETTINGS,
    uploadPercent: p2p.rules.uploadPercent,
  };
}

/** Returns the bytes of segments that an edge has sent so far. */
export async function readServedBytes({ edge }: Pick<EdgeHarness, "edge">): Promise<number> {
  const text = await (await fetch(`${edge.internalUrl}/metrics`)).text();
  return Number(/^shoal_edge_segment_bytes_total (\d+)/m.exec(text)?.[1] ?? 0);
}
