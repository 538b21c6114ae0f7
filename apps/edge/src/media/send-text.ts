import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "./byte-range.ts";
import type { PackedText } from "./playlists.ts";

/** Sends a text in the smallest encoding the caller accepts, or 304 when the caller has it. */
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
  const encoding = encodingFor(String(req.headers["accept-encoding"] ?? ""));
  if (encoding) reply.header("content-encoding", encoding);
  return reply.type(options.type).send(encoding ? text[encoding] : text.plain);
}

export type TextEncoding = "br" | "gzip";

/** The number of cached headers. Browsers send only a few different ones, and inventing more gains an attacker nothing. */
const KNOWN_MAX = 100;
const KNOWN_MAX_CHARS = 100;
const known = new Map<string, TextEncoding | undefined>();

/** The smallest encoding that an Accept-Encoding header allows. */
export function encodingFor(accepted: string): TextEncoding | undefined {
  if (known.has(accepted)) return known.get(accepted);
  const accepts = (name: string) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  const other = accepts("gzip") ? "gzip" : undefined;
  const encoding = accepts("br") ? "br" : other;
  if (known.size < KNOWN_MAX && accepted.length <= KNOWN_MAX_CHARS) known.set(accepted, encoding);
  return encoding;
}
