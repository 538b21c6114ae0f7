import { type FootprintReport, routes } from "@shoal/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { callerLanguage } from "../../../platform/http/caller-language.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { FootprintService } from "./footprint.service.ts";
import { writeReportCsv } from "./report-csv.ts";
import { createReportFiles } from "./report-files.ts";

export function registerFootprintRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  footprint: FootprintService,
): void {
  const files = createReportFiles();
  bindRoutes(app, guardFor, routes, {
    listFootprintMethods: () => footprint.listMethods(),
    listFootprintReports: ({ actor }) => footprint.listReports(actor),
    getFootprintReport: ({ actor, params, query }) => footprint.getReport(actor, { ...params, ...query }),
    exportFootprintCsv: async ({ actor, params, query, reply }) => {
      const { report, client } = await footprint.getNamed(actor, { ...params, ...query });
      setAttachmentHeaders(reply, report, { extension: "csv", type: "text/csv; charset=utf-8" });
      return writeReportCsv(report, client) as never;
    },
    exportFootprintPdf: async ({ actor, request, params, query, reply }) => {
      const { language = callerLanguage(request.headers["accept-language"]), ...which } = query;

      const { report, client } = await footprint.getNamed(actor, { ...params, ...which });
      const file = await files.getPdf(report, { clientUuid: actor.clientUuid, client, language });
      setAttachmentHeaders(reply, report, { extension: "pdf", type: "application/pdf" });
      return file as never;
    },
    makeFootprintReport: ({ actor, params, body }) => footprint.makeBeside(actor, params.month, body.method),
    chooseFootprintMethod: ({ actor, body }) => footprint.chooseMethod(actor, body.method),
  });
}

function setAttachmentHeaders(
  reply: FastifyReply,
  { month, method, revision }: FootprintReport,
  { extension, type }: { extension: string; type: string },
): void {
  const which = revision === null ? "so-far" : `${method.id}-${revision}`;
  reply
    .type(type)
    .header("content-disposition", `attachment; filename="footprint-${month}-${which}.${extension}"`)
    .header("cache-control", "no-store");
}
