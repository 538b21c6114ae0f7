import {
  authRoutes,
  bankDetailsRoutes,
  clientRoutes,
  contractRoutes,
  invoiceRoutes,
  paymentRoutes,
  type RouteSpec,
  routes,
  userRoutes,
} from "@shoal/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findActorOf } from "../auth/index.ts";
import { describeCall } from "./describe-call.ts";
import type { LogEntry } from "./log-entry.ts";
import type { LogWriter } from "./log-writer.ts";
import type { UnknownFieldsLog } from "./unknown-fields-log.ts";
import type { ViewsLog } from "./views-log.ts";

/** Calls about accounts, clients and their documents, which are logged before the response is sent. */
const ADMINISTRATION_ROUTES = new Set<RouteSpec>(
  [
    authRoutes,
    userRoutes,
    clientRoutes,
    contractRoutes,
    bankDetailsRoutes,
    invoiceRoutes,
    paymentRoutes,
  ].flatMap((table) => Object.values<RouteSpec>(table)),
);
/** Calls that are logged after the response, so that failed sign-ins do not cause a write each. */
const LOGGED_AFTER_RESPONSE = new Set<RouteSpec>([routes.login, routes.logout]);

/**
 * Records, in one place, every call that changes data or was rejected, every administrator's view of another client, and unknown
 * fields. Administrators' actions in a client and everything about accounts are written before the response is sent. All other
 * calls are written after it.
 */
export function recordCalls(
  app: FastifyInstance,
  writer: Pick<LogWriter, "write" | "add">,
  views: Pick<ViewsLog, "record">,
  unknownFields: Pick<UnknownFieldsLog, "record">,
): void {
  const answers = new WeakMap<FastifyRequest, unknown>();
  const errors = new WeakMap<FastifyRequest, Error>();
  const recorded = new WeakSet<FastifyRequest>();
  app.addHook("preSerialization", async (request, _reply, answer) => {
    answers.set(request, answer);
    return answer;
  });
  app.addHook("onError", async (request, _reply, error) => {
    errors.set(request, error);
  });
  const entryOf = (request: FastifyRequest, reply: FastifyReply) =>
    describeCall(request, reply, answers.get(request), errors.get(request));
  app.addHook("onSend", async (request, reply, payload) => {
    const actor = findActorOf(request);
    if (actor) await views.record(actor, request.ip);
    const entry = entryOf(request, reply);
    if (!entry || !mustBeLogged(request, entry)) return payload;
    await writer.write(undefined, entry);
    recorded.add(request);
    return payload;
  });
  app.addHook("onResponse", async (request, reply) => {
    unknownFields.record(request);
    if (recorded.has(request)) return;
    const entry = entryOf(request, reply);
    if (entry) writer.add(entry);
  });
}

function mustBeLogged(request: FastifyRequest, entry: LogEntry): boolean {
  const route = request.routeOptions.config.contract;
  return (
    entry.isViewed ||
    (route !== undefined && ADMINISTRATION_ROUTES.has(route) && !LOGGED_AFTER_RESPONSE.has(route))
  );
}
