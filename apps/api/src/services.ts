import { openMediaStore } from "@shoal/store";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { authSettingsOf, type Claim, createAuthService } from "./modules/auth/index.ts";
import { createEncodingService, createLiveProgress, createPublisher } from "./modules/encoding/index.ts";
import { createMailsService } from "./modules/mails/index.ts";
import { PlaybackChanges } from "./modules/playback/index.ts";
import { createUploadsService } from "./modules/uploads/index.ts";
import { createVideosService } from "./modules/videos/index.ts";
import { openAnalytics } from "./platform/clickhouse.ts";
import { migrate, openDatabase } from "./platform/database.ts";
import { createDiskGuard } from "./platform/disk-guard.ts";
import { openMailer } from "./platform/mail/mailer.ts";
import { startJobQueue } from "./platform/queue/job-queue.ts";
import { openRealtime } from "./platform/realtime/realtime.ts";

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
  const encoding = createEncodingService({ db, queue, disk, realtime, publisher });
  return {
    ...{ db, store, analytics, queue, mailer, mails, auth, realtime, publisher, encoding, onError },
    videos: createVideosService({ db, queue, realtime, edgeUrl: config.EDGE_PUBLIC_URL }),
    uploads: createUploadsService({ db, store, disk, realtime, encoding }),
    changes: new PlaybackChanges({ db, databaseUrl: config.DATABASE_URL, onError }),
    progress: createLiveProgress({ db, realtime }),
    closeDatabase: close,
  };
}
export type Services = Awaited<ReturnType<typeof openServices>>;
