import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { AlignmentsService } from "./alignments.service.ts";

export function registerAlignmentRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  alignments: AlignmentsService,
): void {
  bindRoutes(app, guardFor, routes, {
    getAlignment: ({ actor, params }) => alignments.getAlignment(actor, params.id, params.n),
    listCarried: ({ actor, params }) => alignments.listCarried(actor, params.id, params.n),
    placeCarried: ({ actor, params, body }) =>
      alignments.placeCarried(actor, params.id, params.n, params.comment, body),
    releaseCarried: ({ actor, params }) =>
      alignments.releaseCarried(actor, params.id, params.n, params.comment),
  });
}
