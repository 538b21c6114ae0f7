import { type ClientView, routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { noteAbout } from "../../../platform/http/about-call.ts";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../auth/index.ts";
import type { ClientAdministrationService } from "./client-administration.service.ts";
import type { ClientDeletionService } from "./client-deletion.service.ts";
import type { ClientsService } from "./clients.service.ts";
import type { DeletionPlanService } from "./deletion-plan.service.ts";
import type { DeliveryServices } from "./delivery.routes.ts";
import { registerDeliveryRoutes } from "./delivery.routes.ts";

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
      noteClient(request, await clientAdministration.createClient(body)),
    updateClientAsAdmin: async ({ request, params, body }) =>
      noteClient(request, await clientAdministration.updateClient(params.id, body)),
    setContractSigned: async ({ request, params, body }) =>
      noteClient(request, await clientAdministration.setContractSigned(params.id, body.isContractSigned)),
    setBankDetailsReceived: async ({ request, params, body }) =>
      noteClient(request, await clientAdministration.setBankDetailsReceived(params.id, body.isRIB)),
    deleteClient: async ({ actor, request, params, body }) => {
      const { name } = await clientDeletion.deleteNow(actor, params.id, body.clientname);
      noteAbout(request, { target: name, client: { uuid: params.id, name } });
    },
  });
}

/** The log shows the call to the managers of the client too. */
function noteClient(request: FastifyRequest, client: ClientView): ClientView {
  noteAbout(request, { client: { uuid: client.uuid, name: client.clientname } });
  return client;
}
