import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { PricePlansService } from "./price-plans.service.ts";

export function registerPricePlanRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  plans: PricePlansService,
): void {
  bindRoutes(app, guardFor, routes, {
    listClientPlans: ({ params }) => plans.list(params.id),
    saveClientPlan: ({ params, body }) => plans.save(params.id, params.validFrom, body),
    deleteClientPlan: ({ params }) => plans.delete(params.id, params.validFrom),
  });
}
