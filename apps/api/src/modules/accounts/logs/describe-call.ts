import { IDEMPOTENCY_REPLAYED_HEADER, type RouteSpec, routes } from "@shoal/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findCallDetails } from "../../../platform/http/call-details.ts";
import { TooManyRequestsError } from "../../../platform/rate-limit.ts";
import { type Actor, findActorOf, findGuestOf, type Guest, makerOf } from "../auth/index.ts";
import { type LogEntry, logEntryOf } from "./log-entry.ts";

/** Calls that no user makes deliberately: they report the progress of an upload, or that the dashboard was opened. */
const REPORT_ROUTES: readonly RouteSpec[] = [
  routes.uploadChunk,
  routes.uploadArrivalChunk,
  routes.failUploads,
  routes.recordLogin,
];
const PROGRESS_FIELDS = ["uploadingPercent", "uploadingETA"];
/** Calls that open a session and name their user in the response. */
const SIGN_INS: readonly RouteSpec[] = [routes.login, routes.loginGithub, routes.signup, routes.signupGithub];
/** Error codes of failed sign-ins: a wrong password or a wrong second factor. */
const SIGN_IN_FAILURES = ["wrong_credentials", "two_factor_wrong"];
const REFUSAL_CODES = [
  "forbidden",
  "current_password_wrong",
  "two_factor_wrong",
  "api_key_scope_missing",
  "api_key_not_allowed",
];

interface SignInAnswer {
  user?: { uuid: string; username: string; client: string; client_infos: { clientname: string }[] };
  code?: string;
}

/**
 * Describes a call that changed data, opened a session, or was rejected; undefined for every other call. Of calls that are
 * rejected because there were too many, only the first is kept.
 * @param answer the response if it is an object.
 * @param error the reason if the call failed.
 */
export function describeCall(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  error?: Error,
): LogEntry | undefined {
  const route = request.routeOptions.config.contract;
  if (!route || route.method === "GET" || route.isQuestion) return undefined;
  // A replayed response needs no entry: the original call was logged when it was carried out.
  if (reply.hasHeader(IDEMPOTENCY_REPLAYED_HEADER)) return undefined;
  const call = { type: `${route.method} ${route.path}`, status: reply.statusCode, address: request.ip };
  const isLockOut = error instanceof TooManyRequestsError && error.isFirst;
  if (SIGN_INS.includes(route))
    return describeSignIn(request, { ...call, isLockOut }, answer as SignInAnswer);
  const { target, client, by } = findCallDetails(request);
  const actor = findActorOf(request);
  const guest = findGuestOf(request);
  const person = actor ? describeActor(actor) : guest ? describeGuest(guest) : by;
  const isRefused =
    isLockOut || REFUSAL_CODES.includes((answer as { code?: string } | undefined)?.code ?? "");
  const isKept = isRefused || reply.statusCode < 400;
  if (!person || !isKept || isReport(route, request.body)) return undefined;
  // The keys of links are secrets, even after use, so they are not logged.
  if (!actor)
    return logEntryOf({
      ...call,
      ...person,
      target: target ?? (guest ? targetOf(request.params, answer) : null),
    });
  return logEntryOf({
    ...call,
    ...person,
    ...(client
      ? { clientUuid: client.uuid, clientName: client.name, isViewed: client.uuid !== actor.ownClientUuid }
      : {}),
    target: target ?? targetOf(request.params, answer),
  });
}

function describeSignIn(
  request: FastifyRequest,
  { isLockOut, ...call }: { type: string; status: number; address: string; isLockOut: boolean },
  answer: SignInAnswer | undefined,
): LogEntry | undefined {
  const user = answer?.user;
  if (user)
    return logEntryOf({
      ...call,
      userUuid: user.uuid,
      username: user.username,
      clientUuid: user.client,
      clientName: user.client_infos[0]?.clientname ?? null,
    });
  const { username } = (request.body ?? {}) as { username?: unknown };
  const isFailure = isLockOut || SIGN_IN_FAILURES.includes(answer?.code ?? "");
  if (request.routeOptions.config.contract !== routes.login || typeof username !== "string" || !isFailure)
    return undefined;
  return logEntryOf({ ...call, attemptedLogin: username.trim() });
}

function describeActor(actor: Actor) {
  return {
    userUuid: makerOf(actor),
    username: actor.username,
    clientUuid: actor.clientUuid,
    clientName: actor.user.client_name,
    isViewed: actor.clientUuid !== actor.ownClientUuid,
  };
}

/** Describes a guest, whose entry names no user because guests choose their own names. */
const describeGuest = ({ name, clientUuid, clientName }: Guest) => ({
  userUuid: null,
  username: name,
  clientUuid,
  clientName,
});

function isReport(route: RouteSpec, body: unknown): boolean {
  if (REPORT_ROUTES.includes(route)) return true;
  const fields = Object.keys((body ?? {}) as object);
  return route === routes.updateVideo && fields.every((field) => PROGRESS_FIELDS.includes(field));
}

/** Returns the target of a call: its main parameter, otherwise the created object. */
function targetOf(params: unknown, answer: unknown): string | null {
  const [parameter] = Object.values((params ?? {}) as Record<string, string>);
  if (parameter !== undefined) return parameter;
  return [answer].flat().flatMap(uuidOf).join(",") || null;
}

function uuidOf(made: unknown): string | [] {
  const { uuid, user, video } = (made ?? {}) as { uuid?: string; user?: unknown; video?: unknown };
  if (typeof uuid === "string") return uuid;
  return user || video ? uuidOf(user ?? video) : [];
}
