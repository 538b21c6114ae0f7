import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { RuleReachService } from "./rule-reach.service.ts";

export function registerRuleReachRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  reach: RuleReachService,
): void {
  bindRoute(app, guardFor, routes.getRuleReach, ({ request, params }) =>
    reach.getRuleReach(actorOf(request), params),
  );
}
