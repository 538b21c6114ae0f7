import { type ClientView, routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { actorOf, bindRoutes } from "../auth/index.ts";
import type { AuthorizationsService } from "./authorizations.service.ts";
import type { ClientAdministrationService } from "./client-administration.service.ts";
import type { ClientDeletionService } from "./client-deletion.service.ts";
import type { ClientsService } from "./clients.service.ts";
import type { DeletionPlanService } from "./deletion-plan.service.ts";
import type { IceSetsService } from "./ice-sets.service.ts";
import type { StorageService } from "./storage.service.ts";
import type { StreamingKeysService } from "./streaming-keys.service.ts";

export interface ClientServices extends DeliveryServices {
  clients: ClientsService;
  clientAdministration: ClientAdministrationService;
  deletionPlan: DeletionPlanService;
  clientDeletion: ClientDeletionService;
}

export function registerClientRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  services: ClientServices,
): void {
  registerOwnClient(app, guardFor, services);
  registerAdministration(app, guardFor, services);
  registerDeliveryRoutes(app, guardFor, services);
}

function registerOwnClient(
  app: FastifyInstance,
  guardFor: GuardFor,
  { clients, deletionPlan }: ClientServices,
): void {
  bindRoutes(app, guardFor, routes, {
    listClients: ({ actor, query }) => clients.listClients(actor, query),
    getClient: ({ actor, params }) => clients.getClient(actor, params.id),
    updateClient: ({ actor, params, body }) => clients.updateClient(actor, params.id, body),
    planClientDeletion: ({ actor, params }) => deletionPlan.planDeletion(actor, params.id),
    keepClient: ({ actor, params }) => deletionPlan.keepClient(actor, params.id),
  });
}

function registerAdministration(
  app: FastifyInstance,
  guardFor: GuardFor,
  { clientAdministration, clientDeletion }: ClientServices,
): void {
  bindRoutes(app, guardFor, routes, {
    createClient: async ({ request, body }) =>
      recordClient(request, await clientAdministration.createClient(body)),
    updateClientAsAdmin: async ({ request, params, body }) =>
      recordClient(request, await clientAdministration.updateClient(params.id, body)),
    setContractSigned: async ({ request, params, body }) =>
      recordClient(request, await clientAdministration.setContractSigned(params.id, body.isContractSigned)),
    setBankDetailsReceived: async ({ request, params, body }) =>
      recordClient(request, await clientAdministration.setBankDetailsReceived(params.id, body.isRIB)),
    deleteClient: async ({ actor, request, params, body }) => {
      const { name } = await clientDeletion.deleteNow(actor, params.id, body.clientname);
      describeCall(request, { target: name, client: { uuid: params.id, name } });
    },
  });
}

/** Assigns the log entry of a call to the client, so that the client's managers see it too. */
function recordClient(request: FastifyRequest, client: ClientView): ClientView {
  describeCall(request, { client: { uuid: client.uuid, name: client.clientname } });
  return client;
}

/** The routes that each replace one list of a client. */
const LIST_ROUTES = [
  routes.setAuthorizedVideos,
  routes.setAuthorizedIps,
  routes.setUnauthorizedIps,
  routes.setAuthorizedVpns,
  routes.setAuthorizedVpnsList,
  routes.setAuthorizedCountries,
  routes.setUnauthorizedCountries,
] as const;

interface DeliveryServices {
  authorizations: AuthorizationsService;
  iceSets: IceSetsService;
  storage: StorageService;
  streamingKeys: StreamingKeysService;
}

/** Binds the routes about access lists and ICE servers. */
function registerDeliveryRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { authorizations, iceSets, storage, streamingKeys }: DeliveryServices,
): void {
  bindRoutes(app, guardFor, routes, {
    getAuthorizations: ({ actor, params }) => authorizations.getAuthorizations(actor, params.id),
  });
  for (const route of LIST_ROUTES)
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
