import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { SPOOL_FOLDERS, type SpooledTable } from "@shoal/contract/stored-data";
import {
  ANSWERS_TO_UNREADABLE,
  answerNothingHere,
  type ClientAddressOf,
  createClientAddress,
  makeHttpServer,
} from "@shoal/lifecycle";
import type { JointRates } from "@shoal/limits";
import { Places } from "@shoal/places";
import { type MediaStore, openMediaStore } from "@shoal/store";
import { nameSpanByRoute } from "@shoal/tracing";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { BeaconServer } from "./beacons/beacon-server.ts";
import { BeaconTokens } from "./beacons/beacon-tokens.ts";
import { createClickHouseSink } from "./beacons/click-house-sink.ts";
import { FigureAnnouncements } from "./beacons/figure-announcements.ts";
import { OutroServer } from "./beacons/outro-server.ts";
import { Shipper } from "./beacons/shipper.ts";
import { Spool } from "./beacons/spool.ts";
import { openCdn } from "./cdn/open-cdn.ts";
import { openCluster } from "./cluster/index.ts";
import type { EdgeConfig } from "./config.ts";
import { openDirect } from "./direct/index.ts";
import { ConcurrentDownloads } from "./downloads/concurrent-downloads.ts";
import { FilePlans } from "./downloads/file-plans.ts";
import { LiveServer } from "./live/live-server.ts";
import type { LiveSource } from "./live/live-source.ts";
import { openLives } from "./live/open-lives.ts";
import { ChatAccess } from "./live-chat/chat-access.ts";
import { createChatServer } from "./live-chat/chat-server.ts";
import { ChatSync } from "./live-chat/chat-sync.ts";
import { ActiveSessions } from "./media/active-sessions.ts";
import { Assets } from "./media/assets.ts";
import { CheckedMedia } from "./media/checked-media.ts";
import { MediaAccess } from "./media/media-access.ts";
import { Permits } from "./media/permits.ts";
import { Playlists } from "./media/playlists.ts";
import { SegmentFiles } from "./media/segment-files.ts";
import { SegmentIndexes } from "./media/segment-indexes.ts";
import { SegmentServer } from "./media/segment-server.ts";
import { ServedBytes } from "./media/served-bytes.ts";
import { recordRequest } from "./media/unconfirmed-bytes.ts";
import { Meter } from "./metering/meter.ts";
import { PreviewAllowances } from "./metering/preview-allowances.ts";
import { ReportedBytes } from "./metering/reported-bytes.ts";
import { sendRawError } from "./platform/errors.ts";
import { createHttpApp } from "./platform/http-app.ts";
import { openSharedLimits } from "./platform/joint-limits.ts";
import { createMetrics, type EdgeMetrics } from "./platform/metrics.ts";
import { ChangeFollower } from "./playback/change-follower.ts";
import { createDescriptors, type Descriptors } from "./playback/descriptors.ts";
import { notifyRoom, notifyRoomsOf } from "./playback/notify-rooms.ts";
import { OwnerRightsCache } from "./playback/owner-rights.ts";
import { PageProofs } from "./playback/page-proofs.ts";
import { PasswordChecks } from "./playback/password-checks.ts";
import { PlaySessions } from "./playback/play-session.ts";
import { PlayWaits } from "./playback/play-waits.ts";
import { PlaybackTokens } from "./playback/playback-token.ts";
import { Refusals } from "./playback/refusals.ts";
import { SwarmTickets } from "./playback/ticket.ts";
import { WatchPasses } from "./playback/watch-pass.ts";
import { Watchables } from "./playback/watchables.ts";
import { CollectionReporter } from "./plugin/collection-reporter.ts";
import { PluginSessions, type PluginSessionsOptions } from "./plugin/plugin-sessions.ts";
import { VersionCounts } from "./plugin/version-counts.ts";
import { RecentBytes, RecentCounts } from "./reports/index.ts";
import { createRuleEvaluator, watchRules } from "./rules/rule-watch.ts";
import { createTracker, type Tracker } from "./tracker/index.ts";

/** The parts of an edge, connected to each other but not started yet. */
export type EdgeParts = Awaited<ReturnType<typeof createParts>>;

