import type { RouteSpec } from "@shoal/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { TooManyRequestsError } from "../rate-limit.ts";
import { Turns } from "../turns.ts";
import { findClientOf } from "./client-of-call.ts";
import { disconnectSignal } from "./disconnect-signal.ts";

/** The size from which a JSON body counts as large: parsing 8 MB blocks the process for some 0.2 s, this size for a few milliseconds. */
const LARGE_BODY_BYTES = 250_000;
const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_SEC = 2;

/**
 * The turns of the whole process, which parses bodies on one thread. Clients do not wait for each other, since callers may send
 * slowly.
 */
const bodyTurns = new Turns({ atOnce: 1_000, atOncePerClient: 1, waitingPerClient: 4, waitingAtMost: 400 });

/**
 * Lets a client send only one large JSON body at a time: the next is not read until the previous call is done.
 * @throws TooManyRequestsError if too many are waiting, and after 10 s.
 */
export async function queueLargeBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const client = findClientOf(request);
  if (client === undefined || Number(request.headers["content-length"] ?? Infinity) <= LARGE_BODY_BYTES)
    return;
  const signal = AbortSignal.any([disconnectSignal(reply), AbortSignal.timeout(MAX_WAIT_MS)]);
  const leave = await bodyTurns.acquire(client, signal).catch(() => {
    throw new TooManyRequestsError(RETRY_AFTER_SEC);
  });
  if (reply.raw.closed) leave();
  else reply.raw.once("close", leave);
}

/** Returns whether a route has a higher limit for JSON bodies. */
export const acceptsLargeBody = ({ body, isBodyLines, maxBodyBytes = 0 }: RouteSpec): boolean =>
  (body !== undefined || isBodyLines === true) && maxBodyBytes > LARGE_BODY_BYTES;
