import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { ReplacementsService } from "./replacements.service.ts";

export function registerReplacementRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  replacements: ReplacementsService,
): void {
  bindRoute(app, guardFor, routes.replaceVideo, ({ request, params, body }) =>
    replacements.replaceVideo(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.getReplacement, ({ request, params }) =>
    replacements.getReplacement(actorOf(request), params.id),
  );
  bindRoute(
    app,
    guardFor,
    routes.cancelReplacement,
    ({ request, params }) =>
      replacements.cancelReplacement(actorOf(request), params.id) as Promise<undefined>,
  );
}
