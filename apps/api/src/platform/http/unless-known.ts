import type { FastifyReply, FastifyRequest } from "fastify";

/** Nothing but that it is the same where the edge knows this revision; a name may lead to something else of the same revision. */
export function unlessKnown<D extends { revision: number; uuid?: string }>(
  found: D,
  request: FastifyRequest,
  reply: FastifyReply,
): D {
  const etag = `"${found.uuid ?? ""}.${found.revision}"`;
  reply.header("etag", etag);
  return request.headers["if-none-match"] === etag ? (reply.code(304).send() as never) : found;
}
