import { DIRECT_PATH, LIVE_CHAT_PATH } from "@shoal/contract/player";
import { type Drain, drainOf } from "@shoal/lifecycle";
import { registerClusterCalls } from "./cluster-calls.ts";
import type { EdgeConfig } from "./config.ts";
import { registerChatFileRoutes } from "./downloads/chat-file.routes.ts";
import { registerDownloadRoutes } from "./downloads/downloads.routes.ts";
import { createParts, type EdgeParts } from "./edge-parts.ts";
import { registerEmbedRoutes } from "./embed/embed.routes.ts";
import type { LiveSource } from "./live/live-source.ts";
import { registerChatReplay } from "./live-chat/chat-replay.routes.ts";
import { registerMediaRoutes } from "./media/media.routes.ts";
import { pictureObjectOf, registerPictureRoutes } from "./media/picture.routes.ts";
import { registerThumbnailRoutes } from "./media/thumbnail.routes.ts";
import { limitLookups } from "./platform/limit-lookups.ts";
import { registerHealth, registerOperations } from "./platform/operations.routes.ts";
import { registerPlayRoutes } from "./playback/play.routes.ts";
import { EmbeddingPages } from "./playback/requesting-page.ts";
import { registerPluginRoutes } from "./plugin/plugin.routes.ts";
import { registerSampleRoutes } from "./plugin/samples.routes.ts";
import type { Condition } from "./reports/index.ts";
import { routeUpgrades } from "./socket-upgrades.ts";

export interface RunningEdge {
  /** The edge's address, `http://host:port`. */
  url: string;
  /** The operator's address, with `/readyz` and `/metrics`. */
  internalUrl: string;
  /** Ends running requests and keeps unsent beacons on disk. Resolves when all resources are released. */
  close(): Promise<void>;
}

export interface EdgeNeighbours {
  /**
   * The lives that viewers watch. By default the edge follows the lives of ingests; tests pass lives that they produce in this
   * process.
   */
  lives?: LiveSource;
}

/**
 * Starts an edge. The api and ClickHouse may still be down.
 * @throws when the port, the media store, the spool or a location database cannot be opened.
 */
