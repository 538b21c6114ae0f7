import { Readable } from "node:stream";
import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
import type { LogsService } from "./logs.service.ts";

export function registerLogRoutes(app: FastifyInstance, guardFor: GuardFor, logs: LogsService): void {
  // §7: programs call it with each validation. Nothing is kept of it: sign-ins are entries of their own.
  bindRoute(app, guardFor, routes.recordLogin, async () => undefined);
  bindRoute(app, guardFor, routes.listLogs, ({ request, query }) => logs.listLogs(actorOf(request), query));
  bindRoute(app, guardFor, routes.exportLogs, async ({ request, query, reply }) => {
    const day = new Date().toISOString().slice(0, 10);
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="shoal-log-${day}.csv"`)
      .header("cache-control", "no-store");
    return Readable.from(logs.exportLogs(actorOf(request), query)) as never;
  });
}
