import { AppError, BeaconBatch } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { ClientAddressOf } from "../platform/client-address.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { parseOrRefuse } from "../platform/parse.ts";
import type { Places } from "../platform/places.ts";
import { RateLimiter } from "../platform/rate-limiter.ts";
import type { PlaybackTokens } from "../playback/playback-token.ts";
import { rowsOf } from "./session-minutes.ts";
import type { Shipper } from "./shipper.ts";
import type { Spool } from "./spool.ts";

/** The last beacon of a session may come after its token; what is counted is old by then anyway. */
const TOKEN_GRACE_MS = 600_000;
/** A player sends 6 a minute and a few more when its tab is hidden and shown. */
const BEACONS_PER_MINUTE = 60;

export interface BeaconRoutesOptions {
  tokens: PlaybackTokens;
  places: Places;
  addressOf: ClientAddressOf;
  spool: Spool;
  shipper: Shipper;
  metrics: EdgeMetrics;
}

/** `POST /beacons`: takes what players count; answers 202 when it is on disk. */
export function registerBeaconRoutes(app: FastifyInstance, options: BeaconRoutesOptions): void {
  const { tokens, places, addressOf, spool, shipper, metrics } = options;
  const limiter = new RateLimiter({ perMinute: BEACONS_PER_MINUTE });
  app.post("/beacons", async (req, reply) => {
    const batch = parseOrRefuse(BeaconBatch, req.body);
    const claims = tokens.verify(batch.token, TOKEN_GRACE_MS);
    if (!limiter.take(claims.sessionId))
      throw new AppError("too_many_requests", "Too many beacons of a session");
    const rows = rowsOf(batch, { claims, place: places.find(addressOf(req.raw)), nowMs: Date.now() });
    if (rows.length === 0) throw outsideWindow();
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    await spool.append(lines, rows.length).catch((error: unknown) => {
      metrics.beaconsRefused.inc();
      throw error;
    });
    metrics.beaconRows.inc(rows.length);
    shipper.notice();
    return reply.code(202).send();
  });
}

const outsideWindow = () =>
  new AppError("bad_request", "No minute of the batch can be counted", [
    { path: "minutes", reason: "must lie within the last hour" },
  ]);
