import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ExportLinksService } from "./export-links.service.ts";

export function registerExportLinkRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  links: ExportLinksService,
): void {
  bindRoutes(app, guardFor, routes, {
    listExportLinks: ({ actor, query }) => links.listLinks(actor, query),
    getExportLink: ({ actor, params }) => links.getLink(actor, params.id),
    createExportLink: async ({ actor, request, body }) => {
      const link = await links.createLink(actor, body);
      describeCall(request, { target: link.name });
      return link;
    },
    updateExportLink: async ({ actor, request, params, body }) => {
      const link = await links.updateLink(actor, params.id, body);
      describeCall(request, { target: link.name });
      return link;
    },
    pauseExportLink: async ({ actor, request, params, body }) => {
      const link = await links.pauseLink(actor, params.id, body.isPaused);
      describeCall(request, { target: link.name });
      return link;
    },
    deleteExportLink: async ({ actor, request, params }) => {
      const { name } = await links.deleteLink(actor, params.id);
      describeCall(request, { target: name });
    },
  });
}
