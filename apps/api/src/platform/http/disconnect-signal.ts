import type { FastifyReply } from "fastify";

/** Returns a signal that is aborted when the caller closes the connection before the response is sent. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const { raw } = reply;
  const gone = new AbortController();
  if (raw.closed) gone.abort();
  else raw.once("close", () => raw.writableFinished || gone.abort());
  return gone.signal;
}
