import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../platform/http/bind-route.ts";
import { actorOf } from "./auth.guard.ts";
import { presentUser } from "./auth.present.ts";
import type { AuthService } from "./auth.service.ts";

export function registerAuthRoutes(app: FastifyInstance, guardFor: GuardFor, auth: AuthService): void {
  bindRoute(app, guardFor, routes.login, ({ body }) => auth.signIn(body.username, body.password));
  bindRoute(
    app,
    guardFor,
    routes.logout,
    ({ request }) => auth.signOut(actorOf(request)) as Promise<undefined>,
  );
  bindRoute(app, guardFor, routes.getMe, async ({ request }) => presentUser(actorOf(request).user));
  bindRoute(app, guardFor, routes.updateMe, ({ request, body }) => auth.updateMe(actorOf(request), body));
}
