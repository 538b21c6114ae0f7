import { RTMP_PORT, SOURCE_URLS, SRT_PORT } from "@shoal/contract";
import { createSecretBox } from "@shoal/lifecycle";
import { Places } from "@shoal/places";
import { type MediaStore, openMediaStore } from "@shoal/store";
import type { FastifyInstance } from "fastify";
import { type Config, captureUrlOf, edgeUrlsOf, placeFilesOf, roomUrlOf } from "./config.ts";
import {
  createAccessReplayService,
  createAccessSimulationService,
} from "./modules/access-simulation/index.ts";
import {
  createAlertNews,
  createAlertSettingsService,
  createAlertsService,
  createAlertWatch,
} from "./modules/alerts/index.ts";
import { createApiKeysService } from "./modules/api-keys/index.ts";
import { type AuthService, authSettingsOf, type Claim, createAuthService } from "./modules/auth/index.ts";
import { createCaptionsService, createExtractionService } from "./modules/captions/index.ts";
import {
  assertOwnClient,
  createAuthorizationsService,
  createClientAdministrationService,
  createClientDeletionService,
  createClientsService,
  createDeletionPlanService,
  createIceSetsService,
  createStorageService,
  createStreamingKeysService,
} from "./modules/clients/index.ts";
import { createConsumptionService } from "./modules/consumption/index.ts";
import { createDownloadsService } from "./modules/downloads/index.ts";
import { createEdgeCalls, createEdgesService } from "./modules/edges/index.ts";
import {
  assertRestartable,
  createCutsService,
  createEncodingChangesService,
  createEncodingService,
  createEncodingsRepository,
  createLiveProgress,
  createPublisher,
  createWaveformsService,
  type Publisher,
} from "./modules/encoding/index.ts";
import { createExportLinksService } from "./modules/export-links/index.ts";
import { createClientFigures, createOutroFigures } from "./modules/figures/index.ts";
import { createFootprintMonthsService, createFootprintService } from "./modules/footprint/index.ts";
import { createLabelsService } from "./modules/labels/index.ts";
import {
  assertMayCopy,
  changeLive,
  createArchivesService,
  createClipsService,
  createExternalStreamsService,
  createLiveInputService,
  createLiveKeysService,
  createLiveSourcesService,
  createLivesService,
  EXTERNAL_KEYS,
  STREAM_KEYS,
} from "./modules/lives/index.ts";
import { createLogsService, LogWriter, ViewsLog } from "./modules/logs/index.ts";
import { createMailsService, type MailsService } from "./modules/mails/index.ts";
import { createOutrosService, touchShowing } from "./modules/outros/index.ts";
import { createPicturesService } from "./modules/pictures/index.ts";
import {
  assertPlannable,
  createDuePlansService,
  createRemovalService,
  createSimulatedLivesService,
  createTrashService,
} from "./modules/plans/index.ts";
import { PlaybackChanges } from "./modules/playback/index.ts";
import { createPluginVideosService } from "./modules/plugin-videos/index.ts";
import { createProofService, createProofWatch } from "./modules/proof/index.ts";
import { createReplacementsService } from "./modules/replacements/index.ts";
import { createRuleReachService } from "./modules/rule-reach/index.ts";
import {
  createCollectionsService,
  createConfigsService,
  createVideoRulesService,
} from "./modules/rules/index.ts";
import {
  createSceneListPublisher,
  createSceneListsService,
  type SceneListPublisher,
} from "./modules/scene-lists/index.ts";
import { createRankingsService, createSearchService } from "./modules/search/index.ts";
import { createSiteFiguresService } from "./modules/sites/index.ts";
import {
  createPlacesService,
  createRankingService,
  createStatisticsService,
  openProofReader,
} from "./modules/statistics/index.ts";
import { createThumbnailsService } from "./modules/thumbnails/index.ts";
import { createAbandonedUploadsService, createUploadsService } from "./modules/uploads/index.ts";
import {
  createUserChangesService,
  createUserRescueService,
  createUsersService,
} from "./modules/users/index.ts";
import {
  createAdminVideosService,
  createBulkChangesService,
  createChaptersService,
  createVideosService,
  type ServingEdge,
  type VideosService,
} from "./modules/videos/index.ts";
import { type Analytics, openAnalytics } from "./platform/clickhouse.ts";
import { type Database, migrate, openDatabase } from "./platform/database.ts";
import { createDiskGuard, type DiskGuard } from "./platform/disk-guard.ts";
import { openMailer } from "./platform/mail/mailer.ts";
import { type JobQueue, startJobQueue } from "./platform/queue/job-queue.ts";
import { openRealtime, type Realtime } from "./platform/realtime/realtime.ts";

