import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Responds 304 if the edge knows this revision. The uuid counts too, since a name may lead to another object of the same
 * revision.
 */
export function notModifiedIfKnown<D extends { revision: number; uuid?: string }>(
  found: D,
  request: FastifyRequest,
  reply: FastifyReply,
): D {
  const etag = `"${found.uuid ?? ""}.${found.revision}"`;
  reply.header("etag", etag);
  return request.headers["if-none-match"] === etag ? (reply.code(304).send() as never) : found;
}
