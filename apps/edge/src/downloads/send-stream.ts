import type { FastifyReply, FastifyRequest } from "fastify";
import { sendPieces } from "../media/send-counted.ts";
import type { SentCounter } from "../media/unproven-bytes.ts";

/**
 * Sends a body whose length the headers say, piece by piece, and counts what leaves. Without the framework's own way: it would hold
 * several pieces of an answer that nobody reads, count them as sent, and answer `HEAD` with a length of 0.
 * @param open called unless only the headers are asked for. What it throws breaks the answer off.
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
    req.log.error({ err: error }, "A download was broken off"),
  );
  return reply;
}
