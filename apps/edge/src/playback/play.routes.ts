import { AppError } from "@shoal/contract";
import { PlayRequest, type PlaySession } from "@shoal/contract/player";
import type { ClientAddressOf } from "@shoal/lifecycle";
import type { JointRates } from "@shoal/limits";
import type { Places } from "@shoal/places";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isRobotAgent } from "../beacons/user-agents.ts";
import { ABSOLUTE_QUERY } from "../media/absolute-manifest.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { parseOrRefuse, UUID } from "../platform/parse.ts";
import { RateLimiter } from "../platform/rate-limiter.ts";
import type { PlaySessions } from "./play-session.ts";
import { type PlayWait, parseWaitMs } from "./play-waits.ts";
import type { EmbeddingPages } from "./requesting-page.ts";

const Params = z.object({ uuid: UUID });
/** Addresses for players that cannot make a play call: ffmpeg, set-top boxes, a native `<video>`. */
const PLAYLIST_ROUTES = {
  "/hls/:uuid.m3u8": ({ hlsUrl }: PlaySession) => hlsUrl,
  "/dash/:uuid.mpd": ({ dashUrl }: PlaySession) => `${dashUrl}?${ABSOLUTE_QUERY}`,
} as const;

export interface PlayRoutesOptions {
  sessions: PlaySessions;
  places: Places;
  addressOf: ClientAddressOf;
  playsPerMinute: number;
  /** Rates that all edges count together. */
  rates?: Pick<JointRates, "tryConsume"> | undefined;
  metrics: EdgeMetrics;
  pages: EmbeddingPages;
}

/**
 * `POST /play/{uuid}`, and `POST /play/x/{uuid}` through an export link: starts a play session, or renews the one in the body. With
 * `Prefer: wait=20`, the response for a video that cannot be played yet is held for at most that many seconds, and has the header
 * `Preference-Applied: wait`. `GET /hls/{uuid}.m3u8` and `GET /dash/{uuid}.mpd` start a session and redirect to its playlist.
 */
export function registerPlayRoutes(app: FastifyInstance, options: PlayRoutesOptions): void {
  const limiter = new RateLimiter({
    perMinute: options.playsPerMinute,
    joint: { rates: options.rates, name: "plays" },
  });
  const { sessions, pages } = options;
  const start = async (
    req: FastifyRequest,
    body: unknown,
    { by = "start", wait }: { by?: "start" | "startByLink"; wait?: PlayWait | undefined } = {},
  ) => {
    const address = options.addressOf(req.raw);
    if (!limiter.tryConsume(address)) {
      options.metrics.playsLimited.inc({ by: "address" });
      throw limiter.refusal("Too many play sessions from here");
    }
    const params = Params.safeParse(req.params);
    if (!params.success) throw new AppError("video_not_found", "No such video");
    const request = parseOrRefuse(PlayRequest, body);
    const page = pages.of(req.headers, {
      reported: request.referrer,
      proof: request.pageProof,
      id: params.data.uuid,
    });
    const isRobot = isRobotAgent(req.headers["user-agent"]);
    const viewer = { address, place: options.places.find(address), page, isRobot };
    const session = await sessions[by](params.data.uuid, request, viewer, wait);
    options.metrics.plays.inc();
    return session;
  };
  app.post("/play/:uuid", async (req, reply) =>
    reply
      .header("cache-control", "no-store")
      .send(await start(req, req.body ?? {}, { wait: waitOf(req, reply) })),
  );
  app.post("/play/x/:uuid", async (req, reply) =>
    reply
      .header("cache-control", "no-store")
      .send(await start(req, req.body ?? {}, { by: "startByLink", wait: waitOf(req, reply) })),
  );
  for (const [path, urlOf] of Object.entries(PLAYLIST_ROUTES))
    app.get(path, async (req, reply) => {
      const { authorization } = req.query as { authorization?: string };
      const session = await start(req, {
        referrer: req.headers.referer?.slice(0, 2_000) ?? "",
        ...(authorization === undefined ? {} : { authorization }),
      });
      return reply.header("cache-control", "no-store").redirect(urlOf(session), 302);
    });
}

/**
 * Returns how long a caller is willing to wait.
 * @returns undefined if it wants an immediate response.
 */
function waitOf(req: FastifyRequest, reply: FastifyReply): PlayWait | undefined {
  const { prefer } = req.headers;
  const timeoutMs = parseWaitMs(typeof prefer === "string" ? prefer : undefined);
  if (timeoutMs === 0) return undefined;
  const left = new AbortController();
  reply.raw.once("close", () => left.abort());
  return {
    timeoutMs,
    gone: left.signal,
    onHeld: () => reply.header("preference-applied", "wait"),
  };
}
