import type { ClientAddressOf } from "@shoal/lifecycle";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RateLimiter } from "./rate-limiter.ts";

/** Routes that look up a name, which the caller may have invented. */
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

/**
 * The routes of embedded players and their pictures. Many viewers behind one address may load them, so only unknown names count.
 */
const EMBED_ROUTE = "/embed/:uuid";
const PICTURE_ROUTE = "/pictures/:uuid/:file";

interface LookupOptions {
  addressOf: ClientAddressOf;
  lookupsPerMinute: number;
  /** Whether a video can be found without a call to the api. */
  isKnown: (uuid: string) => boolean;
  /** Whether a picture can be sent without reading the media store. */
  isPictureKnown: (uuid: string, file: string) => boolean;
}

/** Limits lookups per address and minute. Further lookups result in "too_many_requests". */
export function limitLookups(
  app: FastifyInstance,
  { addressOf, lookupsPerMinute, isKnown, isPictureKnown }: LookupOptions,
): void {
  const limiter = new RateLimiter({ perMinute: lookupsPerMinute });
  const isLookup = ({ routeOptions: { url = "" }, params }: FastifyRequest) => {
    const { uuid, file } = params as { uuid: string; file: string };
    if (url === EMBED_ROUTE) return !isKnown(uuid);
    return url === PICTURE_ROUTE ? !isPictureKnown(uuid, file) : LOOKUP_ROUTES.includes(url);
  };
  app.addHook("onRequest", async (req) => {
    if (!isLookup(req) || limiter.tryConsume(addressOf(req.raw))) return;
    throw limiter.refusal("Too many pages and pictures are asked for from here");
  });
}
