import type { IncomingMessage, Server, ServerResponse } from "node:http";
import helmet from "@fastify/helmet";
import { ANSWERS_TO_UNREADABLE, makeHttpServer } from "@shoal/lifecycle";
import { nameSpanByRoute } from "@shoal/tracing";
import fastify, { type FastifyInstance, LogController } from "fastify";
import { registerErrors } from "./errors.ts";
import { OPEN_HEADERS, PREFLIGHT_HEADERS } from "./headers.ts";
import { parseJson } from "./json-body.ts";
import type { EdgeMetrics } from "./metrics.ts";

/** The maximum size of a request body. A full beacon of 30 minutes takes 12 kB. */
const MAX_BODY_BYTES = 64_000;
/** The time within which a request must arrive completely; bodies have 64 kB at most. */
const REQUEST_TIMEOUT_MS = 30_000;
/** The maximum length of a path parameter. The framework's limit of 100 is shorter than a token. */
const MAX_PARAM_LENGTH = 300;

export interface HttpAppOptions {
  logLevel: string;
  isHttps: boolean;
  metrics: EdgeMetrics;
  /** Handles fast-path requests before the framework does. Returns false for all others. */
  handleFirst: (req: IncomingMessage, res: ServerResponse) => boolean;
}

/** Creates the framework's app, configured for the public web: limits, headers, CORS, errors and metrics. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: options.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    ...ANSWERS_TO_UNREADABLE,
    forceCloseConnections: "idle",
    // Requests that arrive during shutdown are handled like any other; see `drainOf`.
    return503OnClosing: false,
    serverFactory: (handler) => createBoundedServer(handler, options),
  });
  app.addHook("onRequest", nameSpanByRoute);
  await app.register(helmet, helmetOptions(options.isHttps));
  registerJsonOfAnyType(app);
  registerErrors(app);
  app.addHook("onRequest", async (req, reply) => {
    if (req.method !== "OPTIONS") return void reply.headers(OPEN_HEADERS);
    return reply.headers(PREFLIGHT_HEADERS).code(204).send();
  });
  app.addHook("onResponse", async (req, reply) => {
    const route = req.routeOptions.url ?? "none";
    options.metrics.requests.inc({ route, status: reply.statusCode });
    options.metrics.requestSeconds.observe(reply.elapsedTime / 1000);
  });
  return app;
}

function createBoundedServer(
  handler: (req: IncomingMessage, res: ServerResponse) => void,
  { handleFirst }: HttpAppOptions,
): Server {
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    if (!handleFirst(req, res)) handler(req, res);
  };
  const server = makeHttpServer(answer, { requestMs: REQUEST_TIMEOUT_MS });
  /** A viewer who reads nothing for this long counts as disconnected. */
  server.setTimeout(120_000);
  return server;
}

/** Returns the options for security headers. Each page sets its own rules for framing, and media may be used on any page. */
const helmetOptions = (isHttps: boolean) => ({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } },
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: { policy: "cross-origin" as const },
  originAgentCluster: false,
  referrerPolicy: { policy: "strict-origin-when-cross-origin" as const },
  strictTransportSecurity: isHttps,
  xFrameOptions: false,
});

/** Parses every body as JSON, whatever its content type, since `sendBeacon` sends JSON as text. */
function registerJsonOfAnyType(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      done(null, parseJson(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
}
