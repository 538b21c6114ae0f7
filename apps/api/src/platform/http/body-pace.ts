import { type RouteSpec, routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";

/**
 * The slowest allowed line for a large body: three concurrent chunks on 1 Mbit/s each have four times as much. A slower caller
 * needs more than eight minutes a chunk and holds its memory for all of them.
 */
export const SLOWEST_BYTES_PER_SEC = 10_000;
/** A line that stands still in a tunnel may go on behind it. */
const WINDOW_MS = 20_000;

/**
 * Watches how fast bytes come in.
 * @param countBytes how many have come until now.
 * @param onSlow called once, after a window in which fewer came than the slowest line brings.
 * @returns what ends the watch.
 */
export function watchPace(countBytes: () => number, onSlow: () => void): () => void {
  let before = countBytes();
  const timer = setInterval(() => {
    const now = countBytes();
    const isSlow = now - before < (SLOWEST_BYTES_PER_SEC * WINDOW_MS) / 1_000;
    before = now;
    if (!isSlow) return;
    clearInterval(timer);
    onSlow();
  }, WINDOW_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The framework's limit for all: a chunk of an upload comes on the slowest line that is let in within eight minutes. */
export const LONGEST_BODY_MS = 600_000;
/** Anything else is small, and comes at once or never. */
const BODY_MS = 120_000;
const LONG: readonly RouteSpec[] = [routes.uploadChunk, routes.uploadArrivalChunk];

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
