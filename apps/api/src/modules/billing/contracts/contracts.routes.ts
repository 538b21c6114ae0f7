import { routes } from "@shoal/contract";
import { contentDisposition } from "@shoal/domain";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ContractsService } from "./contracts.service.ts";

export function registerContractRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  contracts: ContractsService,
): void {
  bindRoutes(app, guardFor, routes, {
    getContract: ({ actor, params }) => contracts.getState(actor, params.id),
    getContractText: ({ actor, params, query }) => contracts.getText(actor, params.id, query.language),
    acceptContract: async ({ actor, request, params, body }) => {
      const contract = await contracts.accept(actor, params.id, body);
      describeCall(request, { target: `${contract.number} (v${contract.version})` });
      return contract;
    },
    downloadContract: async ({ actor, params, reply }) => {
      const { number, pdf } = await contracts.getFile(actor, params.id, params.contract);
      void reply.headers({
        "content-type": "application/pdf",
        "content-disposition": contentDisposition(`contract-${number.replace(/[^\w-]+/g, "-")}.pdf`),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      });
      return pdf as never;
    },
    getContractTerms: () => contracts.getTerms(),
    replaceContractTerms: async ({ actor, request, body }) => {
      const terms = await contracts.replaceTerms(actor, body);
      describeCall(request, { target: `v${terms.version}` });
      return terms;
    },
  });
}
