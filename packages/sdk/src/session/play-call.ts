import type { ErrorBody } from "@shoal/contract";
import type { PlayPreview, PlayRequest, PlaySession } from "@shoal/contract/player";
import type { PlayerFaultType } from "../faults.ts";
import { responseTimeout } from "../response-timeout.ts";
import { recordResponse } from "./edge-clock.ts";

/** The page that embeds the player. It may allow its viewer to watch. */
export interface RequestingPage {
  referrer: string;
  /** Returns the current token of a client's backend, if there is one. */
  authorization?: (() => string | undefined) | undefined;
  /** Returns the current pass of a client's user, if this is a preview. */
  ownerPass?: (() => string | undefined) | undefined;
  /** Returns the viewer's current consent to share data, or undefined until the viewer answers. */
  consent?: (() => boolean | undefined) | undefined;
  /** Returns the viewer's id for the client, if proof mode needs one and the viewer may be identified. */
  viewer?: (() => string | undefined) | undefined;
  /** The page that embeds the platform's own player page, as stated by the edge. */
  pageProof?: string | undefined;
}

export interface PlayCall extends RequestingPage {
  /** The origin of the edge, without a trailing slash. */
  edgeUrl: string;
  /** The uuid of a video or an export link. */
  uuid: string;
  isLink?: boolean;
  /** The id of a running session that needs a fresh token. */
  sessionId?: string;
  /** The last token of the session's beacons, which proves that the session belongs to this page. */
  beaconToken?: string;
  /** The password as typed by the viewer. */
  password?: string;
  /** The id of an earlier session. */
  pass?: string | null;
  /** How long the edge may hold its response while there is nothing to play, in seconds. */
  waitSec?: number;
}

interface PlayCallErrorOptions {
  cause?: unknown;
  preview?: PlayPreview | undefined;
  retryAfterMs?: number | undefined;
  hasWaited?: boolean;
  hasEnded?: boolean;
}

/** An error for a play call that the edge rejected, or that did not reach it (`status` 0). */
export class PlayCallError extends Error {
  readonly type: PlayerFaultType;
  readonly code: string;
  readonly status: number;
  /** What to show the viewer in the meantime, if the edge stated it. */
  readonly preview: PlayPreview | undefined;
  /** The minimum delay before a retry, if the edge specified one. */
  readonly retryAfterMs: number | undefined;
  /** Whether the edge held its response as long as allowed. If so, the call may be repeated immediately. */
  readonly hasWaited: boolean;
  /** Whether the live was on air and has ended. */
  readonly hasEnded: boolean;

  constructor(
    status: number,
    code: string,
    { cause, preview, retryAfterMs, hasWaited = false, hasEnded = false }: PlayCallErrorOptions = {},
  ) {
    super(`Play call answered ${status} ${code}`, { cause });
    this.name = "PlayCallError";
    this.status = status;
    this.code = code;
    this.preview = preview;
    this.retryAfterMs = retryAfterMs;
    this.hasWaited = hasWaited;
    this.hasEnded = hasEnded;
    this.type = faultOf(status, code);
  }
}

const FAULT_OF_CODE: Record<string, PlayerFaultType> = {
  playback_not_ready: "not_ready",
  playback_live_offline: "live_offline",
  playback_not_started: "not_started",
  playback_password_required: "password_required",
  playback_password_wrong: "password_wrong",
  playback_failed: "encoding_failed",
  playback_streaming_off: "streaming_off",
  playback_address_denied: "address_denied",
  playback_country_denied: "country_denied",
  playback_vpn_denied: "vpn_denied",
  playback_website_denied: "website_denied",
  playback_subdomain_denied: "subdomain_denied",
  playback_authorization_required: "authorization_required",
  playback_authorization_invalid: "authorization_invalid",
  playback_suspended: "suspended",
  link_expired: "link_ended",
  // The page around a preview will soon provide another pass, so the call is repeated.
  token_invalid: "network",
};

function faultOf(status: number, code: string): PlayerFaultType {
  const known = FAULT_OF_CODE[code];
  if (known) return known;
  if (status === 404 || status === 410) return "not_found";
  if (status === 401 || status === 403) return "denied";
  return "network";
}

const isSession = (value: unknown): value is PlaySession =>
  typeof value === "object" &&
  value !== null &&
  "hlsUrl" in value &&
  "token" in value &&
  "p2p" in value &&
  "beacon" in value;

/** Requests a play session. @throws PlayCallError */
export async function callPlay(call: PlayCall): Promise<PlaySession> {
  const { edgeUrl, uuid, isLink, waitSec = 0 } = call;
  let response: Response;
  let answer: unknown;
  const askedAtMs = performance.now();
  let receivedAtMs: number;
  try {
    response = await fetch(`${edgeUrl}/play/${isLink ? "x/" : ""}${encodeURIComponent(uuid)}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(waitSec > 0 ? { prefer: `wait=${waitSec}` } : {}),
      },
      body: JSON.stringify(requestOf(call)),
      signal: responseTimeout(waitSec),
    });
    receivedAtMs = performance.now();
    answer = await response.json();
  } catch (cause) {
    throw new PlayCallError(0, "unreachable", { cause });
  }
  if (response.ok && isSession(answer)) {
    recordResponse(answer, { url: response.url, askedAtMs, receivedAtMs });
    return answer;
  }
  const { code = "unknown", preview, fields } = refusalIn(answer);
  const retryAfterMs = Number(response.headers.get("retry-after")) * 1_000 || undefined;
  const hasWaited = response.headers.get("preference-applied") === "wait";
  const hasEnded = fields?.some(({ path }) => path === "live") ?? false;
  const options = { preview, retryAfterMs, hasWaited, hasEnded };
  throw new PlayCallError(response.ok ? 502 : response.status, code, options);
}

function requestOf(call: PlayCall): Partial<PlayRequest> {
  const { referrer, sessionId, beaconToken, password, pass, pageProof } = call;
  const authorization = call.authorization?.();
  const consent = call.consent?.();
  const viewer = call.viewer?.();
  const ownerPass = call.ownerPass?.();
  return {
    referrer,
    ...(authorization ? { authorization } : {}),
    ...(ownerPass ? { ownerPass } : {}),
    ...(consent === undefined ? {} : { consent }),
    ...(viewer === undefined ? {} : { viewer }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(beaconToken === undefined ? {} : { beaconToken }),
    ...(password === undefined ? {} : { password }),
    ...(pass ? { pass } : {}),
    ...(pageProof ? { pageProof } : {}),
  };
}

function refusalIn(answer: unknown): Partial<Pick<ErrorBody, "code" | "preview" | "fields">> {
  const isCoded = typeof answer === "object" && answer !== null && "code" in answer;
  return isCoded ? (answer as ErrorBody) : {};
}
