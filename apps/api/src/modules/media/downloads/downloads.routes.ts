import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { DownloadsService } from "./downloads.service.ts";

export function registerDownloadRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  downloads: DownloadsService,
): void {
  bindRoutes(app, guardFor, routes, {
    listDownloads: ({ actor, params }) => downloads.listDownloads(actor, params.id),
    makeDashBundle: ({ actor, params }) => downloads.makeDashBundle(actor, params.id),
    getStoryboard: ({ actor, params }) => downloads.getStoryboard(actor, params.id),
    listCopies: ({ actor, params }) => downloads.listCopies(actor, params.id),
  });
}
