import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { noteAbout } from "../../../platform/http/about-call.ts";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { ExportLinksService } from "./export-links.service.ts";

export function registerExportLinkRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  links: ExportLinksService,
): void {
  bindRoute(app, guardFor, routes.listExportLinks, ({ request, query }) =>
    links.listLinks(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getExportLink, ({ request, params }) =>
    links.getLink(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.createExportLink, async ({ request, body }) => {
    const link = await links.createLink(actorOf(request), body);
    noteAbout(request, { target: link.name });
    return link;
  });
  bindRoute(app, guardFor, routes.updateExportLink, async ({ request, params, body }) => {
    const link = await links.updateLink(actorOf(request), params.id, body);
    noteAbout(request, { target: link.name });
    return link;
  });
  bindRoute(app, guardFor, routes.pauseExportLink, async ({ request, params, body }) => {
    const link = await links.pauseLink(actorOf(request), params.id, body.isPaused);
    noteAbout(request, { target: link.name });
    return link;
  });
  bindRoute(app, guardFor, routes.deleteExportLink, async ({ request, params }) => {
    const { name } = await links.deleteLink(actorOf(request), params.id);
    noteAbout(request, { target: name });
    return undefined;
  });
}
