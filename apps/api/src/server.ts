import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import fastifyStatic from "@fastify/static";
import { REQUEST_ID_HEADER } from "@shoal/contract";
import { dashboardPermissions } from "@shoal/domain/permissions-policy";
import { ANSWERS_TO_UNREADABLE, makeHttpServer, refuseNoFiles } from "@shoal/lifecycle";
import { nameSpanByRoute } from "@shoal/tracing";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { type Config, captureUrlOf, roomOriginsOf } from "./config.ts";
import { boundBodyTime, MAX_BODY_DURATION_MS } from "./platform/http/body-pace.ts";
import { compressAnswers } from "./platform/http/compress-answers.ts";
import { handleErrors } from "./platform/http/errors.ts";
import { EXPOSED_HEADERS } from "./platform/http/exposed-headers.ts";
import { describeRequest } from "./platform/http/log-request.ts";
import { reportUnknownFields } from "./platform/http/unknown-fields.ts";

/** The limit of JSON bodies; chunks have a limit of their own. */
const MAX_JSON_BODY_BYTES = 2_000_000;

/** Browsers open connections in advance and keep them idle for a minute; closing one earlier could make a call fail. */
const PRECONNECTION_IDLE_MS = 65_000;

/** How long browsers cache the answer to a preflight. */
const PREFLIGHT_CACHE_SEC = 600;

/**
 * Creates the HTTP server without its routes: logs, limits, security headers, errors.
 * @param log the log's destination; standard output if undefined.
 */
export function createServer(config: Config, log?: Writable): FastifyInstance {
  const app = Fastify({
    logger: {
      level: config.LOG_LEVEL,
      ...(log ? { stream: log } : {}),
      redact: ["req.headers.authorization"],
      serializers: { req: describeRequest },
    },
    bodyLimit: MAX_JSON_BODY_BYTES,
    // The schemas limit each parameter, including email addresses; an address is limited to 16 kB anyway.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    ...ANSWERS_TO_UNREADABLE,
    // A number for support must identify one call among all replicas and starts.
    genReqId: () => randomUUID(),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    serverFactory: (handler) =>
      makeHttpServer(handler, { headersMs: PRECONNECTION_IDLE_MS, requestMs: MAX_BODY_DURATION_MS }),
    // Requests on other connections during shutdown are served like any other: see `drainOf`.
    forceCloseConnections: "idle",
    return503OnClosing: false,
  });
  app.addHook("onRequest", nameSpanByRoute);
  handleErrors(app);
  boundBodyTime(app);
  reportUnknownFields(app);
  app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScriptsOf(config.DASHBOARD_DIR)],
        // Mantine writes its variables into a style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:", config.EDGE_PUBLIC_URL],
        frameSrc: [config.EDGE_PUBLIC_URL],
        // Reviews play a video frame by frame: its media come from the edge, into a source of the page. Chat files come
        // directly from the edge.
        mediaSrc: ["'self'", "blob:", config.EDGE_PUBLIC_URL],
        connectSrc: [
          "'self'",
          config.EDGE_PUBLIC_URL,
          config.API_PUBLIC_URL.replace(/^http/, "ws"),
          new URL(captureUrlOf(config)).origin,
          ...roomOriginsOf(config),
        ],
        upgradeInsecureRequests: config.API_PUBLIC_URL.startsWith("https") ? [] : null,
      },
    },
    strictTransportSecurity: config.API_PUBLIC_URL.startsWith("https"),
  });
  if (config.API_ALLOWED_ORIGINS.length > 0)
    app.register(cors, {
      // Pages of other origins pass: those with upload tokens are answered by their own hook.
      origin: (origin, answer) =>
        answer(null, origin !== undefined && config.API_ALLOWED_ORIGINS.includes(origin) && origin),
      // Pages of the old API call with `credentials: include` (§7): browsers hide responses that do not allow it.
      credentials: true,
      methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
      exposedHeaders: [...EXPOSED_HEADERS],
      maxAge: PREFLIGHT_CACHE_SEC,
    });
  const permissions = dashboardPermissions(config.EDGE_PUBLIC_URL);
  app.addHook("onRequest", async ({ id }, reply) => {
    // These headers apply unless a cacheable response sets its own.
    reply.headers({
      "cache-control": "no-store",
      "permissions-policy": permissions,
      [REQUEST_ID_HEADER]: id,
    });
  });
  app.register(multipart);
  compressAnswers(app);
  return app;
}

/** Creates the second server, for the other processes of the installation and for the operator. */
export function createInternalServer({ LOG_LEVEL: level }: Pick<Config, "LOG_LEVEL">): FastifyInstance {
  const app = Fastify({
    logger: { level, redact: ["req.headers.authorization"], serializers: { req: describeRequest } },
    // Ingests and edges call every few seconds, which would log 17 MB a day on an idle installation.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_JSON_BODY_BYTES,
    ...ANSWERS_TO_UNREADABLE,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    serverFactory: (handler) => makeHttpServer(handler),
  });
  app.addHook("onRequest", nameSpanByRoute);
  handleErrors(app);
  return app;
}

/** Serves the built dashboard, hashed files for a year; if there is no folder, it serves no dashboard. */
export async function serveDashboard(app: FastifyInstance, folder: string): Promise<void> {
  if (!folder) return;
  await app.register(async (scope) => {
    refuseNoFiles(scope);
    await scope.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes("/assets/");
        reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  });
}

const INLINE_SCRIPT = /<script>([^<]*)<\/script>/g;

/**
 * Returns the inline scripts of the dashboard's page, as sources of its Content-Security-Policy: only these may run.
 * @param folder contains the built dashboard. If the folder contains no page, or is "", there are no scripts.
 * @example inlineScriptsOf("/srv/dashboard") // ["'sha256-…'"]
 */
function inlineScriptsOf(folder: string): string[] {
  if (!folder) return [];
  let page: string;
  try {
    page = readFileSync(join(folder, "index.html"), "utf8");
  } catch {
    // Without a dashboard, there are no inline scripts to allow.
    return [];
  }
  return [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}
