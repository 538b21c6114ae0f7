import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

type ContentEncoding = "identity" | "br" | "gzip";

interface EncodedDocument {
  etag: string;
  bodies: Record<ContentEncoding, Buffer>;
}

/** A new version of the product may change the document at the same URL. */
const CACHE_CONTROL = "public, max-age=300";

/**
 * Serves JSON that stays the same while the process runs. It is built and compressed once, at the first call:
 * callers may request it as often as they like.
 * @example serveDocument(app, "/api/openapi.json", () => openApiOf(routes, info));
 */
export function serveDocument(app: FastifyInstance, path: string, make: () => object): void {
  let made: Promise<EncodedDocument> | undefined;
  app.get(path, async (request, reply) => {
    made ??= documentOf(make());
    const { etag, bodies } = await made;
    reply.headers({ etag, "cache-control": CACHE_CONTROL, vary: "accept-encoding" });
    if (request.headers["if-none-match"] !== undefined && isKnown(request.headers["if-none-match"], etag))
      return reply.code(304).send();
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.type("application/json; charset=utf-8").send(bodies[encoding]);
  });
}

async function documentOf(content: object): Promise<EncodedDocument> {
  const identity = Buffer.from(JSON.stringify(content));
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  // The ETag is weak, since it is the same for every encoding.
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 27)}"`;
  return { etag, bodies: { identity, br, gzip: zipped } };
}

const isKnown = (known: string, etag: string): boolean =>
  known.split(",").some((one) => one.trim() === etag || one.trim() === "*");

/** Returns the best encoding that a caller accepts; a weight of 0 rejects an encoding. */
function encodingFor(accepted = ""): ContentEncoding {
  const taken = accepted
    .split(",")
    .map((one) => one.split(";").map((part) => part.trim()))
    .filter(([, weight = ""]) => !/^q=0(?:\.0*)?$/.test(weight))
    .map(([name]) => name);
  return (["br", "gzip"] as const).find((encoding) => taken.includes(encoding)) ?? "identity";
}