/** Creates the parts of an edge. @throws when the media store, the spool or a location database cannot be opened. */
export async function createParts(config: EdgeConfig, lives: LiveSource | undefined) {
  const metrics = createMetrics();
  const store = await openMediaStore(config.mediaStore, {
    from: config.mediaStoreFrom,
    settings: config.s3,
    cache: { folder: join(config.spoolDir, "media"), maxBytes: config.mediaCacheBytes, hasReads: true },
  });
  const first: { handle(req: IncomingMessage, res: ServerResponse): boolean }[] = [];
  const app = await createHttpApp({
    logLevel: config.logLevel,
    isHttps: config.publicUrl.startsWith("https:"),
    metrics,
    handleFirst: (req, res) => {
      recordRequest(req, res);
      return first.some((server) => server.handle(req, res));
    },
  });
  const spool = await openSpool(config, "session_minutes", app.log);
  const places = await Places.open(config, (err) => app.log.error({ err }, "Place data cannot be read"));
  const joint = openSharedLimits(config, app.log);
  const playback = createPlayback(config, metrics, { log: app.log, rates: joint.rates });
  const addressOf = createClientAddress(config.trustedProxies);
  const metering = await createMetering(config, { metrics, log: app.log });
  const { meter } = metering;
  const { active, previews } = await openPersistedState(config, app.log);
  const permits = config.permitsDir === undefined ? undefined : await Permits.open(config.permitsDir);
  const segmentFiles =
    config.segmentFiles &&
    (await SegmentFiles.open({
      ...config.segmentFiles,
      onError: (err) => app.log.warn({ err }, "Segments cannot be written for nginx; the edge sends them"),
    }));
  const media = createMedia(config, {
    app,
    store,
    metrics,
    playback,
    places,
    addressOf,
    meter,
    previews,
    active,
    segmentFiles,
  });
  const plans = await FilePlans.open(join(config.spoolDir, "downloads"), store, media.indexes, media.media);
  const sink = createClickHouseSink(config.clickhouseUrl, "session_minutes");
  const announcements = new FigureAnnouncements({
    ...config,
    onAway: (err) => app.log.warn({ err }, "The api could not be notified of new data; it polls for it"),
  });
  const shipper = new Shipper({
    spool,
    sink,
    metrics,
    lingerMs: config.analyticsLingerMs,
    onInserted: () => announcements.notice(),
    log: app.log,
  });
  const countApart = (table: SpooledTable) => createCounting(config, { table, metrics, log: app.log });
  const outros = await countApart("outro_sessions");
  const robots = await countApart("robot_minutes");
  const recent = new RecentBytes();
  const counts = new RecentCounts({
    metrics,
    onError: (err) => app.log.error({ err }, "Counters could not be saved"),
  });
  const neighbours = { metrics, places, spool, shipper, addressOf, recent, counts };
  const reported = new ReportedBytes({
    meter,
    metrics,
    servedTo: (sessionId) => media.served.of(sessionId),
    limits: config.billing,
    onHalfOfAddress: (medium) => {
      metrics.addressesNearQuota.inc();
      app.log.warn(medium, "One address has reported half of the maximum billed per address and hour");
    },
  });
  const onError = createRawErrorHandler(app.log);
  const { videos } = playback.descriptors;
  const ownLives = openLives({ ...config, ...media, videos, log: app.log });
  first.push(
    new LiveServer({
      source: lives ?? ownLives,
      access: media.access,
      served: media.served,
      metrics,
      files: segmentFiles,
      onError,
      publicUrl: config.publicUrl,
      learn: (uuid) => (videos.peek(uuid) ? undefined : videos.find(uuid)),
      again: (req, res) => void app.server.emit("request", req, res),
    }),
    media.segments,
    new BeaconServer({
      ...config,
      ...neighbours,
      ...playback,
      robots,
      served: media.served,
      reported,
      onError,
    }),
    new OutroServer({ ...outros, ...playback, onError }),
  );
  const direct = openDirect(config, { ...neighbours, ...playback, log: app.log });
  const chatSync = new ChatSync(config);
  const chatAccess = new ChatAccess({ ...playback, places });
  const chat = createChatServer({
    internalSecret: config.internalSecret,
    tickets: playback.chatTickets,
    access: chatAccess,
    sync: chatSync,
    addressOf,
    log: app.log,
    onWritten: (count) => metrics.chatMessages.inc(count),
  });
  const shared = { ...neighbours, ...playback, ...media, direct, chat, chatAccess, chatSync };
  const internal = fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    ...ANSWERS_TO_UNREADABLE,
    forceCloseConnections: true,
    serverFactory: (handler) => makeHttpServer(handler),
  });
  internal.addHook("onRequest", nameSpanByRoute);
  answerNothingHere(internal);
  const cdn =
    config.cdn &&
    (await openCdn({ ...config, config: config.cdn, ...playback, places, metering, metrics, log: app.log }));
  playback.listeners.onCdnEntry = () =>
    void cdn
      ?.want()
      .catch((err: unknown) => app.log.error({ err }, "The need for nginx could not be recorded"));
  const counting = { sink, announcements, outros, robots, metering, meter, previews, active, cdn };
  const downloads = new ConcurrentDownloads({ total: config.downloadsMax });
  return {
    app,
    internal,
    store,
    plans,
    downloads,
    permits,
    segmentFiles,
    ownLives,
    ...counting,
    ...shared,
    joint,
    state: { isClosing: false },
  };
}

