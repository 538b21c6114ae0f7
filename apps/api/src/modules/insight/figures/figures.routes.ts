import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ClientFigures } from "./client-figures.ts";

export function registerFigureRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  figures: Pick<ClientFigures, "requestRefresh">,
): void {
  bindRoutes(app, guardFor, routes, {
    refresh: ({ actor }) => figures.requestRefresh(actor.clientUuid),
  });
}
