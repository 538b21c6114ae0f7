import type { FastifyReply, FastifyRequest } from "fastify";

/** Nothing but that it is the same where the edge knows this revision. */
export function unlessKnown<D extends { revision: number }>(
  found: D,
  request: FastifyRequest,
  reply: FastifyReply,
): D {
  const etag = `"${found.revision}"`;
  reply.header("etag", etag);
  return request.headers["if-none-match"] === etag ? (reply.code(304).send() as never) : found;
}
