import { type RouteSpec, routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";

/** The framework's limit for all: a chunk of an upload comes on the slowest line that is let in within eight minutes. */
export const LONGEST_BODY_MS = 600_000;
/** Anything else is small, and comes at once or never. */
const BODY_MS = 120_000;
const LONG: readonly RouteSpec[] = [routes.uploadChunk];

/** Closes connections whose body does not come to its end. */
export function boundBodyTime(app: FastifyInstance, bodyMs = BODY_MS): void {
  app.addHook("onRequest", async ({ raw, headers, routeOptions }) => {
    const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    const { contract } = routeOptions.config;
    if (!hasBody || raw.complete || (contract && LONG.includes(contract))) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, bodyMs);
    timer.unref();
    raw.once("close", () => clearTimeout(timer));
  });
}
