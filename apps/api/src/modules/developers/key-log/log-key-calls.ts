import { type RouteSpec, routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { withoutSecrets } from "../../../platform/http/log-request.ts";
import { withoutRecorder } from "../../../platform/recorded-changes.ts";
import { findKeyHolderOf } from "../../accounts/auth/index.ts";
import type { KeyLogWriter } from "./key-log-writer.ts";

const MAX_PATH_LENGTH = 300;
const ROUTE_NAMES = new Map<RouteSpec, string>(Object.entries(routes).map(([name, route]) => [route, name]));

/** Logs the route and the result of each call with an API key, but not its content. */
export function logKeyCalls(app: FastifyInstance, writer: Pick<KeyLogWriter, "add">): void {
  app.addHook("onResponse", async (request, reply) => {
    const holder = findKeyHolderOf(request);
    const route = request.routeOptions.config.contract;
    if (!holder || !route) return;
    const [path = ""] = withoutSecrets(request.url).split("?");
    withoutRecorder(() =>
      writer.add({
        key_uuid: holder.keyUuid,
        client_uuid: holder.clientUuid,
        request_id: request.id,
        at: new Date(Date.now() - reply.elapsedTime),
        call: ROUTE_NAMES.get(route) ?? "",
        method: request.method,
        path: path.slice(0, MAX_PATH_LENGTH),
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime),
        address: request.ip,
      }),
    );
  });
}
