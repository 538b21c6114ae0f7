import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { ClientFigures } from "./client-figures.ts";

export function registerFigureRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  figures: Pick<ClientFigures, "requestRefresh">,
): void {
  bindRoute(
    app,
    guardFor,
    routes.refresh,
    ({ request }) => figures.requestRefresh(actorOf(request).clientUuid) as Promise<undefined>,
  );
}
