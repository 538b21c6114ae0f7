import { routes } from "@shoal/contract";
import { internalRoutes } from "@shoal/contract/edge";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ClientFigures } from "./client-figures.ts";
import type { FiguresMirror } from "./mirror.ts";

export function registerFigureRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  figures: Pick<ClientFigures, "requestRefresh">,
): void {
  bindRoutes(app, guardFor, routes, {
    refresh: ({ actor }) => figures.requestRefresh(actor.clientUuid),
  });
}

export function registerInternalFigureRoutes(
  internal: FastifyInstance,
  guardFor: GuardFor,
  mirror: Pick<FiguresMirror, "announce">,
): void {
  bindRoutes(internal, guardFor, internalRoutes, {
    announceFigures: async () => mirror.announce(),
  });
}