/** Opens what the api stands on and makes its services, each with the neighbours that it uses. */
export async function openServices(config: Config, app: FastifyInstance) {
  const onError = (error: unknown) => app.log.error({ err: error }, "background work failed");
  const { db, pool, close } = openDatabase(config.DATABASE_URL, config.DATABASE_POOL);
  await migrate(db);
  const store = await openMediaStore(config.MEDIA_STORE);
  const analytics = openAnalytics(config.CLICKHOUSE_URL);
  const workerPassword = config.WORKER_DATABASE_PASSWORD;
  const queue = await startJobQueue({ db, databaseUrl: config.DATABASE_URL, workerPassword, onError });
  const disk = createDiskGuard(store, config.DISK_LOW_BYTES);
  const mailer = openMailer({
    smtpUrl: config.SMTP_URL,
    folder: config.MAIL_DIR ?? "",
    from: config.MAIL_FROM,
  });
  const mails = createMailsService({ db, queue, mailer, supportEmail: config.SUPPORT_EMAIL, onError });
  // Sockets ask who calls, and sessions that end close theirs: neither happens before both are there.
  const findViewer = (claim: Claim) => auth.findActor(claim);
  const realtime = openRealtime({ server: app.server, pool, findViewer });
  const settings = authSettingsOf(config);
  const auth = createAuthService({ db, pool, queue, mails, listeners: realtime, settings });
  const listPublisher = createSceneListPublisher({ db, store, queue, realtime, onError });
  const { onScene } = listPublisher;
  const publisher = createPublisher({ db, store, queue, realtime, onScene, onError });
  const edgeUrl = config.EDGE_PUBLIC_URL;
  const edge = servingEdgeOf(config);
  const videos = createVideosService({ db, realtime, edge, changeLive, assertMayCopy });
  const thumbnails = createThumbnailsService({ db, store, queue, disk, realtime, videos });
  const extraction = createExtractionService({ db, store, queue, realtime });
  const encoding = createEncodingService({ db, queue, realtime, publisher, thumbnails, extraction });
  const shared = { config, db, store, queue, realtime, videos, onError };
  const accounts = openAccountServices({ ...shared, analytics, mails, auth });
  const { storage } = accounts;
  const fetchPolicy = { isPrivateAllowed: config.FETCH_ALLOW_PRIVATE, ports: config.FETCH_PORTS };
  const sourceUrls = createSecretBox(config.INTERNAL_SECRET, SOURCE_URLS);
  const streamKeys = createSecretBox(config.INTERNAL_SECRET, STREAM_KEYS);
  const externalKeys = createSecretBox(config.INTERNAL_SECRET, EXTERNAL_KEYS);
  const relayPolicy = { ...fetchPolicy, ports: config.RELAY_PORTS };
  const externalStreams = createExternalStreamsService({ db, realtime, externalKeys, relayPolicy });
  const uploads = createUploadsService({
    ...{ db, store, disk, queue, storage, realtime, encoding },
    ...{ fetchPolicy, sourceUrls, streamKeys, relayPolicy, externalKeys },
  });
  const encodingsOf = createEncodingsRepository;
  const archives = createArchivesService({ db, store, queue, realtime, encodingsOf, publisher, onError });
  const archivesSoon = () => void archives.makeOwed().catch(onError);
  return {
    ...{ db, store, analytics, queue, mailer, mails, auth, realtime, publisher, encoding, onError },
    listPublisher,
    ...accounts,
    ...openVideoServices({ ...shared, disk, publisher, listPublisher }),
    ...{ videos, uploads, thumbnails },
    abandonedUploads: createAbandonedUploadsService({
      ...{ db, queue, realtime, keptHours: config.UPLOAD_KEPT_HOURS },
    }),
    archives,
    clips: createClipsService({ db, archives, internalSecret: config.INTERNAL_SECRET }),
    externalStreams,
    liveSources: createLiveSourcesService({ db, realtime, streamKeys, sourceUrls }),
    lives: createLivesService({ db, realtime, streamKeys, externalStreams, onArchiveOwed: archivesSoon }),
    liveInput: createLiveInputService({ db }),
    liveKeys: createLiveKeysService({
      ...{ db, streamKeys, assertOwnClient },
      ...publishUrlsOf(config),
      ...{ roomUrl: roomUrlOf(config), internalSecret: config.INTERNAL_SECRET },
    }),
    ...(await openDeliveryServices({ ...shared, analytics })),
    waveforms: createWaveformsService({ db, queue, store }),
    pictures: createPicturesService({ ...{ db, store, queue, disk, edgeUrl }, onChanged: touchShowing }),
    outros: createOutrosService({
      ...{ db, realtime, videos, edgeUrl },
      readFigures: createOutroFigures(analytics, onError),
    }),
    downloads: createDownloadsService({ db, store, edgeUrl, secret: config.INTERNAL_SECRET }),
    replacements: createReplacementsService({ db, queue, disk, realtime, uploads }),
    changes: new PlaybackChanges({ db, databaseUrl: config.DATABASE_URL, onError }),
    progress: createLiveProgress({ db, realtime, encoding }),
    closeDatabase: close,
  };
}
export type Services = Awaited<ReturnType<typeof openServices>>;

