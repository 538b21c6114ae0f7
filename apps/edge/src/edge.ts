import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { DIRECT_PATH } from "@shoal/contract";
import { Places } from "@shoal/places";
import { type MediaStore, openMediaStore } from "@shoal/store";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { BeaconServer } from "./beacons/beacon-server.ts";
import { BeaconTokens } from "./beacons/beacon-tokens.ts";
import { createClickHouseSink } from "./beacons/click-house-sink.ts";
import { OutroServer } from "./beacons/outro-server.ts";
import { Shipper } from "./beacons/shipper.ts";
import { Spool } from "./beacons/spool.ts";
import { openCluster } from "./cluster/index.ts";
import { registerClusterCalls } from "./cluster-calls.ts";
import type { EdgeConfig } from "./config.ts";
import { openDirect } from "./direct/index.ts";
import { registerDownloadRoutes } from "./downloads/downloads.routes.ts";
import { FilePlans } from "./downloads/file-plans.ts";
import { registerEmbedRoutes } from "./embed/embed.routes.ts";
import { LiveServer } from "./live/live-server.ts";
import type { LiveSource } from "./live/live-source.ts";
import { openLives } from "./live/open-lives.ts";
import { Assets } from "./media/assets.ts";
import { registerMediaRoutes } from "./media/media.routes.ts";
import { MediaAccess } from "./media/media-access.ts";
import { registerPictureRoutes } from "./media/picture.routes.ts";
import { Playlists } from "./media/playlists.ts";
import { SegmentIndexes } from "./media/segment-indexes.ts";
import { SegmentServer } from "./media/segment-server.ts";
import { ServedBytes } from "./media/served-bytes.ts";
import { registerThumbnailRoutes } from "./media/thumbnail.routes.ts";
import { type Condition, RecentBytes, RecentCounts } from "./oversight/index.ts";
import { type ClientAddressOf, createClientAddress } from "./platform/client-address.ts";
import { sendRawError } from "./platform/errors.ts";
import { createHttpApp } from "./platform/http-app.ts";
import { limitLookups } from "./platform/limit-lookups.ts";
import { createMetrics, type EdgeMetrics } from "./platform/metrics.ts";
import { registerHealth, registerOperations } from "./platform/operations.routes.ts";
import { EmbeddingPages } from "./playback/asking-page.ts";
import { ChangeFollower } from "./playback/change-follower.ts";
import { createDescriptors, type Descriptors } from "./playback/descriptors.ts";
import { PasswordChecks } from "./playback/password-checks.ts";
import { registerPlayRoutes } from "./playback/play.routes.ts";
import { PlaySessions } from "./playback/play-session.ts";
import { PlaybackTokens } from "./playback/playback-token.ts";
import { Refusals } from "./playback/refusals.ts";
import { tellRoom, tellRoomsOf } from "./playback/tell-rooms.ts";
import { SwarmTickets } from "./playback/ticket.ts";
import { WatchPasses } from "./playback/watch-pass.ts";
import { Watchables } from "./playback/watchables.ts";
import { CollectionReporter } from "./plugin/collection-reporter.ts";
import { registerPluginRoutes } from "./plugin/plugin.routes.ts";
import { PluginSessions, type PluginSessionsOptions } from "./plugin/plugin-sessions.ts";
import { registerSampleRoutes } from "./plugin/samples.routes.ts";
import { watchRules } from "./rules/rule-watch.ts";
import { routeUpgrades } from "./socket-upgrades.ts";
import { createTracker, type Tracker } from "./tracker/index.ts";

/** Viewers in the middle of a segment get this long to finish it when the edge closes. */
const DRAIN_MS = 10_000;

export interface RunningEdge {
  /** Where it listens, `http://host:port`. */
  url: string;
  /** For the operator. */
  internalUrl: string;
  /** Ends what is under way, keeps unsent beacons on disk, and returns when all is released. */
  close(): Promise<void>;
}

