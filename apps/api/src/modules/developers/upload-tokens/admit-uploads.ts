import { AppError, hasUploadToken, IDEMPOTENCY_KEY_HEADER, type RouteSpec, routes } from "@shoal/contract";
import { bindToToken, formatSizeLimit } from "@shoal/domain";
import type { FastifyInstance } from "fastify";
import { bindBodyOf } from "../../../platform/http/bound-bodies.ts";
import { findActorOf } from "../../accounts/auth/index.ts";

/** How long browsers cache the answer to a preflight request. */
const PREFLIGHT_CACHE_SEC = 600;

/** The paths and methods of the calls that upload tokens allow. */
const ADMITTED_ROUTES = Object.values<RouteSpec>(routes)
  .filter(({ isForUploadTokens }) => isForUploadTokens)
  .map(({ method, path }) => ({
    method,
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
  }));

/**
 * Allows pages of other origins to make the calls of upload tokens, and applies the fields that a token fixes.
 *
 * Every preflight request is allowed, because it carries no token, from which the allowed origins are known. The guard then
 * rejects calls from other origins. Cookies are not used.
 */
export function admitUploads(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const { origin, "access-control-request-method": method } = request.headers;
    if (request.method !== "OPTIONS" || origin === undefined || method === undefined) return;
    const [path = ""] = request.url.split("?");
    if (!ADMITTED_ROUTES.some((call) => call.method === method && call.path.test(path))) return;
    return reply
      .code(204)
      .headers({
        "access-control-allow-origin": origin,
        "access-control-allow-methods": method,
        "access-control-allow-headers": `Authorization, Content-Type, ${IDEMPOTENCY_KEY_HEADER}`,
        "access-control-max-age": String(PREFLIGHT_CACHE_SEC),
        vary: "Origin",
      })
      .send();
  });
  app.addHook("preHandler", async (request) => {
    if (!hasUploadToken(request.headers.authorization ?? "")) return;
    const token = findActorOf(request)?.uploadToken;
    if (!token || request.routeOptions.config.contract !== routes.createVideo) return;
    const { body } = request;
    if (typeof body !== "object" || body === null || Array.isArray(body))
      throw new AppError("unsupported_media_type", "Send a body of JSON");
    const bound = bindToToken(token.fields, body as Record<string, unknown>);
    if ("faults" in bound)
      throw new AppError(
        "bad_request",
        "Some fields cannot be set with an upload token, or contradict it",
        bound.faults,
      );
    request.body = bound.body;
    bindBodyOf(request, (read) => assertSize(read, token.maxBytes));
  });
}

/** Checks the announced size. No more than that can be sent. */
function assertSize(body: unknown, maxBytes: number): unknown {
  const { size } = body as { size?: number };
  if (size === undefined)
    throw new AppError("bad_request", "Some fields are not valid", [{ path: "size", reason: "is missing" }]);
  if (size > maxBytes)
    throw new AppError(
      "file_too_large",
      `With this upload token, a file can be at most ${formatSizeLimit(maxBytes)}`,
    );
  return body;
}
