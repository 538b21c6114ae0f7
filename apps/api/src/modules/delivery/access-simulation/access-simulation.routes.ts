import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { AccessReplayService } from "./access-replay.service.ts";
import type { AccessSimulationService } from "./access-simulation.service.ts";

export function registerAccessSimulationRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  simulation: AccessSimulationService,
  replay: AccessReplayService,
): void {
  bindRoutes(app, guardFor, routes, {
    simulateAccess: ({ actor, body }) => simulation.simulateAccess(actor, body),
    replayAccess: ({ actor, body }) => replay.replayAccess(actor, body),
  });
}
