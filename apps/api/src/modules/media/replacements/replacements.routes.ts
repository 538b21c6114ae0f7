import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ReplacementsService } from "./replacements.service.ts";

export function registerReplacementRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  replacements: ReplacementsService,
): void {
  bindRoutes(app, guardFor, routes, {
    replaceVideo: ({ actor, params, body }) => replacements.replaceVideo(actor, params.id, body),
    getReplacement: ({ actor, params }) => replacements.getReplacement(actor, params.id),
    cancelReplacement: ({ actor, params }) => replacements.cancelReplacement(actor, params.id),
  });
}
