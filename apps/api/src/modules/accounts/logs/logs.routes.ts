import { Readable } from "node:stream";
import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../auth/index.ts";
import type { LogsService } from "./logs.service.ts";

export function registerLogRoutes(app: FastifyInstance, guardFor: GuardFor, logs: LogsService): void {
  // §7: API clients call this to validate credentials. It is not logged, because sign-ins have entries of their own.
  bindRoutes(app, guardFor, routes, {
    recordLogin: async () => undefined,
    listLogs: ({ actor, query }) => logs.listLogs(actor, query),
    exportLogs: async ({ actor, query, reply }) => {
      const day = new Date().toISOString().slice(0, 10);
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="shoal-log-${day}.csv"`)
        .header("cache-control", "no-store");
      return Readable.from(logs.exportLogs(actor, query)) as never;
    },
  });
}
