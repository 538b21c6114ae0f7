import type { PlayRequest, PlaySession } from "@shoal/contract";
import type { PlayerFaultType } from "../faults.ts";

export interface PlayCall {
  /** Origin of the edge, without a final slash. */
  edgeUrl: string;
  uuid: string;
  referrer: string;
  /** A running session that needs a fresh token. */
  sessionId?: string;
}

/** The edge did not let the video be played, or could not be reached (`status` 0). */
export class PlayCallError extends Error {
  readonly type: PlayerFaultType;
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, cause?: unknown) {
    super(`Play call answered ${status} ${code}`, { cause });
    this.name = "PlayCallError";
    this.status = status;
    this.code = code;
    this.type = faultOf(status, code);
  }
}

function faultOf(status: number, code: string): PlayerFaultType {
  if (code === "playback_not_ready") return "not_ready";
  if (code === "playback_not_started") return "not_started";
  if (code === "playback_failed") return "encoding_failed";
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

/** @throws PlayCallError */
export async function callPlay({ edgeUrl, uuid, referrer, sessionId }: PlayCall): Promise<PlaySession> {
  const body: Partial<PlayRequest> = sessionId === undefined ? { referrer } : { referrer, sessionId };
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${edgeUrl}/play/${encodeURIComponent(uuid)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    answer = await response.json();
  } catch (cause) {
    throw new PlayCallError(0, "unreachable", cause);
  }
  if (response.ok && isSession(answer)) return answer;
  throw new PlayCallError(response.ok ? 502 : response.status, codeOf(answer));
}

function codeOf(answer: unknown): string {
  const isCoded = typeof answer === "object" && answer !== null && "code" in answer;
  return isCoded ? String(answer.code) : "unknown";
}
