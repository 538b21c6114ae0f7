import { openApiOf, routes } from "@shoal/contract";
import { drainOf } from "@shoal/lifecycle";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { startBackground } from "./background.ts";
import type { Config } from "./config.ts";
import { registerAccessSimulationRoutes } from "./modules/access-simulation/index.ts";
import { registerAlertRoutes } from "./modules/alerts/index.ts";
import { registerApiKeyRoutes } from "./modules/api-keys/index.ts";
import { createGuards, registerAuthRoutes, senderOf } from "./modules/auth/index.ts";
import { registerCaptionRoutes } from "./modules/captions/index.ts";
import { registerClientRoutes } from "./modules/clients/index.ts";
import { registerConsumptionRoutes } from "./modules/consumption/index.ts";
import { registerDownloadRoutes } from "./modules/downloads/index.ts";
import { registerEdgeRoutes } from "./modules/edges/index.ts";
import { registerEncodingRoutes } from "./modules/encoding/index.ts";
import { readLinkDescriptor, registerExportLinkRoutes } from "./modules/export-links/index.ts";
import { isLate, measureFigures, readFiguresAgeSec, registerFigureRoutes } from "./modules/figures/index.ts";
import { registerFootprintRoutes } from "./modules/footprint/index.ts";
import { registerLabelRoutes } from "./modules/labels/index.ts";
import {
  registerExternalStreamRoutes,
  registerIngestRoutes,
  registerLiveRoutes,
} from "./modules/lives/index.ts";
import { recordCalls, registerLogRoutes } from "./modules/logs/index.ts";
import { registerOutroRoutes } from "./modules/outros/index.ts";
import { registerPictureRoutes } from "./modules/pictures/index.ts";
import { registerPlanRoutes } from "./modules/plans/index.ts";
import { createInternalGuard, readDescriptor, registerInternalRoutes } from "./modules/playback/index.ts";
import { readPluginVideoDescriptor, registerPluginVideoRoutes } from "./modules/plugin-videos/index.ts";
import { registerProofRoutes } from "./modules/proof/index.ts";
import { registerReplacementRoutes } from "./modules/replacements/index.ts";
import { registerRuleReachRoutes } from "./modules/rule-reach/index.ts";
import {
  readClientDescriptor,
  readConfigDescriptor,
  registerRuleRoutes,
  storeCollectionReports,
} from "./modules/rules/index.ts";
import { registerSceneListRoutes } from "./modules/scene-lists/index.ts";
import { registerSearchRoutes } from "./modules/search/index.ts";
import { registerSiteRoutes } from "./modules/sites/index.ts";
import { registerStatisticsRoutes } from "./modules/statistics/index.ts";
import { registerThumbnailRoutes } from "./modules/thumbnails/index.ts";
import { createChunkReader, registerUploadRoutes } from "./modules/uploads/index.ts";
import { registerUserRoutes } from "./modules/users/index.ts";
import { registerVideoRoutes } from "./modules/videos/index.ts";
import { isDatabaseUp } from "./platform/database.ts";
import { assertAllBound } from "./platform/http/bind-route.ts";
import { holdBodies } from "./platform/http/held-bodies.ts";
import { type ProxyWatch, watchProxies } from "./platform/http/proxy-watch.ts";
import { serveDocument } from "./platform/http/serve-document.ts";
import {
  createReadiness,
  measureRequests,
  type OperationChecks,
  registerHealth,
  registerOperations,
} from "./platform/metrics.ts";
import { VERSION } from "./platform/version.ts";
import { createInternalServer, createServer, serveDashboard } from "./server.ts";
import { openServices, type Services } from "./services.ts";

export interface RunningApi {
  url: string;
  /** For the other processes and the operator. */
  internalUrl: string;
  app: FastifyInstance;
  close(): Promise<void>;
}

/** Starts the api: migrations, queue, realtime and HTTP. @example const api = await startApi(readConfig()); */
export async function startApi(config: Config): Promise<RunningApi> {
  const app = createServer(config);
  const drain = drainOf(app.server, { lingerMs: config.SHUTDOWN_DELAY_MS });
  const services = await openServices(config, app);
  const internal = createInternalServer(config);
  const registry = measureRequests(app);
  const checks = checksOf(services, {
    proxies: watchProxies(app, { trusted: config.TRUSTED_PROXIES, registry }),
    isClosing: () => drain.isClosing,
  });
  registerInternals(internal, services, { config, checks, registry });
  await registerRoutes(app, services, { config, checks });
  const stopBackground = await startBackground(services);
  // Before the public's: who finds the api there finds the rest, too.
  const internalUrl = await internal.listen({ host: config.INTERNAL_HOST, port: config.INTERNAL_PORT });
  const url = await app.listen({ host: config.HOST, port: config.PORT });
  return {
    url,
    internalUrl,
    app,
    async close() {
      const closeServer = async () => {
        // Sockets end once nobody can come back to this process.
        const closing = app.close();
        await services.realtime.close();
        await closing;
      };
      await Promise.all([drain.close(closeServer), stopBackground()]);
      await internal.close();
      await services.logWriter.close();
      await services.queue.stop();
      services.mailer.close();
      services.places.close();
      await services.publisher.settle();
      await services.listPublisher.settle();
      await services.analytics.close();
      await services.closeDatabase();
    },
  };
}

