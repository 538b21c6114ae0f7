import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
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
  bindRoute(app, guardFor, routes.getAuthorizations, ({ request, params }) =>
    authorizations.getAuthorizations(actorOf(request), params.id),
  );
  for (const route of LISTS)
    bindRoute(app, guardFor, route, ({ request, params, body }) =>
      authorizations.replaceLists(actorOf(request), params.id, body),
    );
  bindRoute(app, guardFor, routes.listIces, ({ request, params }) =>
    iceSets.listSets(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.getClientIce, ({ request, params }) =>
    iceSets.getSetInForce(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.addIce, ({ request, params, body }) =>
    iceSets.addSet(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.changeIce, ({ request, params, body }) =>
    iceSets.changeSet(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.listStreamingKeys, ({ request, params }) =>
    streamingKeys.listKeys(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.addStreamingKey, ({ request, params, body }) =>
    streamingKeys.addKey(actorOf(request), params.id, body),
  );
  bindRoute(
    app,
    guardFor,
    routes.deleteStreamingKey,
    ({ request, params }) =>
      streamingKeys.deleteKey(actorOf(request), params.id, params.key) as Promise<undefined>,
  );
  bindRoute(app, guardFor, routes.getStorage, ({ request }) => storage.getStorage(actorOf(request)));
}
