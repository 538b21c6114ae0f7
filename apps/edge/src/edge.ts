import type { IncomingMessage, ServerResponse } from "node:http";
import type { PlaybackDescriptor } from "@shoal/contract";
import { type MediaStore, openMediaStore } from "@shoal/store";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { BeaconServer } from "./beacons/beacon-server.ts";
import { createClickHouseSink } from "./beacons/click-house-sink.ts";
import { Shipper } from "./beacons/shipper.ts";
import { Spool } from "./beacons/spool.ts";
import type { EdgeConfig } from "./config.ts";
import { registerEmbedRoutes } from "./embed/embed.routes.ts";
import { Assets } from "./media/assets.ts";
import { registerMediaRoutes } from "./media/media.routes.ts";
import { MediaAccess } from "./media/media-access.ts";
import { Playlists } from "./media/playlists.ts";
import { SegmentIndexes } from "./media/segment-indexes.ts";
import { SegmentServer } from "./media/segment-server.ts";
import { createClientAddress } from "./platform/client-address.ts";
import { sendRawError } from "./platform/errors.ts";
import { createHttpApp } from "./platform/http-app.ts";
import { createMetrics } from "./platform/metrics.ts";
import { registerOperations } from "./platform/operations.routes.ts";
import { Places } from "./platform/places.ts";
import { ChangeFollower } from "./playback/change-follower.ts";
import { DescriptorCache } from "./playback/descriptor-cache.ts";
import { createDescriptorSource } from "./playback/descriptor-source.ts";
import { PasswordChecks } from "./playback/password-checks.ts";
import { registerPlayRoutes } from "./playback/play.routes.ts";
import { PlaySessions } from "./playback/play-session.ts";
import { PlaybackTokens } from "./playback/playback-token.ts";
import { SwarmTickets, swarmOf } from "./playback/ticket.ts";
import { WatchPasses } from "./playback/watch-pass.ts";
import { createTracker, type Tracker } from "./tracker/index.ts";
import { routeUpgrades } from "./tracker-upgrade.ts";

/** Viewers in the middle of a segment get this long to finish it when the edge closes. */
const DRAIN_MS = 10_000;

export interface RunningEdge {
  /** Where it listens, `http://host:port`. */
  url: string;
  /** Ends what is under way, keeps unsent beacons on disk, and returns when all is released. */
  close(): Promise<void>;
}

/**
 * Starts an edge. It needs neither the api nor ClickHouse to be there.
 * @throws when the port, the media store, the spool or a data base of places cannot be opened.
 */
export async function startEdge(config: EdgeConfig): Promise<RunningEdge> {
  const parts = await createParts(config);
  const { app, tracker } = parts;
  routeUpgrades(app.server, {
    tracker,
    addressOf: parts.addressOf,
    socketsPerAddress: config.trackerSocketsPerAddress,
  });
  await registerRoutes(parts, config);
  parts.follower.start();
  parts.shipper.start();
  try {
    const url = await app.listen({ host: config.host, port: config.port });
    app.log.info({ url }, "The edge listens");
    return { url, close: () => closeParts(parts) };
  } catch (error) {
    await closeParts(parts);
    throw error;
  }
}

type Parts = Awaited<ReturnType<typeof createParts>>;

async function createParts(config: EdgeConfig) {
  const metrics = createMetrics();
  const store = await openMediaStore(config.mediaStore);
  const places = await Places.open(config);
  const spool = await Spool.open(config.spoolDir, config.spoolMaxBytes);
  const first: { handle(req: IncomingMessage, res: ServerResponse): boolean }[] = [];
  const app = await createHttpApp({
    logLevel: config.logLevel,
    isHttps: config.publicUrl.startsWith("https:"),
    metrics,
    handleFirst: (req, res) => first.some((server) => server.handle(req, res)),
  });
  const playback = createPlayback(config, app.log);
  const media = createMedia(config, { app, store, metrics, playback });
  const sink = createClickHouseSink(config.clickhouseUrl);
  const shipper = new Shipper({ spool, sink, metrics, log: app.log });
  const addressOf = createClientAddress(config.trustedProxies);
  const neighbours = { metrics, places, spool, shipper, addressOf };
  first.push(media.segments, new BeaconServer({ ...neighbours, ...playback, onError: rawErrors(app.log) }));
  return { app, sink, ...neighbours, state: { isClosing: false }, ...playback, ...media };
}