/** Who may watch, and how it is delivered. */
async function openDeliveryServices({
  config,
  db,
  realtime,
  analytics,
  onError,
}: {
  config: Config;
  db: Database;
  realtime: Realtime;
  analytics: Analytics;
  onError: (error: unknown) => void;
}) {
  const places = await Places.open(placeFilesOf(config), onError);
  const edges = createEdgeCalls({
    ...{ urls: edgeUrlsOf(config), internalSecret: config.INTERNAL_SECRET },
    onSilent: (url, cause) => onError(new Error(`The edge at ${url} does not say what it sees`, { cause })),
  });
  return {
    places,
    videoRules: createVideoRulesService({ db, realtime }),
    configs: createConfigsService({ db, edgeUrl: config.EDGE_PUBLIC_URL }),
    collections: createCollectionsService({ db, realtime }),
    pluginVideos: createPluginVideosService({ db, realtime }),
    accessSimulation: createAccessSimulationService({ db, places }),
    accessReplay: createAccessReplayService({ db, analytics, onError }),
    ruleReach: createRuleReachService({ db, edges }),
    edgeReports: createEdgesService({ db, edges }),
    consumption: createConsumptionService({ db, analytics, onError }),
  };
}

/** What is done with videos that are there. */
function openVideoServices(shared: {
  config: Config;
  db: Database;
  store: MediaStore;
  queue: JobQueue;
  realtime: Realtime;
  disk: DiskGuard;
  publisher: Publisher;
  listPublisher: SceneListPublisher;
  videos: VideosService;
  onError: (error: unknown) => void;
}) {
  const { config, db, store, queue, realtime, disk, publisher, listPublisher, videos, onError } = shared;
  const edge = servingEdgeOf(config);
  const keptDays = config.TRASH_DAYS;
  const encoding = createEncodingChangesService({ db, queue, disk, realtime, publisher });
  const removal = createRemovalService({ db, queue, realtime, videos });
  const rules = { assertRestartable, assertPlannable };
  return {
    ...{ removal, encodingChanges: encoding },
    cuts: createCutsService({ db, store, queue, disk, realtime, encoding }),
    sceneLists: createSceneListsService({ db, queue, disk, realtime, publisher, listPublisher, edge }),
    trash: createTrashService({ db, realtime, videos, removal, encoding, keptDays }),
    simulatedLives: createSimulatedLivesService({ db, realtime, videos }),
    duePlans: createDuePlansService({ db, realtime, removal, keptDays, onError }),
    bulkChanges: createBulkChangesService({ db, disk, realtime, removal, encoding, rules }),
    chapters: createChaptersService(videos),
    adminVideos: createAdminVideosService({ db, videos }),
    captions: createCaptionsService({ db, store, queue, realtime }),
    labels: createLabelsService({ db, realtime, videos }),
    exportLinks: createExportLinksService({ db, realtime, edge }),
  };
}

