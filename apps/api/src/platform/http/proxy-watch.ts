import { kindOfAddress } from "@shoal/safe-fetch";
import type { FastifyInstance } from "fastify";
import { Gauge, type Registry } from "prom-client";

const FORWARDING_HEADERS = ["x-forwarded-for", "forwarded", "x-real-ip"];
/** Repeats the warning at this interval, since people often read only the last hour of logs. */
const WARN_INTERVAL_MS = 3_600_000;

export interface ProxyWatch {
  /** Returns false once a request came through a proxy that is not configured. */
  isNamed(): boolean;
}

/**
 * Detects a proxy in front of the api that TRUSTED_PROXIES does not name: all callers then share its address, and the limit of
 * failures per address locks them all out. Anyone can send these headers from a public address, so only a proxy at another
 * address counts.
 */
export function watchProxies(
  app: FastifyInstance,
  { trusted, registry }: { trusted: readonly string[]; registry: Registry },
): ProxyWatch {
  let isNamed = true;
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  new Gauge({
    name: "shoal_unnamed_proxy",
    help: "1 when requests come through a proxy that TRUSTED_PROXIES does not name",
    registers: [registry],
    collect() {
      this.set(isNamed ? 0 : 1);
    },
  });
  if (trusted.length > 0) return { isNamed: () => true };
  app.addHook("onRequest", async (request) => {
    if (!FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)) return;
    if (kindOfAddress(request.socket.remoteAddress ?? "") === "public") return;
    isNamed = false;
    if (performance.now() - warnedAtMs < WARN_INTERVAL_MS) return;
    warnedAtMs = performance.now();
    app.log.error(
      { proxy: request.socket.remoteAddress },
      "Requests come through a proxy that TRUSTED_PROXIES does not name: all callers share its address, so failed sign-ins of some of them lock out all of them",
    );
  });
  return { isNamed: () => isNamed };
}
