import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
import type { ApiKeysService } from "./api-keys.service.ts";

export function registerApiKeyRoutes(app: FastifyInstance, guardFor: GuardFor, keys: ApiKeysService): void {
  bindRoute(app, guardFor, routes.listApiKeys, ({ request, params }) =>
    keys.listKeys(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.addApiKey, ({ request, params, body }) =>
    keys.addKey(actorOf(request), params.id, body),
  );
  bindRoute(
    app,
    guardFor,
    routes.deleteApiKey,
    ({ request, params }) => keys.deleteKey(actorOf(request), params.id, params.key) as Promise<undefined>,
  );
}
