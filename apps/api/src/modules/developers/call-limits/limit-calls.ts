import { RATE_LIMIT_HEADER, RATE_LIMIT_POLICY_HEADER } from "@shoal/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallCounter } from "../../../platform/call-counter.ts";
import { TooManyRequestsError } from "../../../platform/rate-limit.ts";
import { findActorOf, findKeyHolderOf, senderOf } from "../../accounts/auth/index.ts";

export interface CallCounters {
  keys: CallCounter;
  users: CallCounter;
}

/**
 * Limits the calls of each key and each user, and reports the remaining number in each response, as the IETF draft defines it.
 * Anonymous callers have separate limits where something could be guessed. Must be called before routes are added.
 */
export function limitCalls(app: FastifyInstance, counters: CallCounters): void {
  const limit = async (request: FastifyRequest, reply: FastifyReply) => {
    const isKey = findKeyHolderOf(request) !== undefined;
    if (!isKey && !findActorOf(request)) return;
    const [name, counter] = isKey ? ["key", counters.keys] : ["user", counters.users];
    const { attempts, windowSec } = counter.limit;
    const { isAllowed, left, resetSec } = counter.consume(senderOf(request).userUuid);
    reply.header(RATE_LIMIT_POLICY_HEADER, `"${name}";q=${attempts};w=${windowSec}`);
    reply.header(RATE_LIMIT_HEADER, `"${name}";r=${left};t=${resetSec}`);
    if (!isAllowed) throw new TooManyRequestsError(resetSec);
  };
  // This runs after the guard, which identifies the caller, and before the body is read.
  app.addHook("preParsing", async (request, reply, payload) => {
    if (!isReadBeforeGuard(request)) await limit(request, reply);
    return payload;
  });
  app.addHook("onRoute", (route) => {
    if (!route.config?.contract?.isTokenAnywhere) return;
    route.preHandler = [...[route.preHandler ?? []].flat(), limit];
  });
}

const isReadBeforeGuard = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.contract?.isTokenAnywhere === true;
