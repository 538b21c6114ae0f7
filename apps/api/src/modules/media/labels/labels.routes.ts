import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { LabelsService } from "./labels.service.ts";

export function registerLabelRoutes(app: FastifyInstance, guardFor: GuardFor, labels: LabelsService): void {
  bindRoute(app, guardFor, routes.listTags, ({ request, query }) =>
    labels.listTags(actorOf(request), query.client),
  );
  bindRoute(app, guardFor, routes.listCategories, ({ request }) => labels.listCategories(actorOf(request)));
  bindRoute(app, guardFor, routes.addCategory, ({ request, body }) =>
    labels.addCategory(actorOf(request), body.name),
  );
  bindRoute(app, guardFor, routes.renameCategory, ({ request, params, body }) =>
    labels.renameCategory(actorOf(request), params.id, body.name),
  );
  bindRoute(
    app,
    guardFor,
    routes.deleteCategory,
    ({ request, params }) => labels.deleteCategory(actorOf(request), params.id) as Promise<undefined>,
  );
  bindRoute(app, guardFor, routes.addToCategory, ({ request, params }) =>
    labels.addToCategory(actorOf(request), params.id, params.categoryId),
  );
  bindRoute(app, guardFor, routes.removeFromCategory, ({ request, params }) =>
    labels.removeFromCategory(actorOf(request), params.id, params.categoryId),
  );
}
