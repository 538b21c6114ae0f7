import {
  AppError,
  CLIENT_VIEW_HEADER,
  GUEST_HEADER,
  type Guard,
  hasApiKeyIn,
  hasUploadToken,
  type RouteSpec,
  readApiKeyText,
  readUploadToken,
  routes,
  type Scope,
  scopesOf,
  UPLOAD_TOKEN_FINISH_WINDOW_SEC,
  USER_VIEW_HEADER,
  Uuid,
} from "@shoal/contract";
import {
  bindBody,
  canKeyCall,
  isTokenInTime,
  isWithinFixed,
  networkOf,
  passesGuard,
  readsBody,
  rolesOfKey,
} from "@shoal/domain";
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { z } from "zod";
import { need } from "../../../platform/composition/need.ts";
import { bindBodyOf } from "../../../platform/http/bound-bodies.ts";
import { recordClient } from "../../../platform/http/client-of-call.ts";
import { EXPOSED_HEADERS } from "../../../platform/http/exposed-headers.ts";
import { readLeniently } from "../../../platform/http/read-leniently.ts";
import type { Actor, CallCredential, KeyHolder, UploadTokenHolder } from "./actor.ts";
import type { AuthService } from "./auth.service.ts";
import { findGuestOf, type GuestLookup, guestSessionEnded, recordGuest } from "./guest.ts";
import { actorOfKey, actorOfUploadToken } from "./key-actor.ts";

const actors = new WeakMap<FastifyRequest, Actor>();
const holders = new WeakMap<FastifyRequest, KeyHolder>();

/** The functions of API keys that guards call. */
export interface KeyHolders {
  /**
   * @param from the origin of the call, and the route.
   * @returns undefined for an unknown key or a wrong secret.
   * @throws AppError "api_key_revoked", "api_key_expired", "api_key_address_refused".
   */
  findHolder(
    key: { uuid: string; secret: string },
    from: { address: string; call: string },
  ): Promise<KeyHolder | undefined>;
}

/** Returns the signed-in caller of a guarded route. */
export function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (!actor) throw new AppError("not_signed_in", "Sign in first");
  return actor;
}

/** Returns the caller of a route that anonymous callers may use; undefined for anonymous callers. */
export const findActorOf = (request: FastifyRequest): Actor | undefined => actors.get(request);

/** Returns the API key of a calling backend; undefined for a user. */
export const findKeyHolderOf = (request: FastifyRequest): KeyHolder | undefined => holders.get(request);

/** Returns the quota that a call counts towards. Anonymous callers share one quota, in which each network counts as one user. */
export function senderOf(request: FastifyRequest): { clientUuid: string; userUuid: string } {
  const holder = holders.get(request);
  if (holder) return { clientUuid: holder.clientUuid, userUuid: holder.keyUuid };
  const actor = actors.get(request);
  if (actor) return { clientUuid: actor.ownClientUuid, userUuid: actor.userUuid };
  const guest = findGuestOf(request);
  if (guest) return { clientUuid: guest.clientUuid, userUuid: guest.guestUuid };
  return { clientUuid: "", userUuid: networkOf(request.ip) };
}

/** The API keys module provides these functions to the guards. */
export const KEY_HOLDERS = need<KeyHolders>("holders of API keys");

/** The functions of upload tokens that guards call. */
export interface UploadTokens {
  /** @returns undefined for an unknown token, and for a wrong secret. */
  findHolder(token: { uuid: string; secret: string }): Promise<UploadTokenHolder | undefined>;
}
export const UPLOAD_TOKENS = need<UploadTokens>("upload tokens");

