import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { OutrosService } from "./outros.service.ts";

export function registerOutroRoutes(app: FastifyInstance, guardFor: GuardFor, outros: OutrosService): void {
  bindRoute(app, guardFor, routes.listOutros, ({ request, query }) =>
    outros.listOutros(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getOutro, ({ request, params }) =>
    outros.getOutro(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.addOutro, ({ request, body }) => outros.addOutro(actorOf(request), body));
  bindRoute(app, guardFor, routes.updateOutro, ({ request, params, body }) =>
    outros.updateOutro(actorOf(request), params.id, body),
  );
  bindRoute(
    app,
    guardFor,
    routes.deleteOutro,
    ({ request, params }) => outros.deleteOutro(actorOf(request), params.id) as Promise<undefined>,
  );
  bindRoute(app, guardFor, routes.assignOutro, ({ request, params, body }) =>
    outros.assignOutro(actorOf(request), params.id, body.outro),
  );
  bindRoute(app, guardFor, routes.getOutroPreview, async () => ({ url: outros.previewUrl }));
}