export interface EdgeNeighbours {
  /** Lives that run in this process, instead of those of ingests. */
  lives?: LiveSource;
}

/**
 * Starts an edge. It needs neither the api nor ClickHouse to be there.
 * @throws when the port, the media store, the spool or a data base of places cannot be opened.
 */
export async function startEdge(config: EdgeConfig, { lives }: EdgeNeighbours = {}): Promise<RunningEdge> {
  const parts = await createParts(config, lives);
  const { app, tracker } = parts;
  routeUpgrades(app.server, {
    servers: { "/tracker": tracker, [DIRECT_PATH]: parts.direct },
    addressOf: parts.addressOf,
    socketsPerAddress: config.trackerSocketsPerAddress,
    onLimited: () => parts.metrics.playsLimited.inc({ by: "sockets" }),
  });
  await registerRoutes(parts, config);
  registerInternals(parts);
  parts.follower.start();
  parts.neighbours.start();
  parts.shipper.start();
  parts.outros.shipper.start();
  parts.plugin.reporter.start();
  try {
    const internalUrl = await parts.internal.listen({ host: config.internalHost, port: config.internalPort });
    const url = await app.listen({ host: config.host, port: config.port });
    app.log.info({ url, internalUrl }, "The edge listens");
    return { url, internalUrl, close: () => closeParts(parts) };
  } catch (error) {
    await closeParts(parts);
    throw error;
  }
}

type Parts = Awaited<ReturnType<typeof createParts>>;

async function createParts(config: EdgeConfig, lives: LiveSource | undefined) {
  const metrics = createMetrics();
  const store = await openMediaStore(config.mediaStore);
  const spool = await Spool.open(config.spoolDir, config.spoolMaxBytes);
  const first: { handle(req: IncomingMessage, res: ServerResponse): boolean }[] = [];
  const app = await createHttpApp({
    logLevel: config.logLevel,
    isHttps: config.publicUrl.startsWith("https:"),
    metrics,
    handleFirst: (req, res) => first.some((server) => server.handle(req, res)),
  });
  const places = await Places.open(config, (err) => app.log.error({ err }, "places are as they were"));
  const playback = createPlayback(config, metrics, app.log);
  const addressOf = createClientAddress(config.trustedProxies);
  const media = createMedia(config, { app, store, metrics, playback, places, addressOf });
  const plans = await FilePlans.open(join(config.spoolDir, "downloads"), store, media.indexes);
  const sink = createClickHouseSink(config.clickhouseUrl, "session_minutes");
  const shipper = new Shipper({ spool, sink, metrics, log: app.log });
  const outros = await createOutroCounting(config, { metrics, log: app.log });
  const recent = new RecentBytes();
  const counts = new RecentCounts({
    metrics,
    onError: (err) => app.log.error({ err }, "What was counted could not be remembered"),
  });
  const neighbours = { metrics, places, spool, shipper, addressOf, recent, counts };
  const onError = rawErrors(app.log);
  const { videos } = playback.descriptors;
  const ownLives = openLives({ ...config, ...media, videos, store, log: app.log });
  first.push(
    new LiveServer({
      ...{ source: lives ?? ownLives, access: media.access, metrics, onError },
      learn: (uuid) => (videos.peek(uuid) ? undefined : videos.find(uuid)),
      again: (req, res) => void app.server.emit("request", req, res),
    }),
    media.segments,
    new BeaconServer({ ...neighbours, ...playback, served: media.served, onError }),
    new OutroServer({ ...outros, ...playback, onError }),
  );
  const direct = openDirect(config, { ...neighbours, ...playback, log: app.log });
  const shared = { ...neighbours, ...playback, ...media, direct };
  const internal = fastify({ logger: { level: config.logLevel }, forceCloseConnections: true });
  return { app, internal, sink, store, plans, outros, ownLives, ...shared, state: { isClosing: false } };
}

