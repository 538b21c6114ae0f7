import type { RouteSpec } from "@shoal/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { TooManyRequestsError } from "../rate-limit.ts";
import { Turns } from "../turns.ts";
import { callerGone } from "./caller-gone.ts";
import { findClientOf } from "./client-of-call.ts";

/** A body of 8 MB keeps everyone waiting for some 0.2 s while it is read; one of this size for a few milliseconds. */
const LARGE_BYTES = 250_000;
const WAIT_MS = 10_000;
const RETRY_AFTER_SEC = 2;

/** Of the process, whose one thread reads them. Those of other clients do not wait: their callers may send slowly. */
const turns = new Turns({ atOnce: 1_000, atOncePerClient: 1, waitingPerClient: 4, waitingAtMost: 400 });

/**
 * Lets a client send one large JSON body at a time: the others are not read before it has its answer.
 * @throws TooManyRequestsError when too many wait, and after 10 s.
 */
export async function waitWithLargeBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const client = findClientOf(request);
  if (client === undefined || Number(request.headers["content-length"] ?? Infinity) <= LARGE_BYTES) return;
  const signal = AbortSignal.any([callerGone(reply), AbortSignal.timeout(WAIT_MS)]);
  const leave = await turns.take(client, signal).catch(() => {
    throw new TooManyRequestsError(RETRY_AFTER_SEC);
  });
  if (reply.raw.closed) leave();
  else reply.raw.once("close", leave);
}

/** Routes whose JSON may be larger than that of others. */
export const takesLargeBody = ({ body, isBodyLines, maxBodyBytes = 0 }: RouteSpec): boolean =>
  (body !== undefined || isBodyLines === true) && maxBodyBytes > LARGE_BYTES;
