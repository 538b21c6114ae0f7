import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf, bindRoutes } from "../auth/index.ts";
import type { AuthorizationsService } from "./authorizations.service.ts";
import type { IceSetsService } from "./ice-sets.service.ts";
import type { StorageService } from "./storage.service.ts";
import type { StreamingKeysService } from "./streaming-keys.service.ts";

/** The calls that replace one list each. */
const LISTS = [
  routes.setAuthorizedVideos,
  routes.setAuthorizedIps,
  routes.setUnauthorizedIps,
  routes.setAuthorizedVpns,
  routes.setAuthorizedVpnsList,
  routes.setAuthorizedCountries,
  routes.setUnauthorizedCountries,
] as const;

export interface DeliveryServices {
  authorizations: AuthorizationsService;
  iceSets: IceSetsService;
  storage: StorageService;
  streamingKeys: StreamingKeysService;
}

/** Who may watch, over which servers, and what that takes. */
export function registerDeliveryRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { authorizations, iceSets, storage, streamingKeys }: DeliveryServices,
): void {
  bindRoutes(app, guardFor, routes, {
    getAuthorizations: ({ actor, params }) => authorizations.getAuthorizations(actor, params.id),
  });
  for (const route of LISTS)
    bindRoute(app, guardFor, route, ({ request, params, body }) =>
      authorizations.replaceLists(actorOf(request), params.id, body),
    );
  bindRoutes(app, guardFor, routes, {
    listIces: ({ actor, params }) => iceSets.listSets(actor, params.id),
    getClientIce: ({ actor, params }) => iceSets.getSetInForce(actor, params.id),
    addIce: ({ actor, params, body }) => iceSets.addSet(actor, params.id, body),
    changeIce: ({ actor, params, body }) => iceSets.changeSet(actor, params.id, body),
    listStreamingKeys: ({ actor, params }) => streamingKeys.listKeys(actor, params.id),
    addStreamingKey: ({ actor, params, body }) => streamingKeys.addKey(actor, params.id, body),
    deleteStreamingKey: ({ actor, params }) => streamingKeys.deleteKey(actor, params.id, params.key),
    getStorage: ({ actor }) => storage.getStorage(actor),
  });
}
