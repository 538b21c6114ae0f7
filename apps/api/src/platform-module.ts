import { SOURCE_URLS } from "@shoal/contract/jobs";
import { workerRoleOf } from "@shoal/lifecycle";
import { createRedisCounts, openRedis, type SharedRedis } from "@shoal/limits";
import { Places } from "@shoal/places";
import { openMediaStore } from "@shoal/store";
import { createSecretBox } from "@shoal/tokens";
import type { FastifyInstance } from "fastify";
import { type Config, directUrlOf, placeFilesOf } from "./config.ts";
import { openAnalyticsIn } from "./platform/analytics-cluster.ts";
import { ANALYTICS_TABLES } from "./platform/analytics-tables.ts";
import { queueQueries } from "./platform/analytics-turns.ts";
import { defineModule, type ModuleDeclaration } from "./platform/composition/define-module.ts";
import { joinMigrations } from "./platform/composition/join-migrations.ts";
import { need, provide, resolveLater, using } from "./platform/composition/need.ts";
import { isDatabaseUp, migrate, type OpenDatabase, openDatabase } from "./platform/database.ts";
import { createDatabaseCounts } from "./platform/database-counts.ts";
import { createDiskGuard } from "./platform/disk-guard.ts";
import { joinMails } from "./platform/mail/define-mails.ts";
import { openMailer } from "./platform/mail/mailer.ts";
import { createReadiness, type OperationChecks } from "./platform/metrics.ts";
import {
  ANALYTICS,
  CONFIG,
  DB,
  DISK_GUARD,
  FETCH_POLICY,
  FIND_GUEST_VIEWER,
  FIND_VIEWER,
  IS_READY,
  JOB_QUEUE,
  LIMIT_STORE,
  MAIL_CATALOG,
  MAILER,
  ON_ERROR,
  PLACES,
  POOL,
  REALTIME,
  SHARED_COUNTS,
  SOURCE_URL_BOX,
  STORE,
  WORK_NOTIFICATIONS,
} from "./platform/needs.ts";
import { startJobQueue } from "./platform/queue/job-queue.ts";
import { measureQueue, measureStore, readWaitingJobs } from "./platform/queue/queue-metrics.ts";
import { openRealtime } from "./platform/realtime/realtime.ts";
import { type RefusedStatements, watchRefusedStatements } from "./platform/refused-statements.ts";
import { NotificationListener } from "./platform/work-notifications.ts";
import { announceUpgrade } from "./upgrade-notes.ts";

/** The conditions under which the process can serve requests. */
export const READINESS_CHECKS = need<OperationChecks["needs"]>("conditions of readiness");
const OPEN_DATABASE = need<OpenDatabase>("connection of the database");
const REDIS_CONNECTION = need<{ opened: SharedRedis | undefined }>("connection to Redis");
const REFUSED_STATEMENTS = need<RefusedStatements>("refused statements");

/**
 * Declares what all modules are built on: the databases, the media store and the queue.
 * @param modules the modules whose tables the database has and whose tasks the queue has.
 */