/** Creates the hook of each guard of the contract. */
export function createGuards(
  auth: Pick<AuthService, "findActor">,
  keys: KeyHolders,
  guests: Pick<GuestLookup, "findByToken">,
  tokens: UploadTokens,
) {
  return (guard: Guard): onRequestAsyncHookHandler =>
    async (request, reply) => {
      if (hasApiKeyIn(request.url))
        throw new AppError(
          "api_key_in_address",
          "API keys are not accepted in URLs, because logs keep them. Revoke this key, and send the new one as Authorization: Bearer",
        );
      if (guard === "public") return;
      if (guard === "guest") {
        const token = request.headers[GUEST_HEADER];
        const guest = typeof token === "string" ? await guests.findByToken(token) : undefined;
        if (!guest) throw guestSessionEnded();
        recordGuest(request, guest);
        recordClient(request, guest.clientUuid);
        return;
      }
      if (hasUploadToken(request.headers.authorization ?? ""))
        return admitUploadToken(request, reply, { guard, tokens });
      if (guard === "apiKey" || hasApiKey(request)) return admitKey(request, guard, keys);
      // Clients of the old API send the credential without a scheme (§7).
      const credential = /^(?:Bearer )?(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
      const actor = credential && (await auth.findActor({ credential, ...readView(request) }));
      if (!actor) throw new AppError("not_signed_in", "Sign in first");
      // The actor is set before a call is rejected, so that the log names the user.
      actors.set(request, actor);
      recordClient(request, actor.clientUuid);
      assertAllowed(actor, guard);
    };
}

/** Matches an API key sent as Base64 in two parts, as Elasticsearch clients send it with the scheme ApiKey. */
const BASE64_KEY_PATTERN = /^(?:Basic|ApiKey) ([A-Za-z0-9+/=]+)$/i;
/** Matches an API key in one piece, with or without the scheme Bearer. */
const PLAIN_KEY_PATTERN = /^(?:Bearer )?(shoal_\S+)$/i;
const hasApiKey = ({ headers: { authorization = "" } }: FastifyRequest) =>
  PLAIN_KEY_PATTERN.test(authorization) || BASE64_KEY_PATTERN.test(authorization);

function parseKeyHeader({
  headers: { authorization = "" },
}: FastifyRequest): { uuid: string; secret: string } | undefined {
  const whole = PLAIN_KEY_PATTERN.exec(authorization)?.[1];
  if (whole !== undefined) return readApiKeyText(whole);
  const text = Buffer.from(BASE64_KEY_PATTERN.exec(authorization)?.[1] ?? "", "base64").toString("utf8");
  const uuid = text.slice(0, Math.max(0, text.indexOf(":")));
  const { data: parsed } = Uuid.safeParse(uuid);
  return parsed === undefined ? undefined : { uuid: parsed, secret: text.slice(uuid.length + 1) };
}

/** Admits callers with an API key. @throws AppError "not_signed_in" for an unknown key; "api_key_…" for a forbidden call. */
async function admitKey(request: FastifyRequest, guard: Guard, keys: KeyHolders): Promise<void> {
  const route = request.routeOptions.config.contract;
  const key = parseKeyHeader(request);
  const call = route ? `${route.method} ${route.path}` : request.method;
  const holder = key && (await keys.findHolder(key, { address: request.ip, call }));
  if (!holder || !route) throw new AppError("not_signed_in", "Send a valid API key");
  const actor = actorOfKey(holder, rolesOfKey(route, holder.scopes));
  // The key is set before a call is rejected, so that the log can name the key.
  holders.set(request, holder);
  actors.set(request, actor);
  recordClient(request, holder.clientUuid);
  const scopes = scopesOf(route);
  if (scopes.length === 0)
    throw new AppError("api_key_not_allowed", "API keys cannot make this call: sign in as a user");
  if (!canKeyCall(route, holder.scopes)) throw scopeMissing(holder, scopes);
  if (!isWithinFixed(route, holder, (request.params ?? {}) as Record<string, unknown>))
    throw new AppError(
      "api_key_fixed_parameter",
      "The fixed parameters of this API key do not allow this call",
    );
  if (readsBody(route)) bindBodyOf(request, (body) => applyKeyRestrictions(holder, route, body));
  const { clientView, userView } = readView(request);
  if (userView !== undefined || (clientView !== undefined && clientView !== holder.clientUuid))
    throw new AppError("forbidden", "Only administrators can view another client");
  if (guard !== "apiKey") assertAllowed(actor, guard);
}

/** Applies the restrictions of a key. @throws AppError "api_key_scope_missing", "api_key_fixed_parameter" naming each field. */
function applyKeyRestrictions(holder: KeyHolder, route: RouteSpec, body: unknown): unknown {
  const bound = bindBody(route, holder, body);
  if ("missing" in bound) throw scopeMissing(holder, [bound.missing]);
  if ("faults" in bound)
    throw new AppError(
      "api_key_fixed_parameter",
      "Some fields contradict the fixed parameters of this API key",
      bound.faults,
    );
  return bound.body;
}

const scopeMissing = ({ scopes }: KeyHolder, needed: readonly Scope[]) =>
  new AppError(
    "api_key_scope_missing",
    `This call requires a key with the scope ${needed.join(" or ")}; this one has ${scopes.join(", ")}`,
  );

/**
 * Admits browsers that hold an upload token, for calls about its one video, and only from the token's origins.
 * @throws AppError "not_signed_in"; "upload_token_…"; "video_not_found" for another video.
 */
async function admitUploadToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { guard, tokens }: { guard: Guard; tokens: UploadTokens },
): Promise<void> {
  const route = request.routeOptions.config.contract;
  const sent = readUploadToken(request.headers.authorization ?? "");
  const token = sent && (await tokens.findHolder(sent));
  if (!token || !route) throw new AppError("not_signed_in", "Send a valid upload token");
  const { origin } = request.headers;
  if (origin === undefined || !token.origins.includes(origin))
    throw new AppError("upload_token_origin_refused", "This page cannot use this upload token");
  // The headers are also set on rejected calls, so that pages can read the reason.
  reply.headers({
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED_HEADERS.join(", "),
    vary: "Origin",
  });
  const actor = actorOfUploadToken(token);
  actors.set(request, actor);
  recordClient(request, token.clientUuid);
  if (token.isRevoked || !isTokenInTime(token, UPLOAD_TOKEN_FINISH_WINDOW_SEC, new Date()))
    throw new AppError("upload_token_ended", "This upload token is no longer valid");
  if (token.isKeyEnded)
    throw new AppError(
      "upload_token_key_ended",
      "The API key that created this upload token is no longer valid: it was revoked, it expired, or its secret was replaced",
    );
  if (!route.isForUploadTokens)
    throw new AppError("upload_token_not_allowed", "Upload tokens cannot make this call");
  // Any path parameter that identifies a video must be the token's video.
  for (const uuid of Object.entries((request.params ?? {}) as Record<string, string>))
    if (/^(?:id|uuid)$/.test(uuid[0]) && uuid[1].toLowerCase() !== token.videoUuid)
      throw new AppError("video_not_found", "No such video");
  assertAllowed(actor, guard);
}