const servingEdgeOf = (config: Config): ServingEdge => ({
  url: config.EDGE_PUBLIC_URL,
  secret: config.INTERNAL_SECRET,
});

/** Clients, their users, and the log of what they do. */
function openAccountServices(shared: {
  config: Config;
  db: Database;
  analytics: Analytics;
  queue: JobQueue;
  mails: MailsService;
  realtime: Realtime;
  auth: AuthService;
  videos: VideosService;
  onError: (error: unknown) => void;
}) {
  const { config, db, analytics, queue, mails, realtime, auth, videos, onError } = shared;
  const { links } = auth;
  const logWriter = new LogWriter({ db, onError });
  const clientFigures = createClientFigures({ db, analytics, queue });
  const proofReader = openProofReader({ analytics, onError });
  return {
    ...{ logWriter, clientFigures },
    views: new ViewsLog(db),
    logs: createLogsService({ db, keptDays: config.LOG_DAYS }),
    siteFigures: createSiteFiguresService({ db, analytics }),
    statistics: {
      ...createStatisticsService({ db, analytics, secret: config.INTERNAL_SECRET, onError }),
      ...createRankingService({ db, analytics, onError }),
      ...createPlacesService({ db, analytics, onError }),
    },
    ...openAlertServices(shared),
    footprint: createFootprintService({ db, analytics, onError }),
    footprintMonths: createFootprintMonthsService({ db, analytics }),
    proof: createProofService({ db, reader: proofReader }),
    proofWatch: createProofWatch({
      ...{ db, reader: proofReader, mails, logs: logWriter, publicUrl: config.API_PUBLIC_URL, onError },
    }),
    clients: createClientsService({ db, realtime }),
    clientAdministration: createClientAdministrationService({ db, realtime }),
    deletionPlan: createDeletionPlanService({ db, realtime, mails }),
    clientDeletion: createClientDeletionService({ db, queue, realtime, logs: logWriter, onError }),
    authorizations: createAuthorizationsService({ db }),
    iceSets: createIceSetsService({ db, platformServers: config.ICE_SERVERS }),
    streamingKeys: createStreamingKeysService({ db }),
    apiKeys: createApiKeysService({ db }),
    search: createSearchService({ db, analytics, onError }),
    rankings: createRankingsService({ db, analytics, onError }),
    storage: createStorageService({ db, figures: clientFigures }),
    users: createUsersService({ db, links, limits: auth, videos }),
    userChanges: createUserChangesService({ db, links, limits: auth, realtime }),
    userRescue: createUserRescueService({ db, limits: auth, ...auth }),
  };
}

/** What viewers or a client suffer from. */
function openAlertServices(shared: {
  config: Config;
  db: Database;
  analytics: Analytics;
  mails: MailsService;
  realtime: Realtime;
  onError: (error: unknown) => void;
}) {
  const { config, db, analytics, mails, realtime, onError } = shared;
  const news = createAlertNews({ mails, publicUrl: config.API_PUBLIC_URL });
  return {
    alerts: createAlertsService({ db, analytics, realtime, news, onError }),
    alertSettings: createAlertSettingsService({ db }),
    alertWatch: createAlertWatch({ db, analytics, realtime, news }),
  };
}

/** Where encoders publish, and browsers. */
function publishUrlsOf(config: Config) {
  const { hostname } = new URL(config.EDGE_PUBLIC_URL);
  const srtUrl = config.SRT_PUBLIC_URL ?? `srt://${hostname}:${SRT_PORT}`;
  return {
    rtmpUrl: config.RTMP_PUBLIC_URL ?? `rtmp://${hostname}:${RTMP_PORT}/live`,
    rtmpsUrl: config.RTMPS_PUBLIC_URL ?? null,
    srtUrl: srtUrl === "none" ? null : srtUrl,
    captureUrl: captureUrlOf(config),
  };
}
