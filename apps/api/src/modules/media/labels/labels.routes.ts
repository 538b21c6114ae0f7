import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { LabelsService } from "./labels.service.ts";

export function registerLabelRoutes(app: FastifyInstance, guardFor: GuardFor, labels: LabelsService): void {
  bindRoutes(app, guardFor, routes, {
    listTags: ({ actor, query }) => labels.listTags(actor, query.client),
    listCategories: ({ actor }) => labels.listCategories(actor),
    addCategory: ({ actor, body }) => labels.addCategory(actor, body.name),
    renameCategory: ({ actor, params, body }) => labels.renameCategory(actor, params.id, body.name),
    deleteCategory: ({ actor, params }) => labels.deleteCategory(actor, params.id),
    addToCategory: ({ actor, params }) => labels.addToCategory(actor, params.id, params.categoryId),
    removeFromCategory: ({ actor, params }) => labels.removeFromCategory(actor, params.id, params.categoryId),
  });
}
