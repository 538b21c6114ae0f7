import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ConsumptionService } from "./consumption.service.ts";

export function registerConsumptionRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  consumption: ConsumptionService,
): void {
  bindRoutes(app, guardFor, routes, {
    listConsumption: ({ query }) => consumption.listConsumption(query),
  });
}
