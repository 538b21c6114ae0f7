import fastifyStatic from "@fastify/static";
import { PluginSessionRequest } from "@shoal/contract/player";
import type { ClientAddressOf } from "@shoal/lifecycle";
import { refuseNoFiles } from "@shoal/lifecycle";
import type { JointRates } from "@shoal/limits";
import type { Places } from "@shoal/places";
import type { FastifyInstance } from "fastify";
import { isRobotAgent } from "../beacons/user-agents.ts";
import { IMMUTABLE_CACHE_CONTROL } from "../platform/headers.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { parseOrRefuse } from "../platform/parse.ts";
import { RateLimiter } from "../platform/rate-limiter.ts";
import { requestingPageOf } from "../playback/requesting-page.ts";
import type { PluginSessions } from "./plugin-sessions.ts";

/** Matches a file in a folder that is named after a version. */
const VERSIONED_PATH = /\/\d+\.\d+\.\d+\/[^/]+$/;

export interface PluginRoutesOptions {
  pluginDir: string;
  sessions: PluginSessions;
  places: Places;
  addressOf: ClientAddressOf;
  playsPerMinute: number;
  /** The maximum number of sessions of one key per minute. */
  pluginSessionsPerMinute: number;
  /** Rates that all edges count together. */
  rates?: Pick<JointRates, "tryConsume"> | undefined;
  metrics: EdgeMetrics;
}

/**
 * `POST /plugin/sessions`: starts a session for media on any CDN, or renews the one in the body. `/plugin/shoal.js` and similar
 * paths are the plugin's latest files. `/plugin/{version}/shoal.js` and similar paths are the files of one version, which never
 * change.
 */
export async function registerPluginRoutes(
  app: FastifyInstance,
  options: PluginRoutesOptions,
): Promise<void> {
  const { sessions, places, addressOf, playsPerMinute, metrics } = options;
  const limiter = new RateLimiter({
    perMinute: playsPerMinute,
    joint: { rates: options.rates, name: "plugin sessions" },
  });
  const byKey = new RateLimiter({
    perMinute: options.pluginSessionsPerMinute,
    joint: { rates: options.rates, name: "plugin sessions of a key" },
  });
  /** Limits sessions per address and per key, so that robots can obtain only a limited number of tickets. */
  const limit = (by: "address" | "key", of: RateLimiter, counted: string) => {
    if (of.tryConsume(counted)) return;
    metrics.playsLimited.inc({ by });
    throw of.refusal(`Too many play sessions with this ${by}`);
  };
  app.post("/plugin/sessions", async (req, reply) => {
    const address = addressOf(req.raw);
    limit("address", limiter, address);
    const request = parseOrRefuse(PluginSessionRequest, req.body ?? {});
    limit("key", byKey, request.key);
    const page = requestingPageOf(req.headers, request.referrer);
    const viewer = {
      address,
      place: places.find(address),
      origin: req.headers.origin,
      page,
      isRobot: isRobotAgent(req.headers["user-agent"]),
    };
    const session = await sessions.start(request, viewer);
    metrics.plays.inc();
    return reply.header("cache-control", "no-store").send(session);
  });
  await app.register(async (scope) => {
    refuseNoFiles(scope);
    await scope.register(fastifyStatic, {
      root: options.pluginDir,
      prefix: "/plugin/",

      preCompressed: true,
      index: false,
      cacheControl: false,
      decorateReply: false,
      setHeaders: (reply, path) => {
        reply.header(
          "cache-control",
          VERSIONED_PATH.test(path) ? IMMUTABLE_CACHE_CONTROL : "public, max-age=300",
        );
      },
    });
  });
}
