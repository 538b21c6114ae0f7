import type { ResponseOf, RouteSpec } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor, type RouteCall } from "../../../platform/http/bind-route.ts";
import type { Actor } from "./actor.ts";
import { actorOf } from "./auth.guard.ts";
import { type Guest, guestOf } from "./guest.ts";

/** Guards that admit callers other than signed-in users, who have no actor. */
const GUARDS_WITHOUT_ACTOR = ["public", "apiKey", "readAnalyticsOrKey", "guest"] as const;

type ActorOf<R extends RouteSpec> = R["guard"] extends (typeof GUARDS_WITHOUT_ACTOR)[number]
  ? R["guard"] extends "guest"
    ? { guest: Guest }
    : unknown
  : { actor: Actor };
type AnswerOf<R extends RouteSpec> = [ResponseOf<R>] extends [undefined]
  ? Promise<void>
  : Promise<ResponseOf<R>>;

/**
 * Handlers by route name. Handlers of routes for signed-in users receive the caller as `actor`, handlers of guest routes as `guest`.
 */
export type RouteHandlers<T extends Record<string, RouteSpec>> = {
  [K in keyof T]?: (call: RouteCall<T[K]> & ActorOf<T[K]>) => AnswerOf<T[K]>;
};

/**
 * Binds handlers to routes of a table of the contract, like `bindRoute`.
 * @example bindRoutes(app, guardFor, routes, { getVideo: ({ actor, params }) => videos.getVideo(actor, params.id) });
 */
export function bindRoutes<T extends Record<string, RouteSpec>>(
  app: FastifyInstance,
  guardFor: GuardFor,
  table: T,
  handlers: RouteHandlers<T>,
): void {
  for (const [name, handler] of Object.entries(handlers)) bindHandler(app, guardFor, table[name], handler);
}

type RouteHandler = (
  call: RouteCall<RouteSpec> & { actor?: Actor; guest?: Guest },
) => Promise<ResponseOf<RouteSpec>>;

function bindHandler(
  app: FastifyInstance,
  guardFor: GuardFor,
  route: RouteSpec | undefined,
  handler: RouteHandler,
): void {
  if (!route) throw new Error("A handler is bound to a route that the contract does not have");
  const hasActor = !GUARDS_WITHOUT_ACTOR.some((guard) => guard === route.guard);
  const isForGuests = route.guard === "guest";
  bindRoute(app, guardFor, route, (call) =>
    handler({
      ...call,
      ...(hasActor ? { actor: actorOf(call.request) } : {}),
      ...(isForGuests ? { guest: guestOf(call.request) } : {}),
    }),
  );
}
