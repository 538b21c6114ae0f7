import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { RuleReachService } from "./rule-reach.service.ts";

export function registerRuleReachRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  reach: RuleReachService,
): void {
  bindRoutes(app, guardFor, routes, {
    getRuleReach: ({ actor, params }) => reach.getRuleReach(actor, params),
  });
}
