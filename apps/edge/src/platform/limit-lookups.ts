import type { FastifyInstance } from "fastify";
import type { ClientAddressOf } from "./client-address.ts";
import { RateLimiter } from "./rate-limiter.ts";

/** Lookups by a name that the caller may have made up. */
const LOOKUPS: readonly string[] = [
  "/thumbnails/:uuid",
  "/v/:uuid",
  "/x/:uuid",
  "/x/:uuid/embed",
  "/x/:uuid/thumbnail",
  "/oembed",
  "/sitemaps/:name",
  "/sitemaps/:client/:name",
  "/samples/:player",
];

/** Responds "too_many_requests" to an address that sends more per minute. */
export function limitLookups(
  app: FastifyInstance,
  { addressOf, lookupsPerMinute }: { addressOf: ClientAddressOf; lookupsPerMinute: number },
): void {
  const limiter = new RateLimiter({ perMinute: lookupsPerMinute });
  app.addHook("onRequest", async (req) => {
    if (!LOOKUPS.includes(req.routeOptions.url ?? "") || limiter.tryConsume(addressOf(req.raw))) return;
    throw limiter.refusal("Too many pages and pictures are asked for from here");
  });
}
