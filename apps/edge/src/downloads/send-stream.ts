import type { FastifyReply, FastifyRequest } from "fastify";
import { sendPieces } from "../media/send-counted.ts";
import type { SentCounter } from "../media/unconfirmed-bytes.ts";

/**
 * Sends a body of known length piece by piece, and counts what is sent. Bypasses the framework, which would buffer several pieces
 * of an unread response, count them as sent, and respond to `HEAD` with a length of 0.
 * @param open not called for `HEAD`. If it throws, the response is aborted.
 */
export async function sendStream(
  req: FastifyRequest,
  reply: FastifyReply,
  { open, counter }: { open: () => AsyncIterable<Uint8Array>; counter: SentCounter },
): Promise<FastifyReply> {
  const res = reply.hijack().raw;
  res.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  if (req.method === "HEAD") {
    res.end();
    return reply;
  }
  await sendPieces(res, open(), counter).catch((error: unknown) =>
    req.log.error({ err: error }, "A download failed"),
  );
  return reply;
}
