import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import fastifyStatic from "@fastify/static";
import { openApiOf, routes } from "@shoal/contract";
import { openMediaStore } from "@shoal/store";
import Fastify, { type FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import {
  createAuthRepository,
  createAuthService,
  createGuards,
  registerAuthRoutes,
} from "./modules/auth/index.ts";
import {
  createEncodingService,
  createEncodingsRepository,
  createLiveProgress,
  createPublisher,
  registerEncodingRoutes,
} from "./modules/encoding/index.ts";
import { FiguresMirror } from "./modules/figures/index.ts";
import { PlaybackChanges, readDescriptor, registerInternalRoutes } from "./modules/playback/index.ts";
import { createUploadsService, registerUploadRoutes } from "./modules/uploads/index.ts";
import { createVideosService, registerVideoRoutes } from "./modules/videos/index.ts";
import { openAnalytics, prepareAnalytics } from "./platform/clickhouse.ts";
import { isDatabaseUp, migrate, openDatabase } from "./platform/database.ts";
import { createDiskGuard } from "./platform/disk-guard.ts";
import { handleErrors } from "./platform/http/errors.ts";
import { registerOperations } from "./platform/metrics.ts";
import { startJobQueue } from "./platform/queue/job-queue.ts";
import { openRealtime } from "./platform/realtime/realtime.ts";

/** JSON bodies; chunks have a limit of their own. */
const BODY_LIMIT_BYTES = 2_000_000;
const SIGN_IN_PER_MINUTE = 20;
const ANALYTICS_RETRY_MS = 5_000;
const CLEANING_INTERVAL_MS = 3_600_000;

export interface RunningApi {
  url: string;
  app: FastifyInstance;
  close(): Promise<void>;
}

/** The OpenAPI document of this api. */
export const openApiDocument = () => openApiOf(routes, { title: "Shoal", version: "0.1.0" });

/** Starts the api: migrations, queue, realtime and HTTP. @example const api = await startApi(readConfig()); */
export async function startApi(config: Config): Promise<RunningApi> {
  const { db, pool, close: closeDatabase } = openDatabase(config.DATABASE_URL, config.DATABASE_POOL);
  await migrate(db);
  const store = await openMediaStore(config.MEDIA_STORE);
  const analytics = openAnalytics(config.CLICKHOUSE_URL);
  const app = createServer(config);
  const onError = (error: unknown) => app.log.error({ err: error }, "background work failed");
  const queue = await startJobQueue({
    db,
    databaseUrl: config.DATABASE_URL,
    workerPassword: config.WORKER_DATABASE_PASSWORD,
    onError,
  });
  const disk = createDiskGuard(store, config.DISK_LOW_BYTES);
  const auth = createAuthService({ users: createAuthRepository(db), sessionHours: config.SESSION_HOURS });
  const realtime = openRealtime({
    server: app.server,
    pool,
    findClient: async (credential) => (await auth.findActor(credential))?.clientUuid,
  });
  const publisher = createPublisher({ db, store, queue, realtime, onError });
  const encoding = createEncodingService({ db, queue, disk, realtime, publisher });
  const videos = createVideosService({ db, queue, realtime, edgeUrl: config.EDGE_PUBLIC_URL });
  const uploads = createUploadsService({ db, store, disk, realtime, encoding });
  const changes = new PlaybackChanges({ db, databaseUrl: config.DATABASE_URL, onError });
  const progress = createLiveProgress({ db, realtime });
  const guardFor = createGuards(auth);
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      max: SIGN_IN_PER_MINUTE,
      timeWindow: "1 minute",
      allowList: (request) => request.url !== routes.login.path,
    });
    registerAuthRoutes(scope, guardFor, auth);
  });
  registerVideoRoutes(app, guardFor, videos);
  registerUploadRoutes(app, guardFor, { uploads, videos });
  registerEncodingRoutes(app, guardFor, encoding);
  registerInternalRoutes(app, {
    findDescriptor: (uuid) => readDescriptor(db, uuid),
    secret: config.INTERNAL_SECRET,
    changes,
    progress,
  });
  registerOperations(app, {
    database: () => isDatabaseUp(db),
    analytics: async () => (await analytics.ping()).success,
  });
  app.get("/api/openapi.json", async () => openApiDocument());
  await serveDashboard(app, config.DASHBOARD_DIR);

  await changes.listen();
  await queue.consume({
    onResult: encoding.onResult,
    onDeadJob: encoding.onDeadJob,
    onPurge: async ({ prefixes }) => {
      for (const prefix of prefixes) await store.remove(prefix);
    },
  });
  for (const { uuid } of await createEncodingsRepository(db).listWorking()) publisher.publishSoon(uuid);
  const mirror = new FiguresMirror({ db, analytics, realtime, onError });
  const stopAnalytics = keepTrying(() => prepareAnalytics(analytics).then(() => mirror.start()), onError);
  const cleaning = setInterval(() => {
    Promise.all([createAuthRepository(db).deleteExpiredSessions(), changes.prune()]).catch(onError);
  }, CLEANING_INTERVAL_MS);
  const url = await app.listen({ host: config.HOST, port: config.PORT });

  const close = async () => {
    clearInterval(cleaning);
    stopAnalytics();
    await mirror.close();
    await changes.close();
    await realtime.close();
    await app.close();
    await queue.stop();
    await publisher.settle();
    await analytics.close();
    await closeDatabase();
  };
  return { url, app, close };
}

function createServer(config: Config): FastifyInstance {
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, redact: ["req.headers.authorization"] },
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    requestTimeout: 120_000,
    forceCloseConnections: true,
  });
  handleErrors(app);
  app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // Mantine writes its variables into a style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:", config.EDGE_PUBLIC_URL],
        frameSrc: [config.EDGE_PUBLIC_URL],
        connectSrc: ["'self'", config.API_PUBLIC_URL.replace(/^http/, "ws")],
        upgradeInsecureRequests: config.API_PUBLIC_URL.startsWith("https") ? [] : null,
      },
    },
    strictTransportSecurity: config.API_PUBLIC_URL.startsWith("https"),
  });
  app.register(multipart);
  return app;
}

async function serveDashboard(app: FastifyInstance, folder: string): Promise<void> {
  if (!folder) return;
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}

/** Repeats until it succeeds; the analytics engine may come later than we do. @returns a function that gives up. */
function keepTrying(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const attempt = () => {
    work().catch((error: unknown) => {
      onError(error);
      if (!isStopped) timer = setTimeout(attempt, ANALYTICS_RETRY_MS);
    });
  };
  attempt();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
