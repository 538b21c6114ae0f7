import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { AccessReplayService } from "./access-replay.service.ts";
import type { AccessSimulationService } from "./access-simulation.service.ts";

export function registerAccessSimulationRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  simulation: AccessSimulationService,
  replay: AccessReplayService,
): void {
  bindRoute(app, guardFor, routes.simulateAccess, ({ request, body }) =>
    simulation.simulateAccess(actorOf(request), body),
  );
  bindRoute(app, guardFor, routes.replayAccess, ({ request, body }) =>
    replay.replayAccess(actorOf(request), body),
  );
}
