import { EVENT_LOOP_PRECISION_MS } from "@shoal/lifecycle";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** Whether a dependency works. @param signal aborts when the result is no longer needed. */
export type DependencyCheck = (signal: AbortSignal) => Promise<boolean>;

export interface OperationChecks {
  /** Dependencies without which the process cannot serve. */
  needs: Record<string, DependencyCheck>;
  /** The checks of optional dependencies, which are reported for information only. */
  notes: Record<string, DependencyCheck>;
}

const READINESS_TTL_MS = 1_000;
/** A dependency without a response by then counts as unavailable: load balancers time out soon after. */
const CHECK_INTERVAL_MS = 1_000;

/** Counts and times the requests that a server answers. */
export function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS });
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
  return registry;
}

/** Registers `/healthz`, the only public endpoint about the process. */
export function registerHealth(app: FastifyInstance): void {
  app.get("/healthz", { logLevel: "warn" }, async () => ({ status: "ok" }));
}

/** Registers the operator's endpoints: `/readyz`, whether the process can serve, and `/metrics` for Prometheus. */
export function registerOperations(
  app: FastifyInstance,
  { needs, notes, registry }: OperationChecks & { registry: Registry },
): void {
  registerHealth(app);
  app.get("/readyz", { logLevel: "warn" }, async (_request, reply) => {
    const [needed, lastResults] = await Promise.all([needs, notes].map(runChecks));
    const isReady = areAllUp(needed);
    const status = isReady && !areAllUp(lastResults) ? "degraded" : isReady ? "ready" : "failing";
    return reply.code(isReady ? 200 : 503).send({ status, ...needed, ...lastResults });
  });
  app.get("/metrics", { logLevel: "warn" }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

/** Creates the check of whether all dependencies are available; it runs at most once a second. */
export function createReadiness({ needs }: Pick<OperationChecks, "needs">): () => Promise<boolean> {
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);
  return () => {
    if (performance.now() - askedAtMs > READINESS_TTL_MS) {
      askedAtMs = performance.now();
      answer = runChecks(needs).then(areAllUp);
    }
    return answer;
  };
}

const areAllUp = (parts: Record<string, boolean> = {}): boolean => Object.values(parts).every((isUp) => isUp);

async function runChecks(checks: OperationChecks["needs"]): Promise<Record<string, boolean>> {
  const results = Object.entries(checks).map(
    async ([name, check]) => [name, await runWithTimeout(check)] as const,
  );
  return Object.fromEntries(await Promise.all(results));
}

async function runWithTimeout(check: DependencyCheck): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const giveUp = new AbortController();
  const timer = setTimeout(() => {
    late.resolve(false);
    giveUp.abort();
  }, CHECK_INTERVAL_MS);
  try {
    return await Promise.race([check(giveUp.signal).catch(() => false), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
