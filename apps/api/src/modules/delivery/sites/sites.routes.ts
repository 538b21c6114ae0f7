import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { SiteFiguresService } from "./site-figures.service.ts";

export function registerSiteRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  figures: SiteFiguresService,
): void {
  bindRoutes(app, guardFor, routes, {
    getSiteFigures: ({ actor, params, query }) => figures.getSiteFigures(actor, params, query.period),
  });
}
