import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { DownloadsService } from "./downloads.service.ts";

export function registerDownloadRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  downloads: DownloadsService,
): void {
  bindRoute(app, guardFor, routes.listDownloads, ({ request, params }) =>
    downloads.listDownloads(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.makeDashBundle, ({ request, params }) =>
    downloads.makeDashBundle(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.getStoryboard, ({ request, params }) =>
    downloads.getStoryboard(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.listCopies, ({ request, params }) =>
    downloads.listCopies(actorOf(request), params.id),
  );
}
