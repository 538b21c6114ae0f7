import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { BudgetsService } from "./budgets.service.ts";

export function registerBudgetRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  budgets: BudgetsService,
): void {
  bindRoutes(app, guardFor, routes, {
    getBudget: ({ actor }) => budgets.get(actor),
    saveBudget: ({ actor, body }) => budgets.save(actor, body),
  });
}