export async function startEdge(config: EdgeConfig, { lives }: EdgeNeighbours = {}): Promise<RunningEdge> {
  const parts = await createParts(config, lives);
  const { app, tracker } = parts;
  const drain = drainOf(app.server, { lingerMs: config.shutdownDelayMs });
  routeUpgrades(app.server, {
    servers: { "/tracker": tracker, [DIRECT_PATH]: parts.direct, [LIVE_CHAT_PATH]: parts.chat },
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
  parts.robots.shipper.start();
  parts.metering.shipper.start();
  parts.meter.start();
  parts.previews.start();
  parts.active.start();
  parts.joint.start();
  parts.plugin.reporter.start();
  parts.plugin.versions.start();
  try {
    await parts.cdn?.start();
    const internalUrl = await parts.internal.listen({ host: config.internalHost, port: config.internalPort });
    const url = await app.listen({ host: config.host, port: config.port });
    app.log.info({ url, internalUrl }, "The edge listens");
    return { url, internalUrl, close: () => closeParts(parts, drain) };
  } catch (error) {
    await closeParts(parts, drain);
    throw error;
  }
}

async function registerRoutes(parts: EdgeParts, config: EdgeConfig): Promise<void> {
  const { app } = parts;
  limitLookups(app, {
    ...config,
    addressOf: parts.addressOf,
    isKnown: (uuid) => parts.descriptors.videos.lastKnown(uuid) !== undefined,
    isPictureKnown: (uuid, file) => parts.assets.isCached(pictureObjectOf(uuid, file)),
  });
  const edges = [config.publicUrl, ...config.cluster.map(({ url }) => url)];
  const pages = new EmbeddingPages(edges, parts.pageProofs);
  const { rates } = parts.joint;
  registerPlayRoutes(app, { ...parts, rates, playsPerMinute: config.playsPerMinute, pages });
  await registerPluginRoutes(app, {
    ...parts,
    pluginDir: config.pluginDir,
    rates,
    sessions: parts.plugin.sessions,
    playsPerMinute: config.playsPerMinute,
    pluginSessionsPerMinute: config.pluginSessionsPerMinute,
  });
  registerSampleRoutes(app, { ...config, ...parts });
  registerMediaRoutes(app, { ...config, ...parts });
  registerThumbnailRoutes(app, { ...config, ...parts, pages });
  registerPictureRoutes(app, parts.assets);
  registerClusterCalls(app, {
    ...parts,
    sealing: parts.tokens,
    internalSecret: config.internalSecret,
    condition: () => conditionOfEdge(parts),
  });
  registerChatReplay(app, parts);
  registerChatFileRoutes(app, {
    store: parts.store,
    addressOf: parts.addressOf,
    internalSecret: config.internalSecret,
    underWay: parts.downloads,
  });
  registerDownloadRoutes(app, {
    ...parts,
    internalSecret: config.internalSecret,
    underWay: parts.downloads,
  });
  await registerEmbedRoutes(app, { ...config, ...parts });
  registerHealth(app);
}

/** The shippers of rows for ClickHouse, by table. */
const shippersByTable = ({ shipper, outros, robots, metering, cdn }: EdgeParts) => ({
  session_minutes: shipper,
  outro_sessions: outros.shipper,
  robot_minutes: robots.shipper,
  metered_hours: metering.shipper,
  ...(cdn ? { cdn_hours: cdn.shipper } : {}),
});

/** Returns the state of the dependencies. An edge stays ready even if one of them fails. */
function conditionOfEdge(parts: EdgeParts): Condition {
  const { descriptors, follower, neighbours, outros, robots, metering, spool, state, cdn } = parts;
  return {
    isClosing: state.isClosing,
    isApiAway: descriptors.videos.isSourceAway,
    isFollowing: follower.followedRun !== undefined,
    edgesAway: neighbours.away(),
    isDelivering: Object.values(shippersByTable(parts)).every(({ isDelivering }) => isDelivering),
    spoolBytes: [spool, outros.spool, robots.spool, metering.spool, ...(cdn ? [cdn.spool] : [])].reduce(
      (sum, { sizeBytes }) => sum + sizeBytes,
      0,
    ),
  };
}

function registerInternals(parts: EdgeParts): void {
  const { metrics, tracker, direct, state, waits } = parts;
  registerOperations(parts.internal, {
    metrics,
    isClosing: () => state.isClosing,
    isDegraded: () => !conditionOfEdge(parts).isDelivering,
    state: () => {
      const { isApiAway, isFollowing, edgesAway, isDelivering, spoolBytes } = conditionOfEdge(parts);
      return {
        isApiAway,
        isFollowingChanges: isFollowing,
        edgesAway,

        isDeliveringBeacons: isDelivering,
        failingInserts: listFailingInserts(parts),
        spoolBytes,
        direct: direct.count(),
        chat: parts.chat.count(),
        damagedMedia: parts.media.damagedCount,
      };
    },
    measure: () => {
      const { spoolBytes, isFollowing } = conditionOfEdge(parts);
      metrics.spoolBytes.set(spoolBytes);
      metrics.peers.set(tracker.countPeers());
      metrics.isFollowing.set(isFollowing ? 1 : 0);
      for (const [table, { failingSinceMs }] of Object.entries(shippersByTable(parts)))
        metrics.insertsFailingSec.set(
          { table },
          failingSinceMs === undefined ? 0 : (Date.now() - failingSinceMs) / 1_000,
        );
      const { rooms, placesTaken, waiting } = direct.count();
      metrics.directRooms.set(rooms);
      metrics.directPlaces.set(placesTaken);
      metrics.directWaiting.set(waiting);
      metrics.playsWaiting.set(waits.count);
      metrics.chatViewers.set(parts.chat.count().viewers);
      metrics.downloads.set(parts.downloads.total);
    },
  });
}

/** Lists the tables whose inserts are failing, with the time of the first failure. */
function listFailingInserts(parts: EdgeParts): { table: string; since: string }[] {
  return Object.entries(shippersByTable(parts)).flatMap(([table, { failingSinceMs }]) =>
    failingSinceMs === undefined ? [] : [{ table, since: new Date(failingSinceMs).toISOString() }],
  );
}

async function closeParts(parts: EdgeParts, drain: Drain): Promise<void> {
  const {
    app,
    internal,
    tracker,
    neighbours,
    follower,
    outros,
    robots,
    state,
    plugin,
    stopWatching,
    waits,
    ...others
  } = parts;
  const {
    joint,
    ownLives,
    direct,
    chat,
    places,
    counts,
    metering,
    meter,
    previews,
    active,
    permits,
    segmentFiles,
    announcements,
    cdn,
    ...minutes
  } = others;
  state.isClosing = true;
  waits.close();
  // Running responses are completed first. Sockets close after that, once no viewer can reconnect to this process.
  await drain.close(() =>
    Promise.all([
      app.close(),
      tracker.close(),
      direct.close(),
      chat.close(),
      follower.close(),
      neighbours.close(),
    ]),
  );
  permits?.close();
  await segmentFiles?.close();
  // The CDN closes before the billing meter, because its last counts go to the meter.
  await cdn?.close();
  counts.close();
  stopWatching();
  await joint.close();
  places.close();
  await ownLives.close();
  await plugin.reporter.close();
  await plugin.versions.close();
  // The meter closes last, when all responses have been counted.
  await meter.close();
  await previews.close();
  await active.close();
  for (const { shipper, spool, sink } of [minutes, outros, robots, metering]) {
    await shipper.close();
    await spool.seal();
    await sink.close();
  }
  await announcements.close();
  await internal.close();
}
