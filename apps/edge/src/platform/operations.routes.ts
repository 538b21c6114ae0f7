import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ClientAddressOf } from "./client-address.ts";
import type { EdgeMetrics } from "./metrics.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1"]);

export interface OperationsOptions {
  metrics: EdgeMetrics;
  addressOf: ClientAddressOf;
  internalSecret: string;
  /** What an operator wants to know of the neighbours; none of them makes the edge unready, since playback goes on. */
  state: () => Record<string, unknown>;
  isClosing: () => boolean;
  /** Sets the gauges to what is now. */
  measure: () => void;
}

/** `/healthz`, `/readyz` and, for loopback or the bearer of the installation's secret, `/metrics`. */
export function registerOperations(app: FastifyInstance, options: OperationsOptions): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_, reply) => {
    const status = options.isClosing() ? "closing" : "ready";
    return reply.code(status === "ready" ? 200 : 503).send({ status, ...options.state() });
  });
  app.get("/metrics", async (req, reply) => {
    if (!mayRead(req, options)) throw new AppError("forbidden", "Metrics are for the operator");
    options.measure();
    const { registry } = options.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead(req: FastifyRequest, { addressOf, internalSecret }: OperationsOptions): boolean {
  const isForwarded = req.headers["x-forwarded-for"] !== undefined;
  if (LOOPBACK.has(addressOf(req.raw)) && !isForwarded) return true;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(req.headers.authorization ?? ""), digest(`Bearer ${internalSecret}`));
}
