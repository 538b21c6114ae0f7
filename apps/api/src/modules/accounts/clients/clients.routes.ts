import { type ClientView, routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { noteAbout } from "../../../platform/http/about-call.ts";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
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
  bindRoute(app, guardFor, routes.listClients, ({ request, query }) =>
    clients.listClients(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getClient, ({ request, params }) =>
    clients.getClient(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.updateClient, ({ request, params, body }) =>
    clients.updateClient(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.planClientDeletion, ({ request, params }) =>
    deletionPlan.planDeletion(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.keepClient, ({ request, params }) =>
    deletionPlan.keepClient(actorOf(request), params.id),
  );
}

function registerAdministration(
  app: FastifyInstance,
  guardFor: GuardFor,
  { clientAdministration, clientDeletion }: ClientServices,
): void {
  bindRoute(app, guardFor, routes.createClient, async ({ request, body }) =>
    noteClient(request, await clientAdministration.createClient(body)),
  );
  bindRoute(app, guardFor, routes.updateClientAsAdmin, async ({ request, params, body }) =>
    noteClient(request, await clientAdministration.updateClient(params.id, body)),
  );
  bindRoute(app, guardFor, routes.setContractSigned, async ({ request, params, body }) =>
    noteClient(request, await clientAdministration.setContractSigned(params.id, body.isContractSigned)),
  );
  bindRoute(app, guardFor, routes.setBankDetailsReceived, async ({ request, params, body }) =>
    noteClient(request, await clientAdministration.setBankDetailsReceived(params.id, body.isRIB)),
  );
  bindRoute(app, guardFor, routes.deleteClient, async ({ request, params, body }) => {
    const { name } = await clientDeletion.deleteNow(actorOf(request), params.id, body.clientname);
    noteAbout(request, { target: name, client: { uuid: params.id, name } });
    return undefined;
  });
}

/** The log shows the call to the managers of the client too. */
function noteClient(request: FastifyRequest, client: ClientView): ClientView {
  noteAbout(request, { client: { uuid: client.uuid, name: client.clientname } });
  return client;
}
