import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ProofService } from "./proof.service.ts";
import { writeProofCsv } from "./proof-csv.ts";

export function registerProofRoutes(app: FastifyInstance, guardFor: GuardFor, proof: ProofService): void {
  bindRoutes(app, guardFor, routes, {
    getProof: ({ actor, query }) => proof.getReport(actor, query.month),
    exportProofCsv: async ({ actor, query, reply }) => {
      const report = await proof.getReport(actor, query.month);
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="proof-${report.month}.csv"`)
        .header("cache-control", "no-store");
      return writeProofCsv(report) as never;
    },
    saveProof: ({ actor, body }) => proof.save(actor, body),
  });
}