/** Rows of another table wait in a spool of their own. */
async function createOutroCounting(
  config: EdgeConfig,
  { metrics, log }: { metrics: ReturnType<typeof createMetrics>; log: FastifyBaseLogger },
) {
  const spool = await Spool.open(join(config.spoolDir, "outros"), config.spoolMaxBytes);
  const sink = createClickHouseSink(config.clickhouseUrl, "outro_sessions");
  return { spool, sink, shipper: new Shipper({ spool, sink, metrics, log }) };
}

function createPlayback(config: EdgeConfig, metrics: EdgeMetrics, log: FastifyBaseLogger) {
  const refusals = new Refusals(metrics, log);
  const tokens = new PlaybackTokens(config.playbackKeys);
  const beaconTokens = new BeaconTokens(config.playbackKeys);
  const roomTickets = new PlaybackTokens(config.playbackKeys, Date.now, "room");
  const tickets = new SwarmTickets(config.playbackKeys, config.publicUrl);
  const { neighbours, placement } = openCluster(config, { tracker: () => tracker, log });
  const tracker: Tracker = createTracker({
    verifyTicket: (ticket) => tickets.verify(ticket),
    countElsewhere: (swarm) => neighbours.countElsewhere(swarm),
    log,
  });
  const shared = {
    followedRun: () => follower.followedRun,
    onSourceAway: (error: unknown) => log.warn({ err: error }, "The api is away; known videos go on"),
  };
  const descriptors: Descriptors = createDescriptors(config, shared, {
    onVideo: (before, after) => tellRoom(tracker, before, after),
    onClient: (before, after) => tellRoomsOf(tracker, descriptors.videos.known(), before, after),
  });
  const follower = new ChangeFollower({
    apiUrl: config.apiUrl,
    internalSecret: config.internalSecret,
    onChange: (change) => descriptors.apply(change),
    onState: (isFollowing, reason) => log.info({ isFollowing, reason }, "The api's change stream"),
  });
  const stopWatching = watchRules({
    ...{ tracker, descriptors, sealing: tokens },
    onError: (error) => log.error({ err: error }, "The rules of viewers could not be reviewed"),
  });
  const passwords = { checks: new PasswordChecks(), passes: new WatchPasses(config.playbackKeys) };
  const watchables = new Watchables(descriptors);
  const signers = { tokens, beaconTokens, tickets, roomTickets };
  const sessions = new PlaySessions({
    ...{ config, watchables, placement, refusals, limited: metrics.playsLimited, ...signers, ...passwords },
  });
  const plugin = createPlugin(config, { descriptors, beaconTokens, tickets, placement, refusals, log });
  return {
    ...{ tokens, tracker, neighbours, descriptors, watchables, follower, sessions, plugin, stopWatching },
    ...{ roomTickets, beaconTokens, placement },
  };
}

/** Sessions for media on any CDN. */
function createPlugin(
  config: EdgeConfig,
  shared: Omit<PluginSessionsOptions, "config" | "reporter"> & { log: FastifyBaseLogger },
) {
  const reporter = new CollectionReporter({
    ...config,
    onAway: (error) => shared.log.warn({ err: error }, "The api takes no reports of collections; they wait"),
  });
  return { reporter, sessions: new PluginSessions({ ...shared, config, reporter }) };
}

const rawErrors =
  (log: FastifyBaseLogger) =>
  (error: unknown, req: IncomingMessage, res: ServerResponse): void =>
    sendRawError(log, error, { req, res });

interface MediaNeighbours {
  app: FastifyInstance;
  places: Places;
  addressOf: ClientAddressOf;
  store: MediaStore;
  metrics: ReturnType<typeof createMetrics>;
  playback: ReturnType<typeof createPlayback>;
}

