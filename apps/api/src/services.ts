import { openMediaStore } from "@shoal/store";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { type AuthService, authSettingsOf, type Claim, createAuthService } from "./modules/auth/index.ts";
import {
  createAuthorizationsService,
  createClientAdministrationService,
  createClientDeletionService,
  createClientsService,
  createDeletionPlanService,
  createIceSetsService,
  createStorageService,
} from "./modules/clients/index.ts";
import {
  assertRestartable,
  createCutsService,
  createEncodingChangesService,
  createEncodingService,
  createLiveProgress,
  createPublisher,
  type Publisher,
} from "./modules/encoding/index.ts";
import { createClientFigures } from "./modules/figures/index.ts";
import { createLabelsService } from "./modules/labels/index.ts";
import { createLogsService, LogWriter } from "./modules/logs/index.ts";
import { createMailsService, type MailsService } from "./modules/mails/index.ts";
import {
  assertPlannable,
  createDuePlansService,
  createRemovalService,
  createTrashService,
} from "./modules/plans/index.ts";
import { PlaybackChanges } from "./modules/playback/index.ts";
import { createUploadsService } from "./modules/uploads/index.ts";
import { createUserChangesService, createUsersService } from "./modules/users/index.ts";
import {
  createBulkChangesService,
  createChaptersService,
  createVideosService,
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
  const publisher = createPublisher({ db, store, queue, realtime, onError });
  const encoding = createEncodingService({ db, queue, realtime, publisher });
  const videos = createVideosService({ db, realtime, edgeUrl: config.EDGE_PUBLIC_URL });
  return {
    ...{ db, store, analytics, queue, mailer, mails, auth, realtime, publisher, encoding, onError },
    ...openAccountServices({ config, db, analytics, queue, mails, realtime, auth, videos, onError }),
    ...openVideoServices({ config, db, queue, realtime, disk, publisher, videos, onError }),
    videos,
    uploads: createUploadsService({ db, store, disk, realtime, encoding }),
    changes: new PlaybackChanges({ db, databaseUrl: config.DATABASE_URL, onError }),
    progress: createLiveProgress({ db, realtime }),
    closeDatabase: close,
  };
}
export type Services = Awaited<ReturnType<typeof openServices>>;

/** What is done with videos that are there. */
function openVideoServices(shared: {
  config: Config;
  db: Database;
  queue: JobQueue;
  realtime: Realtime;
  disk: DiskGuard;
  publisher: Publisher;
  videos: VideosService;
  onError: (error: unknown) => void;
}) {
  const { config, db, queue, realtime, disk, publisher, videos, onError } = shared;
  const keptDays = config.TRASH_DAYS;
  const encoding = createEncodingChangesService({ db, queue, disk, realtime, publisher });
  const removal = createRemovalService({ db, queue, realtime, videos });
  const rules = { assertRestartable, assertPlannable };
  return {
    ...{ removal, encodingChanges: encoding },
    cuts: createCutsService({ db, queue, disk, realtime, encoding }),
    trash: createTrashService({ db, realtime, videos, removal, encoding, keptDays }),
    duePlans: createDuePlansService({ db, realtime, removal, keptDays, onError }),
    bulkChanges: createBulkChangesService({ db, disk, realtime, removal, encoding, rules }),
    chapters: createChaptersService(videos),
    labels: createLabelsService({ db, realtime, videos }),
  };
}

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
  return {
    ...{ logWriter, clientFigures },
    logs: createLogsService({ db, keptDays: config.LOG_DAYS }),
    clients: createClientsService({ db, realtime }),
    clientAdministration: createClientAdministrationService({ db, realtime }),
    deletionPlan: createDeletionPlanService({ db, realtime, mails }),
    clientDeletion: createClientDeletionService({ db, queue, realtime, logs: logWriter, onError }),
    authorizations: createAuthorizationsService({ db }),
    iceSets: createIceSetsService({ db, platformServers: config.ICE_SERVERS }),
    storage: createStorageService({ db, figures: clientFigures }),
    users: createUsersService({ db, links, videos }),
    userChanges: createUserChangesService({ db, links, realtime }),
  };
}
