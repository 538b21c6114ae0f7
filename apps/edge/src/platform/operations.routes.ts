import type { FastifyInstance } from "fastify";
import type { EdgeMetrics } from "./metrics.ts";

export interface OperationsOptions {
  metrics: EdgeMetrics;
  /** What an operator wants to know of the neighbours; none of them makes the edge unready, since playback goes on. */
  state: () => Record<string, unknown>;
  isClosing: () => boolean;
  /** Sets the gauges to what is now. */
  measure: () => void;
}

/** `/healthz`: the process lives. All that the public learns of it. */
export function registerHealth(app: FastifyInstance): void {
  app.get("/healthz", async () => ({ status: "ok" }));
}

/** `/readyz` and `/metrics`, on the address that is the operator's alone. */
export function registerOperations(app: FastifyInstance, options: OperationsOptions): void {
  registerHealth(app);
  app.get("/readyz", async (_, reply) => {
    const status = options.isClosing() ? "closing" : "ready";
    return reply.code(status === "ready" ? 200 : 503).send({ status, ...options.state() });
  });
  app.get("/metrics", async (_, reply) => {
    options.measure();
    const { registry } = options.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