function createMedia(config: EdgeConfig, neighbours: MediaNeighbours) {
  const { app, store, metrics, playback, places, addressOf } = neighbours;
  const access = new MediaAccess({ ...playback, places, addressOf });
  const indexes = new SegmentIndexes(store);
  const served = new ServedBytes();
  const segments = new SegmentServer({
    store,
    access,
    indexes,
    metrics,
    served,
    cacheBytes: config.segmentCacheBytes,
    onError: rawErrors(app.log),
  });
  return { access, served, indexes, segments, playlists: new Playlists(indexes), assets: new Assets(store) };
}

async function registerRoutes(parts: Parts, config: EdgeConfig): Promise<void> {
  const { app } = parts;
  limitLookups(app, { ...config, addressOf: parts.addressOf });
  const edges = [config.publicUrl, ...config.cluster.map(({ url }) => url)];
  registerPlayRoutes(app, { ...parts, playsPerMinute: config.playsPerMinute, edges });
  await registerPluginRoutes(app, {
    ...parts,
    pluginDir: config.pluginDir,
    sessions: parts.plugin.sessions,
    playsPerMinute: config.playsPerMinute,
    pluginSessionsPerMinute: config.pluginSessionsPerMinute,
  });
  registerSampleRoutes(app, { ...config, ...parts });
  registerMediaRoutes(app, parts);
  registerThumbnailRoutes(app, { ...config, ...parts, pages: new EmbeddingPages(edges) });
  registerPictureRoutes(app, parts.assets);
  registerClusterCalls(app, {
    ...{ ...parts, sealing: parts.tokens, internalSecret: config.internalSecret },
    condition: () => conditionOf(parts),
  });
  registerDownloadRoutes(app, { ...parts, internalSecret: config.internalSecret });
  await registerEmbedRoutes(app, { ...config, ...parts });
  registerHealth(app);
}

/** How the neighbours are; none of them makes the edge unready. */
function conditionOf({ descriptors, follower, neighbours, shipper, outros, spool, state }: Parts): Condition {
  return {
    isClosing: state.isClosing,
    isApiAway: descriptors.videos.isSourceAway,
    isFollowing: follower.followedRun !== undefined,
    edgesAway: neighbours.away(),
    isDelivering: shipper.isDelivering && outros.shipper.isDelivering,
    spoolBytes: spool.sizeBytes + outros.spool.sizeBytes,
  };
}

function registerInternals(parts: Parts): void {
  const { metrics, tracker, direct, state } = parts;
  registerOperations(parts.internal, {
    metrics,
    isClosing: () => state.isClosing,
    state: () => {
      const { isApiAway, isFollowing, edgesAway, isDelivering, spoolBytes } = conditionOf(parts);
      return {
        ...{ isApiAway, isFollowingChanges: isFollowing, edgesAway },
        ...{ isDeliveringBeacons: isDelivering, spoolBytes, direct: direct.count() },
      };
    },
    measure: () => {
      const { spoolBytes, isFollowing } = conditionOf(parts);
      metrics.spoolBytes.set(spoolBytes);
      metrics.peers.set(tracker.countPeers());
      metrics.isFollowing.set(isFollowing ? 1 : 0);
      const { rooms, placesTaken, waiting } = direct.count();
      metrics.directRooms.set(rooms);
      metrics.directPlaces.set(placesTaken);
      metrics.directWaiting.set(waiting);
    },
  });
}

async function closeParts(parts: Parts): Promise<void> {
  const { app, internal, tracker, neighbours, follower, outros, state, plugin, stopWatching, ...others } =
    parts;
  const { ownLives, direct, places, counts, ...minutes } = others;
  state.isClosing = true;
  counts.close();
  stopWatching();
  const cutOff = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await Promise.all([follower.close(), neighbours.close(), tracker.close(), direct.close(), app.close()]);
  clearTimeout(cutOff);
  places.close();
  await ownLives.close();
  await plugin.reporter.close();
  for (const { shipper, spool, sink } of [minutes, outros]) {
    await shipper.close();
    await spool.seal();
    await sink.close();
  }
  await internal.close();
}
