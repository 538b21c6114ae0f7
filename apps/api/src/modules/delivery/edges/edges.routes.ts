import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { EdgesService } from "./edges.service.ts";

export function registerEdgeRoutes(app: FastifyInstance, guardFor: GuardFor, edges: EdgesService): void {
  bindRoutes(app, guardFor, routes, {
    listEdges: () => edges.listEdges(),
    listWatchedRooms: ({ query }) => edges.listRooms(query),
  });
}