export function platformModule(
  config: Config,
  {
    app,
    isOpen,
    modules,
  }: { app: FastifyInstance; isOpen: () => boolean; modules: readonly ModuleDeclaration[] },
) {
  const tasks = modules.flatMap((module) => module.tasks ?? []).map(({ task }) => task);
  return defineModule({
    name: "platform",
    services: [
      provide(CONFIG, {}, () => config),
      provide(ON_ERROR, {}, () => (error) => app.log.error({ err: error }, "background work failed")),
      provide(
        OPEN_DATABASE,
        {},
        async () => {
          const database = openDatabase(
            config.DATABASE_URL,
            config.DATABASE_POOL,
            config.DATABASE_DIRECT_URL,
          );
          const carriedOut = await migrate(database.db, {
            installationSecret: config.INTERNAL_SECRET,
            ofModules: joinMigrations(modules),
          });
          await announceUpgrade(database.db, carriedOut, app.log);
          return database;
        },
        (database) => database.close(),
      ),
      provide(DB, { database: OPEN_DATABASE }, ({ database }) => database.db),
      provide(POOL, { database: OPEN_DATABASE }, ({ database }) => database.pool),
      provide(
        REDIS_CONNECTION,
        {},
        () => ({
          opened: config.REDIS_URL
            ? openRedis({
                url: config.REDIS_URL,
                installationSecret: config.INTERNAL_SECRET,
                onAway: (err) =>
                  app.log.error(
                    { err },
                    "Redis is away: limits are counted in PostgreSQL and by each replica",
                  ),
                onBack: () => app.log.info("Redis is back"),
              })
            : undefined,
        }),
        ({ opened }) => opened?.close(),
      ),
      provide(LIMIT_STORE, { pool: POOL, redis: REDIS_CONNECTION }, ({ pool, redis }) => ({
        pool,
        redis: redis.opened,
      })),
      provide(SHARED_COUNTS, { pool: POOL, redis: REDIS_CONNECTION }, ({ pool, redis: { opened } }) =>
        opened ? createRedisCounts(opened) : createDatabaseCounts(pool),
      ),
      provide(
        WORK_NOTIFICATIONS,
        { onError: ON_ERROR },
        async ({ onError }) => {
          const notifications = new NotificationListener({ databaseUrl: directUrlOf(config), onError });
          // The connection is restored automatically, and subscribers check for work anyway: a slow database must not fail the
          // start.
          await notifications.listen().catch(onError);
          return notifications;
        },
        (notifications) => notifications.close(),
      ),
      provide(STORE, { onError: ON_ERROR }, ({ onError }) =>
        openMediaStore(config.MEDIA_STORE, { from: config.MEDIA_STORE_FROM, settings: config, onError }),
      ),
      provide(REFUSED_STATEMENTS, {}, () => watchRefusedStatements(app.log)),
      provide(
        ANALYTICS,
        { refused: REFUSED_STATEMENTS },
        ({ refused: { onRefused } }) => {
          const { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster } = config;
          const open = () => openAnalyticsIn(url, cluster, { tables: ANALYTICS_TABLES, onRefused });
          return queueQueries({ platform: open(), clients: open() });
        },
        (analytics) => analytics.close(),
      ),
      provide(JOB_QUEUE, { db: DB, onError: ON_ERROR }, ({ db, onError }) =>
        startJobQueue({
          db,
          databaseUrl: directUrlOf(config),
          workers: {
            role: config.WORKER_DATABASE_ROLE ?? workerRoleOf(config.DATABASE_URL),
            password: config.WORKER_DATABASE_PASSWORD,
          },
          tasks,
          onError,
        }),
      ),
      provide(DISK_GUARD, { store: STORE }, ({ store }) => createDiskGuard(store, config.DISK_LOW_BYTES)),
      provide(
        MAILER,
        {},
        () =>
          openMailer({
            smtpUrl: config.SMTP_URL,
            folder: config.MAIL_DIR ?? "",
            from: config.MAIL_FROM,
          }),
        (mailer) => mailer.close(),
      ),
      provide(MAIL_CATALOG, {}, () => joinMails(modules)),
      // Sockets check sessions, and ending sessions closes sockets, so each is passed to the other once both exist.
      provide(
        REALTIME,
        {
          database: OPEN_DATABASE,
          redis: REDIS_CONNECTION,
          findViewer: resolveLater(FIND_VIEWER),
          findGuestViewer: resolveLater(FIND_GUEST_VIEWER),
        },
        ({ database, redis, findViewer, findGuestViewer }) =>
          openRealtime({
            server: app.server,
            pool: database.sessionPool,
            redis: redis.opened,
            allowedOrigins: config.API_ALLOWED_ORIGINS,
            findViewer: (claim) => findViewer()(claim),
            findGuestViewer: (token) => findGuestViewer()(token),
          }),
      ),
      provide(
        PLACES,
        { onError: ON_ERROR },
        ({ onError }) => Places.open(placeFilesOf(config), onError),
        (places) => places.close(),
      ),
      provide(FETCH_POLICY, {}, () => ({
        isPrivateAllowed: config.FETCH_ALLOW_PRIVATE,
        ports: config.FETCH_PORTS,
      })),
      provide(SOURCE_URL_BOX, {}, () => createSecretBox(config.INTERNAL_SECRET, SOURCE_URLS)),
      provide(READINESS_CHECKS, { db: DB }, ({ db }) => ({
        open: async () => isOpen(),
        database: () => isDatabaseUp(db),
      })),
      provide(IS_READY, { needs: READINESS_CHECKS }, createReadiness),
    ],
    metrics: using(
      { refused: REFUSED_STATEMENTS, db: DB, store: STORE },
      ({ refused, db, store }, registry) => {
        refused.measure(registry);
        measureQueue(registry, () => readWaitingJobs(db));
        measureStore(registry, () => store.freeBytes());
      },
    ),
    notes: using({ analytics: ANALYTICS, redis: REDIS_CONNECTION }, ({ analytics, redis: { opened } }) => ({
      ...(opened ? { redis: async () => opened.client.status === "ready" } : {}),
      // Lists, playback and encoding work without ClickHouse; only features that depend on it are unavailable.
      analytics: async (signal) => (await analytics.ping({ select: false, abort_signal: signal })).success,
    })),
  });
}
