import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../auth/index.ts";
import type { ApiKeysService } from "./api-keys.service.ts";

export function registerApiKeyRoutes(app: FastifyInstance, guardFor: GuardFor, keys: ApiKeysService): void {
  bindRoutes(app, guardFor, routes, {
    listApiKeys: ({ actor, params, query }) => keys.listKeys(actor, params.id, query),
    addApiKey: ({ actor, params, body }) => keys.addKey(actor, params.id, body),
    rotateApiKey: ({ actor, params, body }) => keys.rotateKey(actor, params.id, params.key, body.overlapSec),
    deleteApiKey: ({ actor, params }) => keys.deleteKey(actor, params.id, params.key),
  });
}
