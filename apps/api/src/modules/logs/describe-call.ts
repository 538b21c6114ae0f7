import { type RouteSpec, routes } from "@shoal/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Actor, findActorOf } from "../auth/index.ts";
import { findAbout } from "./about-call.ts";
import { type LogEntry, logEntryOf } from "./log-entry.ts";

/** Calls by which nobody means to change anything: they tell how an upload goes. */
const UPLOAD_REPORTS: readonly RouteSpec[] = [routes.uploadChunk, routes.failUploads];
const PROGRESS_FIELDS = ["uploadingPercent", "uploadingETA"];
/** Calls that open a session; they name their user in the answer. */
const SIGN_INS: readonly RouteSpec[] = [routes.login, routes.loginGithub, routes.signup, routes.signupGithub];
/** Answers to somebody who is not who he says. */
const FAILURES = ["wrong_credentials", "two_factor_wrong"];

interface SignInAnswer {
  user?: { uuid: string; username: string; client: string; client_infos: { clientname: string }[] };
  code?: string;
}

/**
 * The entry of a call that changed something, or that opened a session or failed to; undefined for every other.
 * @param answer the answer as an object, when it is one.
 */
export function describeCall(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): LogEntry | undefined {
  const route = request.routeOptions.config.contract;
  if (!route || route.method === "GET") return undefined;
  const call = { type: `${route.method} ${route.path}`, status: reply.statusCode, address: request.ip };
  if (SIGN_INS.includes(route)) return describeSignIn(route, request, call, answer as SignInAnswer);
  const actor = findActorOf(request);
  if (!actor || reply.statusCode >= 400 || isUploadReport(route, request.body)) return undefined;
  if (route === routes.recordLogin) return logEntryOf({ ...call, ...whoOf(actor), type: "login" });
  const { target, client } = findAbout(request);
  return logEntryOf({
    ...call,
    ...whoOf(actor),
    ...(client
      ? { clientUuid: client.uuid, clientName: client.name, isViewed: client.uuid !== actor.ownClientUuid }
      : {}),
    target: target ?? targetOf(request.params, answer),
  });
}

function describeSignIn(
  route: RouteSpec,
  request: FastifyRequest,
  call: { type: string; status: number; address: string },
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
  if (route !== routes.login || typeof username !== "string" || !FAILURES.includes(answer?.code ?? ""))
    return undefined;
  return logEntryOf({ ...call, attemptedLogin: username.trim() });
}

function whoOf(actor: Actor) {
  return {
    userUuid: actor.userUuid,
    username: actor.username,
    clientUuid: actor.clientUuid,
    clientName: actor.user.client_name,
    isViewed: actor.clientUuid !== actor.ownClientUuid,
  };
}

function isUploadReport(route: RouteSpec, body: unknown): boolean {
  if (UPLOAD_REPORTS.includes(route)) return true;
  const fields = Object.keys((body ?? {}) as object);
  return route === routes.updateVideo && fields.every((field) => PROGRESS_FIELDS.includes(field));
}

/** The main parameter, else what was made. */
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
