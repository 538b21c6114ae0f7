import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { ProofService } from "./proof.service.ts";
import { writeProofCsv } from "./proof-csv.ts";

export function registerProofRoutes(app: FastifyInstance, guardFor: GuardFor, proof: ProofService): void {
  bindRoute(app, guardFor, routes.getProof, ({ request, query }) =>
    proof.getReport(actorOf(request), query.month),
  );
  bindRoute(app, guardFor, routes.exportProofCsv, async ({ request, query, reply }) => {
    const report = await proof.getReport(actorOf(request), query.month);
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="proof-${report.month}.csv"`)
      .header("cache-control", "no-store");
    return writeProofCsv(report) as never;
  });
  bindRoute(app, guardFor, routes.saveProof, ({ request, body }) => proof.save(actorOf(request), body));
}
