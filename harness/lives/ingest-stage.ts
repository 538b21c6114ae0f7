import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import type { LiveDelay } from "@shoal/contract";
import type { AdmittedLive } from "@shoal/contract/ingest";
import { freePorts } from "@shoal/testkit";
import {
  descriptorOf,
  type EdgeHarness,
  startEdgeHarness,
} from "../../apps/edge/src/testing/edge-harness.ts";
import { readConfig } from "../../apps/ingest/src/config.ts";
import { type RunningIngest, startIngest } from "../../apps/ingest/src/ingest.ts";
import { MAX_SOCKETS, PLAYER_DIR, readServedBytes } from "../swarm/stage.ts";

const ADMITTED_LIVE: AdmittedLive = {
  // The bit rate of the bench's other audiences, with a frame size that is cheap to decode.
  qualities: [{ bitrate: 667, resolution: { width: 320, height: 180 }, FPS: 15 }],
  uuid: "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11",
  generation: 1,
  seekBackSec: 30,
  isKept: false,
  delay: "yes",
};
const STREAM_KEY = "bench";

export interface IngestStageOptions {
  /** Whether the live is a passthrough. Otherwise, it is encoded as one small rung. */
  isPassthrough?: boolean;
  /** The host at which viewers reach the edge. */
  host?: string;
}

/** A real ingest, and the real edge that follows it. The api is simulated. */
export interface IngestStage {
  origin: string;
  publishUrl: string;
  embedUrl: string;
  /**
   * Opens the live to viewers with this latency. With null, viewers have the lowest latency that parts allow. Resolves once media
   * are available.
   */
  openLive(latencySec: number | null, delay?: LiveDelay): void;
  harness: EdgeHarness;
  uuid: string;
  generation: number;
  /** The address of the ingest for the platform's own servers. */
  ingestUrl: string;
  servedBytes(): Promise<number>;
  close(): Promise<void>;
}

export async function openIngestStage({
  isPassthrough = false,
  host = "127.0.0.1",
}: IngestStageOptions = {}): Promise<IngestStage> {
  const [port] = await freePorts(1);
  const origin = `http://${host}:${port}`;
  const own = { host, port, publicUrl: origin, playerDir: PLAYER_DIR, iceServers: [] };
  const harness = await startEdgeHarness({ ...own, trackerSocketsPerAddress: MAX_SOCKETS });
  const api = await startAdmitting({
    ...ADMITTED_LIVE,
    encoding: isPassthrough ? "passthrough" : "encoding",
  });
  const ingest = await startIngest(buildConfig(harness, api));
  return {
    origin,
    publishUrl: `rtmp://127.0.0.1:${ingest.rtmpPort}/live/${STREAM_KEY}`,
    embedUrl: `${origin}/embed/${ADMITTED_LIVE.uuid}?autoplay=1&muted=1&controls=0`,
    openLive: (latencySec, delay = "yes") => harness.api.set(describeLive(ingest, latencySec, delay)),

    harness,
    uuid: ADMITTED_LIVE.uuid,
    generation: ADMITTED_LIVE.generation,
    ingestUrl: ingest.url,
    servedBytes: () => readServedBytes(harness),
    async close() {
      await ingest.close();
      api.closeAllConnections();
      await new Promise((closed) => api.close(closed));
      await harness.close();
    },
  };
}

const describeLive = ({ url }: RunningIngest, latencySec: number | null, delay: LiveDelay) =>
  descriptorOf({
    uuid: ADMITTED_LIVE.uuid,
    generation: ADMITTED_LIVE.generation,
    isEnded: false,
    durationSec: null,
    chapters: [],
    live: {
      latencySec,
      delay,
      isSeekable: true,
      heldSec: ADMITTED_LIVE.seekBackSec,
      ingestUrl: url,
      isOver: false,
    },
  });

/** Admits every publisher of the only live, and ignores all reports from the ingest. */
async function startAdmitting(live: AdmittedLive): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { reports } = (await json(request)) as { reports?: unknown };
    const wanted = { unwanted: [], relays: [], sources: [] };
    const admitted = { live, isBegun: true, refusal: null };
    response.setHeader("content-type", "application/json").end(JSON.stringify(reports ? wanted : admitted));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const buildConfig = ({ config, folder }: EdgeHarness, api: Server) =>
  readConfig({
    API_INTERNAL_URL: addressOf(api),
    API_PUBLIC_URL: addressOf(api),
    INTERNAL_SECRET: config.internalSecret,
    MEDIA_STORE: join(folder, "media"),

    RTMP_PORT: "0",
    RTMP_HOST: "127.0.0.1",
    SRT_PORT: "0",
    SRT_HOST: "127.0.0.1",
    LOG_LEVEL: "fatal",
  });

const addressOf = (api: Server) => `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
