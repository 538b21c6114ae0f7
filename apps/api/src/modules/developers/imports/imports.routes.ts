import { Readable } from "node:stream";
import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { callerLanguage } from "../../../platform/http/caller-language.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ImportsService } from "./imports.service.ts";
import { readListBody } from "./list-body.ts";

export function registerImportRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  imports: ImportsService,
): void {
  bindRoutes(app, guardFor, routes, {
    listImports: ({ actor }) => imports.listImports(actor),
    createImport: async ({ actor, request }) => {
      const made = await imports.createImport(actor, await readListBody(request));
      describeCall(request, { target: made.uuid });
      return made;
    },
    createImportFromSource: async ({ actor, body, request }) => {
      const made = await imports.createFromSource(actor, body);
      describeCall(request, { target: made.uuid });
      return made;
    },
    getImport: ({ actor, params }) => imports.getImport(actor, params.id),
    listImportRows: ({ actor, params, query, request }) =>
      imports.listRows(actor, params.id, query, callerLanguage(request.headers["accept-language"])),
    exportImportReport: async ({ actor, params, query, reply, request }) => {
      const language = callerLanguage(request.headers["accept-language"]);
      const lines = await imports.exportReport(actor, params.id, query, language);
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="import-${params.id}.csv"`)
        .header("cache-control", "no-store");
      return Readable.from(lines) as never;
    },
    startImport: ({ actor, params }) => imports.startImport(actor, params.id),
    pauseImport: ({ actor, params }) => imports.pauseImport(actor, params.id),
    cancelImport: ({ actor, params }) => imports.cancelImport(actor, params.id),
    deleteImport: ({ actor, params }) => imports.deleteImport(actor, params.id),
  });
}