const ViewHeaders = z.object({
  [CLIENT_VIEW_HEADER]: Uuid.optional(),
  [USER_VIEW_HEADER]: Uuid.optional(),
});

/**
 * Reads from the headers which client and user an administrator views. For lists of videos, the query can name them (§7).
 */
function readView(request: FastifyRequest): Omit<CallCredential, "credential"> {
  const views = ViewHeaders.safeParse(request.headers);
  if (!views.success)
    throw new AppError(
      "bad_request",
      "A header is not valid",
      views.error.issues.map((issue) => ({ path: issue.path.join("."), reason: issue.message })),
    );
  const clientView = views.data[CLIENT_VIEW_HEADER] ?? clientOfQuery(request);
  return { clientView, userView: views.data[USER_VIEW_HEADER] };
}

/** The lists of videos whose query can name the client that an administrator views (§6). */
const LISTS_OF_VIDEOS = [
  routes.listVideos,
  routes.listMyVideos,
  routes.listUserVideos,
  routes.listPluginVideos,
  routes.listCollectionVideos,
] as const;

/** Reads the client that a query names. Invalid values are reported later, when the query is validated. */
function clientOfQuery(request: FastifyRequest): string | undefined {
  const list = LISTS_OF_VIDEOS.find((route) => route === request.routeOptions.config.contract);
  if (!list) return undefined;
  const query: z.ZodType<{
    client?: string | undefined;
    filter?: { client?: string | undefined } | undefined;
  }> = list.query;
  const { result } = readLeniently(query, request.query);
  return result.data?.client ?? result.data?.filter?.client;
}

function assertAllowed(actor: Actor, guard: Guard): void {
  if (passesGuard(actor, guard)) return;
  if (!actor.isPasswordModified) throw new AppError("password_change_required", "Change your password first");
  throw new AppError("forbidden", "Your role does not allow this");
}
