import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError, OUTRO_BEACON_PATH, OutroBeacon, type OutroSessionRow } from "@shoal/contract";
import { OPEN_HEADERS } from "../platform/headers.ts";
import { parseJson, readRequestBody } from "../platform/json-body.ts";
import { parseOrRefuse } from "../platform/parse.ts";
import { RateLimiter } from "../platform/rate-limiter.ts";
import type { PlaybackClaims, PlaybackTokens } from "../playback/playback-token.ts";
import type { Shipper } from "./shipper.ts";
import type { Spool } from "./spool.ts";
import { isRobotAgent } from "./user-agents.ts";

/** How long a token can still sign beacons after its expiry: viewers may click an outro long after the video has ended. */
const TOKEN_GRACE_MS = 3_600_000;
const OUTROS_PER_MINUTE = 60;
const MAX_BODY_BYTES = 4_000;

export interface OutroServerOptions {
  tokens: PlaybackTokens;
  spool: Spool;
  shipper: Shipper;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
}

/**
 * `POST /beacons/outro`: accepts a session's counters for an outro and responds 202 once they are on disk. Bypasses the framework,
 * as the other beacons do.
 */
export class OutroServer {
  readonly #options: OutroServerOptions;
  readonly #limiter = new RateLimiter({ perMinute: OUTROS_PER_MINUTE });
  constructor(options: OutroServerOptions) {
    this.#options = options;
  }

  /**
   * Handles a request for `POST /beacons/outro`.
   * @returns false for any other request.
   */
  handle(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== "POST" || req.url !== OUTRO_BEACON_PATH) return false;
    this.#receive(req).then(
      () => res.writeHead(202, ACCEPTED_HEADERS).end(),
      (error: unknown) => this.#options.onError(error, req, res),
    );
    return true;
  }

  async #receive(req: IncomingMessage): Promise<void> {
    const { tokens, spool, shipper } = this.#options;
    const beacon = parseOrRefuse(OutroBeacon, parseJson(await readRequestBody(req, MAX_BODY_BYTES)));
    const claims = tokens.verify(beacon.token, TOKEN_GRACE_MS);
    if (!this.#limiter.tryConsume(claims.sessionId))
      throw new AppError("too_many_requests", "Too many beacons of a session");
    if (claims.previewUserUuid !== undefined || isRobotAgent(req.headers["user-agent"])) return;
    await spool.append(`${JSON.stringify(outroRowOf(beacon, claims, Date.now()))}\n`, 1);
    shipper.notice();
  }
}

/** Returns a session's row. Client and video are taken from the token, whatever the page claims. */
function outroRowOf(beacon: OutroBeacon, claims: PlaybackClaims, nowMs: number): OutroSessionRow {
  const { shown, buttonClicks, subtextClicks } = beacon;
  return {
    client_uuid: claims.clientId,
    outro_uuid: beacon.outro,
    video_uuid: claims.uuid,
    session_uuid: claims.sessionId,
    version: shown + buttonClicks + subtextClicks,
    at: Math.floor(nowMs / 1000),
    shown,
    button_clicks: buttonClicks,
    subtext_clicks: subtextClicks,
  };
}

const ACCEPTED_HEADERS = { ...OPEN_HEADERS, "Content-Length": "0", "Cache-Control": "no-store" };
