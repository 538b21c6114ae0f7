import type { FastifyInstance } from "fastify";
import type { EdgeMetrics } from "./metrics.ts";

export interface OperationsOptions {
  metrics: EdgeMetrics;
  /**
   * Returns the state of the dependencies, for the operator. None of them makes the edge unready, since playback continues without
   * them.
   */
  state: () => Record<string, unknown>;
  isClosing: () => boolean;
  /** Whether a service that viewers do not need is failing. The operator must see this, but no load balancer should act on it. */
  isDegraded: () => boolean;
  /** Sets the gauges to their current values. */
  measure: () => void;
}

/** Registers `/healthz`, which only reports that the process is alive, because other details are not public. */
export function registerHealth(app: FastifyInstance): void {
  app.get("/healthz", async () => ({ status: "ok" }));
}

/**
 * Registers `/readyz` and `/metrics` on the operator's address. An edge that can deliver is ready, whatever else fails: rows that
 * ClickHouse does not accept wait on disk, and another edge would fare no better.
 */
export function registerOperations(app: FastifyInstance, options: OperationsOptions): void {
  registerHealth(app);
  app.get("/readyz", async (_, reply) => {
    const isClosing = options.isClosing();
    const status = isClosing ? "closing" : options.isDegraded() ? "degraded" : "ready";
    return reply.code(isClosing ? 503 : 200).send({ status, ...options.state() });
  });
  app.get("/metrics", async (_, reply) => {
    options.measure();
    const { registry } = options.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
