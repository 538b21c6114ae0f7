import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConfigSite, DEFAULT_THEME } from "@shoal/contract";
import type { ClientDescriptor, PlaybackDescriptor, PlaybackTrack } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import type { ByteRange, SegmentIndex } from "@shoal/contract/stored-data";
import { FolderStore } from "@shoal/store";
import { freePorts, VIEWER_AGENT } from "@shoal/testkit";
import type { EdgeConfig } from "../config.ts";
import { type EdgeNeighbours, type RunningEdge, startEdge } from "../edge.ts";
import { FakeApi } from "./fake-api.ts";

const PLAYER_PAGE = `<!doctype html><html><head>
    <meta name="robots" content="noindex" />
    <title>Shoal</title>
    <script type="module" src="/player/assets/index-abcdef12.js"></script>
  </head></html>`;

/** An edge that runs with a fake api and a media folder. */
export interface EdgeHarness {
  edge: RunningEdge;
  api: FakeApi;
  store: FolderStore;
  config: EdgeConfig;
  folder: string;
  /** Publishes a video whose segments have these bytes. */
  publish(changes?: Partial<PlaybackDescriptor>, segments?: Buffer[]): Promise<PlaybackDescriptor>;
  play(uuid: string, body?: object): Promise<PlaySession>;
  /** Stops the edge and starts another one with the same port and folders. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the real edge on a free port. */
export async function startEdgeHarness(
  changes: Partial<EdgeConfig> = {},
  neighbours: EdgeNeighbours = {},
): Promise<EdgeHarness> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-edge-"));
  const api = new FakeApi();
  await api.start();
  const store = new FolderStore(join(folder, "media"));
  await store.prepare();
  await writeFile(join(folder, "index.html"), PLAYER_PAGE);
  await writeFile(join(folder, "index-abcdef12.js"), "export {};");
  // An edge must restart on the same port. The system could give a port that it chose itself to another process in between.
  const [port] = await freePorts(1);
  const config = { ...buildConfig(folder, api), port, ...changes };
  const harness: EdgeHarness = {
    edge: await startEdge(config, neighbours),
    api,
    store,
    config,
    folder,
    publish: (video, segments) => publishVideo(harness, video, segments),
    play: (uuid, body) => startSession(harness, uuid, body),
    async restart() {
      await harness.edge.close();
      harness.edge = await startEdge({ ...config, port: Number(new URL(harness.edge.url).port) }, neighbours);
    },
    async close() {
      await harness.edge.close();
      await api.stop();
      await rm(folder, { recursive: true });
    },
  };
  return harness;
}

function buildConfig(folder: string, api: FakeApi): EdgeConfig {
  return {
    host: "127.0.0.1",
    port: 0,
    internalHost: "127.0.0.1",
    internalPort: 0,
    publicUrl: "https://play.example.com",
    cluster: [],
    apiUrl: api.url,
    internalSecret: api.secret,
    playbackKeys: [{ id: "k1", secret: "s".repeat(32) }],
    mediaStore: join(folder, "media"),
    mediaCacheBytes: 100_000_000,
    clickhouseUrl: "http://127.0.0.1:9",
    spoolDir: join(folder, "spool"),
    spoolMaxBytes: 10_000_000,
    trustedProxies: ["127.0.0.1"],
    iceServers: [{ urls: ["stun:stun.example.com:3478"] }],
    playerDir: folder,
    pluginDir: folder,
    countryDb: undefined,
    asnDb: undefined,
    vpnNetworks: undefined,
    tokenTtlMs: 900_000,
    segmentCacheBytes: 50_000_000,
    playsPerMinute: 100_000,
    playsPerClientPerMinute: 100_000,
    pluginSessionsPerMinute: 100_000,
    lookupsPerMinute: 100_000,
    trackerSocketsPerAddress: 6_000,
    downloadsMax: 400,
    shutdownDelayMs: 0,
    analyticsLingerMs: 100,
    billing: {
      elsewhereBps: 8_000_000,
      sessionsPerAddress: 500,
      bytesPerAddress: 100_000_000_000,
      bytesPerKey: 20_000_000_000_000,
      bytesPerClient: 25_000_000_000,
      bytesPerNetworkOfClient: 500_000_000,
    },
    isCacheInFront: false,
    permitsDir: undefined,
    segmentFiles: undefined,
    cdn: undefined,
    logLevel: "silent",
    tracing: { endpoint: undefined, ratio: 1 },
  };
}

