import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
import type { EncodingService } from "./encoding.service.ts";

export function registerEncodingRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  encoding: EncodingService,
): void {
  bindRoute(
    app,
    guardFor,
    routes.restartEncoding,
    ({ request, params }) => encoding.restartEncoding(actorOf(request), params.id) as Promise<undefined>,
  );
  bindRoute(
    app,
    guardFor,
    routes.stopEncoding,
    ({ request, params }) => encoding.stopEncoding(actorOf(request), params.id) as Promise<undefined>,
  );
}
