import { openApiOf, routes } from "@shoal/contract";
import { drainOf } from "@shoal/lifecycle";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { MODULES } from "./modules.ts";
import { startBackground } from "./platform/composition/background.ts";
import { openServices } from "./platform/composition/open-services.ts";
import { assertAllBound } from "./platform/http/bind-route.ts";
import { watchProxies } from "./platform/http/proxy-watch.ts";
import { serveDocument } from "./platform/http/serve-document.ts";
import { servePackages } from "./platform/http/serve-packages.ts";
import { measureRequests, registerHealth, registerOperations } from "./platform/metrics.ts";
import { GUARD_FOR, INTERNAL_GUARD_FOR, JOB_QUEUE, REALTIME } from "./platform/needs.ts";
import { VERSION } from "./platform/version.ts";
import { platformModule, READINESS_CHECKS } from "./platform-module.ts";
import { createInternalServer, createServer, serveDashboard } from "./server.ts";

/**
 * The time limit at shutdown for requests from edges, ingests and workers that are still running, in milliseconds. These requests
 * are short, because the streams of changes have already ended.
 */
const INTERNAL_SHUTDOWN_DELAY_MS = 1_000;

export interface RunningApi {
  url: string;
  /** The address of the internal server, which the other processes and the operator use. */
  internalUrl: string;
  app: FastifyInstance;
  close(): Promise<void>;
}

/** Starts the api: migrations, queue, realtime and HTTP. @example const api = await startApi(readConfig()); */
export async function startApi(config: Config): Promise<RunningApi> {
  const app = createServer(config);
  const drain = drainOf(app.server, { lingerMs: config.SHUTDOWN_DELAY_MS });
  const isOpen = () => !drain.isClosing;
  const modules = [platformModule(config, { app, isOpen, modules: MODULES }), ...MODULES];
  const services = await openServices(modules);
  const { resolve } = services;
  const internal = createInternalServer(config);
  // Internal callers are notified of the shutdown while public requests are still being served.
  const internalDrain = drainOf(internal.server, { lingerMs: 0, cutAfterMs: INTERNAL_SHUTDOWN_DELAY_MS });
  const registry = measureRequests(app);
  const proxies = watchProxies(app, { trusted: config.TRUSTED_PROXIES, registry });
  for (const { internalRoutes } of modules)
    internalRoutes?.make(resolve, internal, resolve(INTERNAL_GUARD_FOR));
  registerOperations(internal, {
    needs: resolve(READINESS_CHECKS),
    notes: Object.assign({}, ...modules.map(({ notes }) => notes?.make(resolve)), {
      proxies: async () => proxies.isNamed(),
    }),
    registry,
  });
  for (const { metrics } of modules) metrics?.make(resolve, registry);
  for (const { hooks } of modules) hooks?.make(resolve, app);
  for (const { routes: bound } of modules) bound?.make(resolve, app, resolve(GUARD_FOR));
  assertAllBound(app, routes);
  registerHealth(app);
  serveDocument(app, "/api/openapi.json", () => openApiOf(routes, { title: "Shoal", version: VERSION }));
  await servePackages(app);
  await serveDashboard(app, config.DASHBOARD_DIR);
  const stopBackground = await startBackground(modules, resolve);
  // The internal server opens before the public server, so the whole process is up once the public address responds.
  const internalUrl = await internal.listen({ host: config.INTERNAL_HOST, port: config.INTERNAL_PORT });
  const url = await app.listen({ host: config.HOST, port: config.PORT });
  return {
    url,
    internalUrl,
    app,
    async close() {
      const closeServer = async () => {
        // The sockets close last, once no caller can reconnect to this process.
        const closing = app.close();
        await resolve(REALTIME).close();
        await closing;
      };
      internalDrain.begin();
      await Promise.all([drain.close(closeServer), stopBackground()]);
      // Internal requests need the database, so they end before the services close.
      await internalDrain.close(() => internal.close());
      // Services receive the results of jobs, so the queue stops before the services.
      await resolve(JOB_QUEUE).stop();
      await services.close();
    },
  };
}
