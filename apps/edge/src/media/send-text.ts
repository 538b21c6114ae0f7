import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "./byte-range.ts";
import type { PackedText } from "./playlists.ts";

/** Sends text in the smallest encoding that the caller accepts, or 304 if the caller already has it. */
export function sendText(
  req: FastifyRequest,
  reply: FastifyReply,
  text: PackedText,
  options: { type: string; cacheControl: string },
): FastifyReply {
  reply
    .header("cache-control", options.cacheControl)
    .header("vary", "Accept-Encoding")
    .header("etag", text.etag);
  if (matchesEtag(req.headers["if-none-match"], text.etag)) return reply.code(304).send();
  const encoding = chooseEncoding(String(req.headers["accept-encoding"] ?? ""));
  if (encoding) reply.header("content-encoding", encoding);
  return reply.type(options.type).send(encoding ? text[encoding] : text.plain);
}

export type TextEncoding = "br" | "gzip";

/** The number of cached headers. Browsers send only a few different ones, and an attacker gains nothing by inventing more. */
const MAX_CACHE_ENTRIES = 100;
const MAX_CACHED_HEADER_CHARS = 100;
const encodingCache = new Map<string, TextEncoding | undefined>();

/** Returns the smallest encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string): TextEncoding | undefined {
  if (encodingCache.has(accepted)) return encodingCache.get(accepted);
  const accepts = (name: string) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  const other = accepts("gzip") ? "gzip" : undefined;
  const encoding = accepts("br") ? "br" : other;
  if (encodingCache.size < MAX_CACHE_ENTRIES && accepted.length <= MAX_CACHED_HEADER_CHARS)
    encodingCache.set(accepted, encoding);
  return encoding;
}
