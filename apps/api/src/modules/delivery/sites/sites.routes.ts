import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { SiteFiguresService } from "./site-figures.service.ts";

export function registerSiteRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  figures: SiteFiguresService,
): void {
  bindRoute(app, guardFor, routes.getSiteFigures, ({ request, params, query }) =>
    figures.getSiteFigures(actorOf(request), params, query.period),
  );
}
