import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
import type { AccessSimulationService } from "./access-simulation.service.ts";

export function registerAccessSimulationRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  simulation: AccessSimulationService,
): void {
  bindRoute(app, guardFor, routes.simulateAccess, ({ request, body }) =>
    simulation.simulateAccess(actorOf(request), body),
  );
}
