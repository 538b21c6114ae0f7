import type { ClientAddressOf } from "@shoal/lifecycle";
import type { FastifyInstance, FastifyRequest } from "fastify";
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

/** The player on other pages, which many viewers behind one address load: only unknown videos count. */
const EMBED = "/embed/:uuid";

interface LookupOptions {
  addressOf: ClientAddressOf;
  lookupsPerMinute: number;
  /** Whether a video can be found without a call to the api. */
  isKnown: (uuid: string) => boolean;
}

/** Responds "too_many_requests" to an address that sends more per minute. */
export function limitLookups(
  app: FastifyInstance,
  { addressOf, lookupsPerMinute, isKnown }: LookupOptions,
): void {
  const limiter = new RateLimiter({ perMinute: lookupsPerMinute });
  const isLookup = ({ routeOptions: { url = "" }, params }: FastifyRequest) =>
    url === EMBED ? !isKnown((params as { uuid: string }).uuid) : LOOKUPS.includes(url);
  app.addHook("onRequest", async (req) => {
    if (!isLookup(req) || limiter.tryConsume(addressOf(req.raw))) return;
    throw limiter.refusal("Too many pages and pictures are asked for from here");
  });
}