function createPlayback(config: EdgeConfig, log: FastifyBaseLogger) {
  const tokens = new PlaybackTokens(config.playbackKeys);
  const tickets = new SwarmTickets(config.playbackKeys);
  const tracker = createTracker({ verifyTicket: (ticket) => tickets.verify(ticket), log });
  const descriptors: DescriptorCache = new DescriptorCache({
    source: createDescriptorSource(config.apiUrl, config.internalSecret),
    followedRun: () => follower.followedRun,
    onSourceAway: (error) => log.warn({ err: error }, "The api is away; known videos go on"),
    onChange: (before, after) => tellRoom(tracker, before, after),
  });
  const follower = new ChangeFollower({
    apiUrl: config.apiUrl,
    internalSecret: config.internalSecret,
    onChange: (change) => descriptors.apply(change),
    onState: (isFollowing, reason) => log.info({ isFollowing, reason }, "The api's change stream"),
  });
  const passwords = { checks: new PasswordChecks(), passes: new WatchPasses(config.playbackKeys) };
  const sessions = new PlaySessions({ config, descriptors, tokens, tickets, ...passwords });
  return { tokens, tracker, descriptors, follower, sessions };
}

/** Viewers of a video that is gone or was replaced leave its room; new rules reach those who stay. */
function tellRoom(tracker: Tracker, before: PlaybackDescriptor, after: PlaybackDescriptor | undefined): void {
  const isSameMedia = after && after.state !== "deleted" && after.generation === before.generation;
  if (!isSameMedia) tracker.closeRoom(swarmOf(before));
  else if (JSON.stringify(after.p2p) !== JSON.stringify(before.p2p))
    tracker.updateRules(swarmOf(after), after.p2p);
}

const rawErrors =
  (log: FastifyBaseLogger) =>
  (error: unknown, req: IncomingMessage, res: ServerResponse): void =>
    sendRawError(log, error, { req, res });

interface MediaNeighbours {
  app: FastifyInstance;
  store: MediaStore;
  metrics: ReturnType<typeof createMetrics>;
  playback: ReturnType<typeof createPlayback>;
}

function createMedia(config: EdgeConfig, { app, store, metrics, playback }: MediaNeighbours) {
  const access = new MediaAccess(playback.tokens, playback.descriptors);
  const indexes = new SegmentIndexes(store);
  const segments = new SegmentServer({
    store,
    access,
    indexes,
    metrics,
    cacheBytes: config.segmentCacheBytes,
    onError: rawErrors(app.log),
  });
  return { access, segments, playlists: new Playlists(indexes), assets: new Assets(store) };
}

async function registerRoutes(parts: Parts, config: EdgeConfig): Promise<void> {
  const { app, metrics, spool, shipper, follower, descriptors, tracker, state } = parts;
  registerPlayRoutes(app, { ...parts, playsPerMinute: config.playsPerMinute });
  registerMediaRoutes(app, parts);
  await registerEmbedRoutes(app, { ...config, descriptors });
  const isFollowing = () => follower.followedRun !== undefined;
  registerOperations(app, {
    ...parts,
    internalSecret: config.internalSecret,
    isClosing: () => state.isClosing,
    state: () => ({
      isApiAway: descriptors.isSourceAway,
      isFollowingChanges: isFollowing(),
      isDeliveringBeacons: shipper.isDelivering,
      spoolBytes: spool.sizeBytes,
    }),
    measure: () => {
      metrics.spoolBytes.set(spool.sizeBytes);
      metrics.peers.set(tracker.countPeers());
      metrics.isFollowing.set(isFollowing() ? 1 : 0);
    },
  });
}

async function closeParts({ app, tracker, follower, shipper, spool, sink, state }: Parts): Promise<void> {
  state.isClosing = true;
  const cutOff = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await Promise.all([follower.close(), tracker.close(), app.close()]);
  clearTimeout(cutOff);
  await shipper.close();
  await spool.seal();
  await sink.close();
}