/** Opens the state that survives a restart of this edge. */
async function openPersistedState({ spoolDir }: EdgeConfig, log: FastifyBaseLogger) {
  const active = await ActiveSessions.open({
    path: join(spoolDir, "asking-sessions.json"),
    onError: (err) => log.error({ err }, "Viewers of lives could not be saved to disk"),
  });
  const previews = await PreviewAllowances.open({
    path: join(spoolDir, "previews.json"),
    onError: (err) => log.error({ err }, "Used allowances of previews could not be saved to disk"),
  });
  return { active, previews };
}

/** Opens the spool of one table's rows. */
const openSpool = ({ spoolDir, spoolMaxBytes }: EdgeConfig, table: SpooledTable, log: FastifyBaseLogger) =>
  Spool.open(join(spoolDir, SPOOL_FOLDERS[table]), spoolMaxBytes, (err) =>
    log.error({ err }, "Rejected rows could not be deleted after 30 days; retrying tomorrow"),
  );

interface CountingOptions {
  table: SpooledTable;
  metrics: ReturnType<typeof createMetrics>;
  log: FastifyBaseLogger;
}

/** Creates the spool and shipper of one table's rows. */
async function createCounting(config: EdgeConfig, { table, metrics, log }: CountingOptions) {
  const spool = await openSpool(config, table, log);
  const sink = createClickHouseSink(config.clickhouseUrl, table);
  return {
    spool,
    sink,
    shipper: new Shipper({ spool, sink, metrics, lingerMs: config.analyticsLingerMs, log }),
  };
}

/** Creates the meter of billed bytes, whose rows have a separate table. */
async function createMetering(
  config: EdgeConfig,
  { metrics, log }: { metrics: ReturnType<typeof createMetrics>; log: FastifyBaseLogger },
) {
  const spool = await openSpool(config, "metered_hours", log);
  const sink = createClickHouseSink(config.clickhouseUrl, "metered_hours");
  const shipper = new Shipper({ spool, sink, metrics, lingerMs: config.analyticsLingerMs, log });
  const onError = (err: unknown) => log.error({ err }, "Billed bytes could not be written; retrying");
  const onRefund = (bytes: number) => metrics.refundedBytes.inc(bytes);
  return {
    spool,
    sink,
    shipper,
    meter: new Meter({ spool, shipper, onError, flushMs: 2 * config.analyticsLingerMs, onRefund }),
  };
}

