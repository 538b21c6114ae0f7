import { type RouteSpec, routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";

/**
 * The minimum speed for a large body: three concurrent chunks on 1 Mbps each have four times as much. A slower sender would need
 * more than eight minutes per chunk and occupy memory all that time.
 */
export const SLOWEST_BYTES_PER_SEC = 10_000;
/** The length of a window in which the speed is measured: a connection that stalls in a tunnel may recover within this time. */
const PACE_WINDOW_MS = 20_000;

/**
 * Watches the speed at which bytes arrive.
 * @param countBytes the number received so far.
 * @param onSlow called once, after a window below the minimum speed.
 * @returns a function that stops watching.
 */
export function watchPace(countBytes: () => number, onSlow: () => void): () => void {
  let before = countBytes();
  const timer = setInterval(() => {
    const now = countBytes();
    const isSlow = now - before < (SLOWEST_BYTES_PER_SEC * PACE_WINDOW_MS) / 1_000;
    before = now;
    if (!isSlow) return;
    clearInterval(timer);
    onSlow();
  }, PACE_WINDOW_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The framework's overall limit: at the minimum speed, an upload chunk takes eight minutes. */
export const MAX_BODY_DURATION_MS = 600_000;
/** The time limit of all other bodies, which are small and arrive immediately or never. */
const BODY_TIMEOUT_MS = 120_000;
const SLOW_ROUTES: readonly RouteSpec[] = [routes.uploadChunk, routes.uploadArrivalChunk];

/** Closes connections whose body does not complete in time. */
export function boundBodyTime(app: FastifyInstance, bodyMs = BODY_TIMEOUT_MS): void {
  app.addHook("onRequest", async ({ raw, headers, routeOptions }) => {
    const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    const { contract } = routeOptions.config;
    if (!hasBody || raw.complete || (contract && SLOW_ROUTES.includes(contract))) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, bodyMs);
    timer.unref();
    raw.once("close", () => clearTimeout(timer));
  });
}
