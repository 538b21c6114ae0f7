import { authRoutes, clientRoutes, type RouteSpec, routes, userRoutes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { describeCall } from "./describe-call.ts";
import type { LogEntry } from "./log-entry.ts";
import type { LogWriter } from "./log-writer.ts";

/** Accounts and clients: an answer to one of these calls means that its entry is kept. */
const ADMINISTRATION = new Set<RouteSpec>(
  [authRoutes, userRoutes, clientRoutes].flatMap((table) => Object.values<RouteSpec>(table)),
);
/** A failed sign-in is not acknowledged, and must not cost the caller a write. */
const LIGHT = new Set<RouteSpec>([routes.login, routes.logout]);

/**
 * Records every call that changes something, in one place. What an administrator does in another client and what
 * concerns accounts is written before the answer is sent; the rest is written behind it.
 */
export function recordCalls(app: FastifyInstance, writer: Pick<LogWriter, "write" | "add">): void {
  const answers = new WeakMap<FastifyRequest, unknown>();
  const recorded = new WeakSet<FastifyRequest>();
  app.addHook("preSerialization", async (request, _reply, answer) => {
    answers.set(request, answer);
    return answer;
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const entry = describeCall(request, reply, answers.get(request));
    if (!entry || !mustBeKept(request, entry)) return payload;
    await writer.write(undefined, entry);
    recorded.add(request);
    return payload;
  });
  app.addHook("onResponse", async (request, reply) => {
    if (recorded.has(request)) return;
    const entry = describeCall(request, reply, answers.get(request));
    if (entry) writer.add(entry);
  });
}

function mustBeKept(request: FastifyRequest, entry: LogEntry): boolean {
  const route = request.routeOptions.config.contract;
  return entry.isViewed || (route !== undefined && ADMINISTRATION.has(route) && !LIGHT.has(route));
}