function createPlayback(
  config: EdgeConfig,
  metrics: EdgeMetrics,
  { log, rates }: { log: FastifyBaseLogger; rates: JointRates | undefined },
) {
  const refusals = new Refusals(metrics, log);
  const tokens = new PlaybackTokens(config.playbackKeys);
  const beaconTokens = new BeaconTokens(config.playbackKeys);
  const roomTickets = new PlaybackTokens(config.playbackKeys, Date.now, "room");
  const chatTickets = new PlaybackTokens(config.playbackKeys, Date.now, "chat");
  const tickets = new SwarmTickets(config.playbackKeys, config.publicUrl);
  const { neighbours, placement } = openCluster(config, { tracker: () => tracker, log });
  const tracker: Tracker = createTracker({
    verifyTicket: (ticket) => tickets.verify(ticket),
    evaluate: (claims) => evaluate(claims),
    countElsewhere: (swarm) => neighbours.countElsewhere(swarm),
    log,
  });
  const shared = {
    followedRun: () => follower.followedRun,
    onSourceAway: (error: unknown) => log.warn({ err: error }, "The api is away; known videos continue"),
  };
  const waits = new PlayWaits();
  const listeners = { onCdnEntry: () => {} };
  const descriptors: Descriptors = createDescriptors(config, shared, {
    onVideo: (before, after) => {
      notifyRoom(tracker, before, after);
      waits.wake(before.uuid);
    },
    onClient: (before, after) => notifyRoomsOf(tracker, descriptors.videos.known(), before, after),
  });
  const follower = new ChangeFollower({
    apiUrl: config.apiUrl,
    internalSecret: config.internalSecret,
    onChange: (change) => {
      if (change.kind === "cdnEntry") listeners.onCdnEntry();
      descriptors.apply(change);
    },
    onState: (isFollowing, reason) => log.info({ isFollowing, reason }, "The api's change stream"),
  });
  const evaluate = createRuleEvaluator({ descriptors, sealing: tokens });
  const stopWatching = watchRules({
    tracker,
    descriptors,
    sealing: tokens,
    onError: (error) => log.error({ err: error }, "The rules of viewers could not be reviewed"),
  });
  const passwords = { checks: new PasswordChecks(rates), passes: new WatchPasses(config.playbackKeys) };
  const watchables = new Watchables(descriptors);
  const signers = { tokens, beaconTokens, tickets, roomTickets, chatTickets };
  const ownerRights = new OwnerRightsCache(config);
  const sessions = new PlaySessions({
    ownerRights,
    config,
    watchables,
    placement,
    refusals,
    waits,
    rates,
    limited: metrics.playsLimited,
    ...signers,
    ...passwords,
  });
  const plugin = createPlugin(config, {
    descriptors,
    tokens,
    beaconTokens,
    tickets,
    placement,
    refusals,
    log,
  });
  return {
    tokens,
    tracker,
    neighbours,
    listeners,
    descriptors,
    watchables,
    follower,
    sessions,
    waits,
    plugin,
    stopWatching,

    roomTickets,
    chatTickets,
    beaconTokens,
    placement,
    ownerRights,
    pageProofs: new PageProofs(config.playbackKeys),
  };
}

/** Creates the parts that serve sessions for media on any CDN. */
function createPlugin(
  config: EdgeConfig,
  shared: Omit<PluginSessionsOptions, "config" | "reporter" | "versions"> & { log: FastifyBaseLogger },
) {
  const reporter = new CollectionReporter({
    ...config,
    onAway: (error) => shared.log.warn({ err: error }, "The api rejects collection reports; they wait"),
  });
  const versions = new VersionCounts({
    ...config,
    onAway: (error) => shared.log.warn({ err: error }, "The api rejects version counts; they wait"),
  });
  const sessions = new PluginSessions({ ...shared, config, reporter, versions });
  return { reporter, versions, sessions };
}

const createRawErrorHandler =
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
  meter: Meter;
  previews: PreviewAllowances;
  active: ActiveSessions;
  segmentFiles: SegmentFiles | undefined;
}

function createMedia(config: EdgeConfig, neighbours: MediaNeighbours) {
  const { app, store, metrics, playback, places, addressOf, meter, previews, active, segmentFiles } =
    neighbours;
  const access = new MediaAccess({ ...playback, places, addressOf, active });
  const indexes = new SegmentIndexes(store);
  const checked = new CheckedMedia({ store, metrics, log: app.log });
  const served = new ServedBytes({ meter, previews, isCacheInFront: config.isCacheInFront });
  const segments = new SegmentServer({
    media: checked,
    access,
    indexes,
    metrics,
    served,
    cacheBytes: config.segmentCacheBytes,
    files: segmentFiles,
    onError: createRawErrorHandler(app.log),
  });
  const [playlists, assets] = [new Playlists(indexes), new Assets(store)];
  return { access, served, indexes, segments, playlists, assets, media: checked };
}