/** What the api needs, and what is told beside it. */
const checksOf = (
  { db, analytics }: Services,
  { proxies, isClosing }: { proxies: ProxyWatch; isClosing: () => boolean },
): OperationChecks => ({
  needs: {
    open: async () => !isClosing(),
    database: () => isDatabaseUp(db),
  },
  notes: {
    // Lists, playback and encoding go on without it; what it alone can tell is unavailable meanwhile.
    analytics: async (signal) => (await analytics.ping({ select: false, abort_signal: signal })).success,
    figures: async () => !isLate(await readFiguresAgeSec(db).catch(() => Infinity)),
    proxies: async () => proxies.isNamed(),
  },
});

async function registerRoutes(
  app: FastifyInstance,
  services: Services,
  { config, checks }: { config: Config; checks: OperationChecks },
): Promise<void> {
  const { auth } = services;
  const guardFor = createGuards(auth, services.apiKeys);
  recordCalls(app, services.logWriter, services.views, services.unknownFields);
  const { SUPPORT_EMAIL: supportEmail, API_PUBLIC_URL: publicUrl, EDGE_PUBLIC_URL: edgeUrl } = config;
  const isReady = createReadiness(checks);
  holdBodies(app, { limitBytes: config.BODY_MEMORY_BYTES, senderOf });
  const useChunkBody = createChunkReader(config.UPLOAD_MEMORY_BYTES);
  registerAuthRoutes(app, guardFor, auth, {
    supportEmail,
    publicUrl,
    edgeUrl,
    version: VERSION,
    isReady,
    encodingsWait: () => services.disk.isTooFullToEncode(),
  });
  registerVideoRoutes(app, guardFor, services);
  registerUploadRoutes(app, guardFor, { ...services, useChunkBody });
  registerEncodingRoutes(app, guardFor, services);
  registerSceneListRoutes(app, guardFor, services.sceneLists);
  registerThumbnailRoutes(app, guardFor, services.thumbnails);
  registerDownloadRoutes(app, guardFor, services.downloads);
  registerReplacementRoutes(app, guardFor, services.replacements);
  registerPlanRoutes(app, guardFor, services);
  registerCaptionRoutes(app, guardFor, services.captions);
  registerLiveRoutes(app, guardFor, services);
  registerExternalStreamRoutes(app, guardFor, services.externalStreams);
  registerLabelRoutes(app, guardFor, services.labels);
  registerFigureRoutes(app, guardFor, services.clientFigures);
  registerUserRoutes(app, guardFor, services);
  registerClientRoutes(app, guardFor, services);
  registerRuleRoutes(app, guardFor, services);
  registerApiKeyRoutes(app, guardFor, services.apiKeys);
  registerSearchRoutes(app, guardFor, services);
  registerSiteRoutes(app, guardFor, services.siteFigures);
  registerStatisticsRoutes(app, guardFor, services.statistics);
  registerAlertRoutes(app, guardFor, services);
  registerFootprintRoutes(app, guardFor, services.footprint);
  registerProofRoutes(app, guardFor, services.proof);
  registerAccessSimulationRoutes(app, guardFor, services.accessSimulation, services.accessReplay);
  registerRuleReachRoutes(app, guardFor, services.ruleReach);
  registerPluginVideoRoutes(app, guardFor, services);
  registerPictureRoutes(app, guardFor, services.pictures);
  registerOutroRoutes(app, guardFor, services.outros);
  registerEdgeRoutes(app, guardFor, services.edgeReports);
  registerConsumptionRoutes(app, guardFor, services.consumption);
  registerLogRoutes(app, guardFor, services.logs);
  registerExportLinkRoutes(app, guardFor, services.exportLinks);
  assertAllBound(app, routes);
  registerHealth(app);
  serveDocument(app, "/api/openapi.json", () => openApiOf(routes, { title: "Shoal", version: VERSION }));
  await serveDashboard(app, config.DASHBOARD_DIR);
}

function registerInternals(
  internal: FastifyInstance,
  services: Services,
  { config, checks, registry }: { config: Config; checks: OperationChecks; registry: Registry },
): void {
  const { db, changes, progress } = services;
  registerInternalRoutes(internal, {
    findDescriptor: (uuid) => readDescriptor(db, uuid),
    findLink: (uuid) => readLinkDescriptor(db, uuid),
    async findClient(uuid) {
      const client = await readClientDescriptor(db, uuid);
      return client && { ...client, iceSets: await services.iceSets.openSets(uuid) };
    },
    findConfig: (key) => readConfigDescriptor(db, key),
    findPluginVideo: (key) => readPluginVideoDescriptor(db, key),
    mayOwn: (userUuid, videoUuid) => services.downloads.mayOwn(userUuid, videoUuid),
    async storeReports(reports) {
      for (const clientUuid of await storeCollectionReports(db, reports))
        services.realtime.emit(clientUuid, "pluginVideos.changed");
    },
    ...{ secret: config.INTERNAL_SECRET, changes, progress },
  });
  registerIngestRoutes(internal, createInternalGuard(config.INTERNAL_SECRET), services);
  registerOperations(internal, { ...checks, registry });
  measureFigures(registry, () => readFiguresAgeSec(db));
  services.refusedStatements.measure(registry);
  services.unknownFields.measure(registry);
}
