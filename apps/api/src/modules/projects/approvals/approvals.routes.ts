import { routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { noteAbout } from "../../../platform/http/about-call.ts";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ApprovalsService } from "./approvals.service.ts";

export function registerApprovalRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  approvals: ApprovalsService,
): void {
  const noteVersion = (request: FastifyRequest, id: string, number: number) =>
    noteAbout(request, { target: `${id}: v${number}` });
  bindRoutes(app, guardFor, routes, {
    getApproval: ({ actor, params }) => approvals.getApproval(actor, params.id, params.n),
    setReviewers: ({ actor, request, params, body }) => {
      noteVersion(request, params.id, params.n);
      return approvals.setReviewers(actor, params.id, params.n, body);
    },
    makeDecision: ({ actor, request, params, body }) => {
      noteVersion(request, params.id, params.n);
      return approvals.makeDecision(actor, params.id, params.n, body);
    },
  });
}
