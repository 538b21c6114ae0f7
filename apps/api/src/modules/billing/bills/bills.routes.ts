import { Readable } from "node:stream";
import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { BillsService } from "./bills.service.ts";

export function registerBillRoutes(app: FastifyInstance, guardFor: GuardFor, bills: BillsService): void {
  bindRoutes(app, guardFor, routes, {
    listBilledMonths: ({ actor }) => bills.listMonths(actor),
    getMonthBill: ({ actor, params }) => bills.getMonth(actor, params.month),
    exportBilledRows: async ({ actor, params: { month }, reply }) => {
      const lines = await bills.exportRows(actor, month);
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="billed-${month}.csv"`)
        .header("cache-control", "no-store");
      return Readable.from(lines) as never;
    },
  });
}
