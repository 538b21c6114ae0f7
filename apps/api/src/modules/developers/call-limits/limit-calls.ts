import { RATE_LIMIT_HEADER, RATE_LIMIT_POLICY_HEADER } from "@shoal/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallCounter } from "../../../platform/call-counter.ts";
import { TooManyRequestsError } from "../../../platform/rate-limit.ts";
import { findActorOf, findGuestOf, findKeyHolderOf, senderOf } from "../../accounts/auth/index.ts";

export interface CallCounters {
  keys: CallCounter;
  users: CallCounter;
  /** Counts the calls of guests of review links. */
  guests: CallCounter;
}

/**
 * Limits the calls of each key, user and guest, and reports the remaining number in each response, as the IETF draft defines it.
 * Anonymous callers have separate limits where something could be guessed. Must be called before routes are added.
 */
export function limitCalls(app: FastifyInstance, counters: CallCounters): void {
  const limit = async (request: FastifyRequest, reply: FastifyReply) => {
    const limited = counterOf(request, counters);
    if (!limited) return;
    const [name, counter] = limited;
    const { attempts, windowSec } = counter.limit;
    const { isAllowed, left, resetSec } = counter.consume(senderOf(request).userUuid);
    reply.header(RATE_LIMIT_POLICY_HEADER, `"${name}";q=${attempts};w=${windowSec}`);
    reply.header(RATE_LIMIT_HEADER, `"${name}";r=${left};t=${resetSec}`);
    if (!isAllowed) throw new TooManyRequestsError(resetSec);
  };
  // The hook runs after the guard, which identifies the caller, and before the body is read.
  app.addHook("preParsing", async (request, reply, payload) => {
    if (!isReadBeforeGuard(request)) await limit(request, reply);
    return payload;
  });
  app.addHook("onRoute", (route) => {
    if (!route.config?.contract?.isTokenAnywhere) return;
    route.preHandler = [...[route.preHandler ?? []].flat(), limit];
  });
}

/** The kind of the caller and its counter; undefined for anonymous callers. */
function counterOf(
  request: FastifyRequest,
  { keys, users, guests }: CallCounters,
): [name: string, counter: CallCounter] | undefined {
  if (findKeyHolderOf(request)) return ["key", keys];
  if (findActorOf(request)) return ["user", users];
  return findGuestOf(request) ? ["guest", guests] : undefined;
}

const isReadBeforeGuard = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.contract?.isTokenAnywhere === true;
