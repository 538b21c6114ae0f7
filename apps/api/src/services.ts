import { RTMP_PORT, SOURCE_URLS, SRT_PORT } from "@shoal/contract";
import { createSecretBox } from "@shoal/lifecycle";
import { openMediaStore } from "@shoal/store";
import type { FastifyInstance } from "fastify";
import { type Config, captureUrlOf, roomUrlOf } from "./config.ts";
import { authSettingsOf, type Claim, createAuthService } from "./modules/auth/index.ts";
import { createExtractionService } from "./modules/captions/index.ts";
import { assertOwnClient } from "./modules/clients/index.ts";
import { createDownloadsService } from "./modules/downloads/index.ts";
import {
  createEncodingService,
  createEncodingsRepository,
  createLiveProgress,
  createPublisher,
  createWaveformsService,
} from "./modules/encoding/index.ts";
import { createOutroFigures } from "./modules/figures/index.ts";
import {
  assertMayCopy,
  changeLive,
  createArchivesService,
  createClipsService,
  createExternalStreamsService,
  createLiveDetails,
  createLiveInputService,
  createLiveKeysService,
  createLiveSourcesService,
  createLivesService,
  createSourceChange,
  createSweepsService,
  EXTERNAL_KEYS,
  STREAM_KEYS,
} from "./modules/lives/index.ts";
import { createMailsService } from "./modules/mails/index.ts";
import { createOutrosService, touchShowing } from "./modules/outros/index.ts";
import { createPicturesService } from "./modules/pictures/index.ts";
import { PlaybackChanges } from "./modules/playback/index.ts";
import { createReplacementsService } from "./modules/replacements/index.ts";
import { createSceneListPublisher } from "./modules/scene-lists/index.ts";
import { createThumbnailsService } from "./modules/thumbnails/index.ts";
import { createAbandonedUploadsService, createUploadsService } from "./modules/uploads/index.ts";
import { createVideosService } from "./modules/videos/index.ts";
import { ANALYTICS_TABLES } from "./platform/analytics-tables.ts";
import { takeTurns } from "./platform/analytics-turns.ts";
import { openAnalytics } from "./platform/clickhouse.ts";
import { migrate, openDatabase } from "./platform/database.ts";
import { createDiskGuard } from "./platform/disk-guard.ts";
import { openMailer } from "./platform/mail/mailer.ts";
import { startJobQueue } from "./platform/queue/job-queue.ts";
import { openRealtime } from "./platform/realtime/realtime.ts";
import { watchRefusedStatements } from "./platform/refused-statements.ts";
import { openAccountServices } from "./services/account-services.ts";
import { openAnalyticsServices } from "./services/analytics-services.ts";
import { openDeliveryServices } from "./services/delivery-services.ts";
import { servingEdgeOf } from "./services/serving-edge.ts";
import { tellOfUpgrade } from "./services/upgrade-notes.ts";
import { openVideoServices } from "./services/video-services.ts";

function openWatchedAnalytics(config: Config, app: FastifyInstance) {
  const refusedStatements = watchRefusedStatements(app.log);
  const { onRefused } = refusedStatements;
  const open = () => openAnalytics(config.CLICKHOUSE_URL, { tables: ANALYTICS_TABLES, onRefused });
  const analytics = takeTurns({ platform: open(), clients: open() });
  return { analytics, refusedStatements };
}

/** Opens what the api stands on and makes its services, each with the neighbours that it uses. */
export async function openServices(config: Config, app: FastifyInstance) {
  const onError = (error: unknown) => app.log.error({ err: error }, "background work failed");
  const { db, pool, close } = openDatabase(config.DATABASE_URL, config.DATABASE_POOL);
  await tellOfUpgrade(db, await migrate(db, config.INTERNAL_SECRET), app.log);
  const store = await openMediaStore(config.MEDIA_STORE);
  const { analytics, refusedStatements } = openWatchedAnalytics(config, app);
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
  const publisher = createPublisher({ db, store, queue, realtime, onScene: listPublisher.onScene, onError });
  const edgeUrl = config.EDGE_PUBLIC_URL;
  const edge = servingEdgeOf(config);
  const fetchPolicy = { isPrivateAllowed: config.FETCH_ALLOW_PRIVATE, ports: config.FETCH_PORTS };
  const sourceUrls = createSecretBox(config.INTERNAL_SECRET, SOURCE_URLS);
  const changeSource = createSourceChange({ fetchPolicy, sourceUrls });
  const videos = createVideosService({ db, realtime, edge, changeLive, changeSource, assertMayCopy });
  const thumbnails = createThumbnailsService({ db, store, queue, disk, realtime, videos });
  const extraction = createExtractionService({ db, store, queue, realtime });
  const encoding = createEncodingService({ db, store, queue, realtime, publisher, thumbnails, extraction });
  const shared = { config, db, store, queue, realtime, videos, onError };
  const accounts = openAccountServices({ ...shared, analytics, mails, auth });
  const { storage, logWriter } = accounts;
  const streamKeys = createSecretBox(config.INTERNAL_SECRET, STREAM_KEYS);
  const externalKeys = createSecretBox(config.INTERNAL_SECRET, EXTERNAL_KEYS);
  const relayPolicy = { ...fetchPolicy, ports: config.RELAY_PORTS };
  const liveInput = createLiveInputService({ db });
  const externalStreams = createExternalStreamsService({ db, realtime, externalKeys, relayPolicy });
  const uploads = createUploadsService({
    ...{ db, store, disk, queue, storage, realtime, encoding },
    ...{ fetchPolicy, sourceUrls, streamKeys, relayPolicy, externalKeys },
  });
  const encodingsOf = createEncodingsRepository;
  const archives = createArchivesService({ db, store, queue, realtime, encodingsOf, publisher, onError });
  const archivesSoon = () => void archives.makeOwed().catch(onError);
  return {
    ...{ db, store, disk, analytics, queue, mailer, mails, auth, realtime, publisher, encoding, onError },
    ...{ listPublisher, refusedStatements },
    ...accounts,
    ...openAnalyticsServices({ ...shared, pool, analytics, mails, logWriter }),
    ...openVideoServices({ ...shared, disk, publisher, listPublisher }),
    ...{ videos, uploads, thumbnails },
    abandonedUploads: createAbandonedUploadsService({
      ...{ db, queue, realtime, keptHours: config.UPLOAD_KEPT_HOURS },
    }),
    archives,
    clips: createClipsService({ db, queue, archives, internalSecret: config.INTERNAL_SECRET }),
    externalStreams,
    liveSources: createLiveSourcesService({ db, realtime, streamKeys, sourceUrls }),
    lives: createLivesService({ db, realtime, streamKeys, externalStreams, onArchiveOwed: archivesSoon }),
    liveSweeps: createSweepsService({ db, queue }),
    liveInput,
    liveDetails: createLiveDetails({ externalStreams, liveInput }),
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
