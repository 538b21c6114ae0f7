import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import type { EdgesService } from "./edges.service.ts";

export function registerEdgeRoutes(app: FastifyInstance, guardFor: GuardFor, edges: EdgesService): void {
  bindRoute(app, guardFor, routes.listEdges, () => edges.listEdges());
  bindRoute(app, guardFor, routes.listWatchedRooms, ({ query }) => edges.listRooms(query));
}
