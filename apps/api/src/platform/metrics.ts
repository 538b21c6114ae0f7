import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

export interface OperationChecks {
  /** What the process cannot serve without. */
  needs: Record<string, () => Promise<boolean>>;
  /** What is told beside it: it serves all the same. */
  notes: Record<string, () => Promise<boolean>>;
}

/** `/healthz`: the process lives; `/readyz`: it can serve; `/metrics`: Prometheus. */
export function registerOperations(app: FastifyInstance, { needs, notes }: OperationChecks): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "shoal_http_request_seconds",
    help: "Duration of HTTP requests",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    requests.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  app.get("/healthz", { logLevel: "warn" }, async () => ({ status: "ok" }));
  app.get("/readyz", { logLevel: "warn" }, async (_request, reply) => {
    const [needed, noted] = await Promise.all([needs, notes].map(ask));
    const isReady = Object.values(needed ?? {}).every((isUp) => isUp);
    return reply.code(isReady ? 200 : 503).send({ ...needed, ...noted });
  });
  app.get("/metrics", { logLevel: "warn" }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return registry;
}

async function ask(checks: OperationChecks["needs"]): Promise<Record<string, boolean>> {
  const results = Object.entries(checks).map(async ([name, check]) => [name, await check()] as const);
  return Object.fromEntries(await Promise.all(results));
}
