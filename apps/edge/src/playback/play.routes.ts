import { AppError, PlayRequest } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { ClientAddressOf } from "../platform/client-address.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { parseOrRefuse, UUID } from "../platform/parse.ts";
import type { Places } from "../platform/places.ts";
import { RateLimiter } from "../platform/rate-limiter.ts";
import type { PlaySessions } from "./play-session.ts";

const Params = z.object({ uuid: UUID });

export interface PlayRoutesOptions {
  sessions: PlaySessions;
  places: Places;
  addressOf: ClientAddressOf;
  playsPerMinute: number;
  metrics: EdgeMetrics;
}

/** `POST /play/{uuid}`: starts a play session, or renews the one that the body names. */
export function registerPlayRoutes(app: FastifyInstance, options: PlayRoutesOptions): void {
  const limiter = new RateLimiter({ perMinute: options.playsPerMinute });
  app.post("/play/:uuid", async (req, reply) => {
    const address = options.addressOf(req.raw);
    if (!limiter.take(address)) throw new AppError("too_many_requests", "Too many play sessions from here");
    const params = Params.safeParse(req.params);
    if (!params.success) throw new AppError("video_not_found", "No such video");
    const request = parseOrRefuse(PlayRequest, req.body ?? {});
    const session = await options.sessions.start(params.data.uuid, request, options.places.find(address));
    options.metrics.plays.inc();
    return reply.header("cache-control", "no-store").send(session);
  });
}