async function startSession(harness: EdgeHarness, uuid: string, body: object = {}): Promise<PlaySession> {
  const response = await fetch(`${harness.edge.url}/play/${uuid}`, {
    method: "POST",
    headers: { "user-agent": VIEWER_AGENT },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`play answered ${response.status}: ${await response.text()}`);
  const session = (await response.json()) as PlaySession;
  return JSON.parse(
    JSON.stringify(session).replaceAll(harness.config.publicUrl, harness.edge.url),
  ) as PlaySession;
}

/** Creates a site of a config. */
export const createSite = (changes: Partial<ConfigSite> = {}): ConfigSite => ({
  uuid: randomUUID(),
  name: "Paris",
  websites: [],
  publicIPs: [],
  subnets: [],
  exchange: "first",
  ...changes,
});

/** Creates the descriptor of a client without any settings. */
export function createClientDescriptor(
  uuid: string,
  changes: Partial<ClientDescriptor> = {},
): ClientDescriptor {
  return {
    uuid,
    revision: 1,
    theme: DEFAULT_THEME,
    rules: {},
    timeZone: "UTC",

    iceSets: {},
    authorizedVideos: [],
    collections: {},
    streamingKeys: [],
    ...changes,
  };
}

/** Creates the descriptor of a video without any settings. */
export function descriptorOf(changes: Partial<PlaybackDescriptor> = {}): PlaybackDescriptor {
  return {
    uuid: randomUUID(),
    clientId: randomUUID(),
    generation: 1,
    revision: 1,
    state: "playable",
    startsAt: null,
    passwordHash: null,
    errorType: null,
    title: "A shoal",
    description: "Fish that move as one",
    createdAt: "2026-01-02T03:04:05.000Z",
    durationSec: 8,
    isEnded: true,
    tracks: [],
    thumbnailObject: null,
    download: false,
    storyboard: null,
    rules: {},
    player: { autoplay: false, introModal: null },
    chapters: [{ startSec: 0, title: "Start" }],
    outro: null,
    captions: [],
    ...changes,
  };
}

async function publishVideo(
  harness: EdgeHarness,
  changes: Partial<PlaybackDescriptor> = {},
  segments: Buffer[] = [randomBytes(50_000), randomBytes(40_000)],
): Promise<PlaybackDescriptor> {
  const base = descriptorOf(changes);
  const tracks = await Promise.all(
    ["v0", "a0"].map((id) => publishTrack(harness.store, base, { id, segments })),
  );
  const descriptor = { ...base, tracks: changes.tracks ?? tracks };
  harness.api.set(descriptor);
  return descriptor;
}

const INIT_SEGMENT = Buffer.from("init segment");

async function publishTrack(
  store: FolderStore,
  video: PlaybackDescriptor,
  { id, segments }: { id: string; segments: Buffer[] },
): Promise<PlaybackTrack> {
  const prefix = `videos/${video.uuid}/${video.generation}/${id}`;
  const object = `${prefix}/piece-0.mp4`;
  await store.put(object, Buffer.concat([INIT_SEGMENT, ...segments]));
  let offset = INIT_SEGMENT.length;
  const rangeOf = (bytes: Buffer, at: number): ByteRange => {
    return {
      object,
      offset: at,
      length: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    };
  };
  const listed = segments.map((bytes, number) => {
    const range = rangeOf(bytes, offset);
    offset += bytes.length;
    return { ...range, number, startSec: number * 4, durationSec: 4 };
  });
  const codecs = id.startsWith("v") ? "avc1.64001f" : "mp4a.40.2";
  const version = video.revision;
  const index: SegmentIndex = {
    trackId: id,
    version,
    codecs,
    init: rangeOf(INIT_SEGMENT, 0),
    isEnded: video.isEnded,
    segments: listed,
  };
  const indexObject = `${prefix}/index-${version}.json`;
  await store.put(indexObject, Buffer.from(JSON.stringify(index)));
  return { ...trackFolder(id), codecs, indexObject, indexVersion: version };
}

function trackFolder(id: string) {
  const isVideo = id.startsWith("v");
  return {
    id,
    kind: isVideo ? ("video" as const) : ("audio" as const),
    width: isVideo ? 1280 : null,
    height: isVideo ? 720 : null,
    fps: isVideo ? 25 : null,
    language: isVideo ? null : "en",
    name: null,
    bandwidthBps: 1_000_000,
    averageBandwidthBps: 900_000,
  };
}
