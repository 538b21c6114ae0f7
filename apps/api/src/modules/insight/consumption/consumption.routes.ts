import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import type { ConsumptionService } from "./consumption.service.ts";

export function registerConsumptionRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  consumption: ConsumptionService,
): void {
  bindRoute(app, guardFor, routes.listConsumption, ({ query }) => consumption.listConsumption(query));
}
