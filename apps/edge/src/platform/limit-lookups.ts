import type { ClientAddressOf } from "@shoal/lifecycle";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RateLimiter } from "./rate-limiter.ts";

/** Routes that look up a name, which the caller may have made up. */
const LOOKUP_ROUTES: readonly string[] = [
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

/** The route of the embedded player, which many viewers behind one address may load: only requests for unknown videos count. */
const EMBED_ROUTE = "/embed/:uuid";

interface LookupOptions {
  addressOf: ClientAddressOf;
  lookupsPerMinute: number;
  /** Whether a video can be found without a call to the api. */
  isKnown: (uuid: string) => boolean;
}

/** Limits lookups per address and minute; further lookups result in "too_many_requests". */
export function limitLookups(
  app: FastifyInstance,
  { addressOf, lookupsPerMinute, isKnown }: LookupOptions,
): void {
  const limiter = new RateLimiter({ perMinute: lookupsPerMinute });
  const isLookup = ({ routeOptions: { url = "" }, params }: FastifyRequest) =>
    url === EMBED_ROUTE ? !isKnown((params as { uuid: string }).uuid) : LOOKUP_ROUTES.includes(url);
  app.addHook("onRequest", async (req) => {
    if (!isLookup(req) || limiter.tryConsume(addressOf(req.raw))) return;
    throw limiter.refusal("Too many pages and pictures are asked for from here");
  });
}
