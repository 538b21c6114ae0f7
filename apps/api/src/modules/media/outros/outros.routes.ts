import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { OutrosService } from "./outros.service.ts";

export function registerOutroRoutes(app: FastifyInstance, guardFor: GuardFor, outros: OutrosService): void {
  bindRoutes(app, guardFor, routes, {
    listOutros: ({ actor, query }) => outros.listOutros(actor, query),
    getOutro: ({ actor, params }) => outros.getOutro(actor, params.id),
    addOutro: ({ actor, body }) => outros.addOutro(actor, body),
    updateOutro: ({ actor, params, body }) => outros.updateOutro(actor, params.id, body),
    deleteOutro: ({ actor, params }) => outros.deleteOutro(actor, params.id),
    assignOutro: ({ actor, params, body }) => outros.assignOutro(actor, params.id, body.outro),
    getOutroPreview: async () => ({ url: outros.previewUrl }),
  });
}
