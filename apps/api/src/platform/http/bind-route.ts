import {
  AppError,
  type BodyOf,
  type FieldError,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type RouteSpec,
} from "@shoal/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { z } from "zod";
import { boundBody } from "./bound-bodies.ts";
import { answerForClient } from "./client-of-call.ts";
import { acceptsLargeBody, queueLargeBody } from "./large-bodies.ts";
import { readFields } from "./multipart-fields.ts";
import { parsePart } from "./parse-part.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route of the contract, for hooks that need it. */
    contract?: RouteSpec;
  }
}

export interface RouteCall<R extends RouteSpec> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Turns a guard of the contract into a hook. */
export type GuardFor = (guard: RouteSpec["guard"]) => onRequestAsyncHookHandler;

/**
 * Binds a handler to a route of the contract: its guard first, then its schemas with all invalid fields at once, up to 100.
 * @example bindRoute(app, guardFor, routes.getVideo, ({ params }) => videos.getVideo(params.id));
 */
export function bindRoute<R extends RouteSpec>(
  app: FastifyInstance,
  guardFor: GuardFor,
  route: R,
  handler: (call: RouteCall<R>) => Promise<ResponseOf<R>>,
): void {
  app.route({
    method: route.method,
    url: toRouterUrl(route),
    ...bodyLimitOf(route),
    config: { contract: route },
    // Bodies are read after the first hook: callers that may be named in the body are resolved later.
    ...(route.isTokenAnywhere
      ? { onRequest: lowerUuids(route), preHandler: [acceptTokenAnywhere, guardFor(route.guard)] }
      : { onRequest: [lowerUuids(route), guardFor(route.guard)] }),
    ...(acceptsLargeBody(route) ? { preParsing: queueLargeBody } : {}),
    handler: async (request, reply) => {
      if (route.isBodyAlsoMultipart && request.isMultipart())
        request.body = await readFields(request, route.body);
      const call = parseCall(route, request) as RouteCall<R>;
      const answer = await answerForClient(request, () => handler({ ...call, request, reply }));
      // A handler that found nothing new has sent 304 itself.
      if (reply.sent) return reply;
      return reply.code(route.status ?? (answer === undefined ? 204 : 200)).send(answer);
    },
  });
}

/**
 * Checks that every route has a handler; the framework itself rejects a second one.
 * @throws Error naming every route without one.
 */
export function assertAllBound(app: FastifyInstance, table: Record<string, RouteSpec>): void {
  const missing = Object.entries(table).filter(
    ([, route]) => !app.hasRoute({ method: route.method, url: toRouterUrl(route) }),
  );
  if (missing.length === 0) return;
  throw new Error(`No handler is bound to ${missing.map(([name]) => name).join(", ")}`);
}

/** Limit for bodies that are parsed before the caller is known: email addresses, passwords and names. */
const MAX_PUBLIC_BODY_BYTES = 16_384;

function bodyLimitOf({ guard, path, maxBodyBytes, isTokenAnywhere }: RouteSpec): { bodyLimit?: number } {
  if (isTokenAnywhere) return { bodyLimit: MAX_PUBLIC_BODY_BYTES };
  if (maxBodyBytes !== undefined) return { bodyLimit: maxBodyBytes };
  // Servers of the platform authenticate with the installation's secret before bodies are read.
  return guard === "public" && path.startsWith("/api/") ? { bodyLimit: MAX_PUBLIC_BODY_BYTES } : {};
}

/**
 * Converts the uuids in the path to lower case, as they are stored: some programs write them in upper case (RFC 9562), and
 * comparisons outside the database are case-sensitive.
 */
function lowerUuids({ params }: RouteSpec): onRequestAsyncHookHandler {
  const shape = params instanceof z.ZodObject ? params.shape : {};
  const names = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodUUID);
  return async (request) => {
    const sent = request.params as Record<string, string>;
    for (const name of names) sent[name] = sent[name]?.toLowerCase() ?? "";
  };
}

/** Copies the token to where guards read it; a token in the header takes precedence. */
const acceptTokenAnywhere: onRequestAsyncHookHandler = async (request) => {
  const token = findToken(request.query) ?? findToken(request.body);
  if (request.headers.authorization === undefined && token !== undefined)
    request.headers.authorization = token;
};

function findToken(part: unknown): string | undefined {
  const token = typeof part === "object" && part !== null && "token" in part ? part.token : undefined;
  return typeof token === "string" ? token : undefined;
}

const toRouterUrl = (route: RouteSpec) => route.path.replace(/\{(\w+)\}/g, ":$1");

function parseCall(route: RouteSpec, request: FastifyRequest): object {
  const faults: FieldError[] = [];
  const parse = (schema: z.ZodType | undefined, value: unknown) => parsePart(request, schema, value, faults);
  const params = parse(route.params, request.params);
  const query = parse(route.query, request.query);
  const body = parse(route.body, request.body === undefined ? {} : request.body);
  if (faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return { params, query, body: boundBody(request, body) };
}
