import { routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ApprovalsService } from "./approvals.service.ts";

export function registerApprovalRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  approvals: ApprovalsService,
): void {
  const noteVersion = (request: FastifyRequest, id: string, number: number) =>
    describeCall(request, { target: `${id}: v${number}` });
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
