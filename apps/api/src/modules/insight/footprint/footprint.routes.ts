import { type FootprintReport, routes } from "@shoal/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { callerLanguage } from "../../../platform/http/caller-language.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { FootprintService } from "./footprint.service.ts";
import { writeReportCsv } from "./report-csv.ts";
import { createReportFiles } from "./report-files.ts";

export function registerFootprintRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  footprint: FootprintService,
): void {
  const files = createReportFiles();
  bindRoute(app, guardFor, routes.listFootprintMethods, () => footprint.listMethods());
  bindRoute(app, guardFor, routes.listFootprintReports, ({ request }) =>
    footprint.listReports(actorOf(request)),
  );
  bindRoute(app, guardFor, routes.getFootprintReport, ({ request, params, query }) =>
    footprint.getReport(actorOf(request), { ...params, ...query }),
  );
  bindRoute(app, guardFor, routes.exportFootprintCsv, async ({ request, params, query, reply }) => {
    const { report, client } = await footprint.getNamed(actorOf(request), { ...params, ...query });
    attach(reply, report, { extension: "csv", type: "text/csv; charset=utf-8" });
    return writeReportCsv(report, client) as never;
  });
  bindRoute(app, guardFor, routes.exportFootprintPdf, async ({ request, params, query, reply }) => {
    const { language = callerLanguage(request.headers["accept-language"]), ...which } = query;
    const actor = actorOf(request);
    const { report, client } = await footprint.getNamed(actor, { ...params, ...which });
    const file = await files.getPdf(report, { clientUuid: actor.clientUuid, client, language });
    attach(reply, report, { extension: "pdf", type: "application/pdf" });
    return file as never;
  });
  bindRoute(app, guardFor, routes.makeFootprintReport, ({ request, params, body }) =>
    footprint.makeBeside(actorOf(request), params.month, body.method),
  );
  bindRoute(app, guardFor, routes.chooseFootprintMethod, async ({ request, body }) => {
    await footprint.chooseMethod(actorOf(request), body.method);
    return undefined;
  });
}

function attach(
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
