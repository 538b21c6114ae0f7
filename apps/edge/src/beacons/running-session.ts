import { randomUUID } from "node:crypto";
import type { BeaconTokens } from "./beacon-tokens.ts";

/** A laptop that slept for longer begins another session. */
const PROOF_GRACE_MS = 3_600_000;

/** The claim of a play call about the session that it continues. */
export interface RequestedSession {
  sessionId?: string | undefined;
  /** The last token of its beacons. */
  beaconToken?: string | undefined;
}

/** A session by its name and its beginning. */
export interface RunningSession {
  sessionId: string;
  bornAtMs: number;
  /** Begun by this call: its birth alone does not show it, as a renewal can come within the same millisecond. */
  isNew: boolean;
}

/**
 * The session that a play call goes on with, or a new one. Its name alone proves nothing, as peers know it: without the token
 * that an edge gave to this session for this video, the call gets another name and is born now. So a birth can neither be put
 * back nor taken from someone else.
 */
export function continueSession(
  { sessionId, beaconToken }: RequestedSession,
  watched: { clientId: string; video: string },
  tokens: Pick<BeaconTokens, "verify">,
  nowMs = Date.now(),
): RunningSession {
  const begun = { sessionId: randomUUID(), bornAtMs: nowMs, isNew: true };
  if (sessionId === undefined || beaconToken === undefined) return begun;
  try {
    const claims = tokens.verify(beaconToken, PROOF_GRACE_MS);
    const isProven =
      claims.sessionId === sessionId &&
      claims.clientId === watched.clientId &&
      claims.video === watched.video;
    if (!isProven) return begun;
    return { sessionId, bornAtMs: Math.min(claims.bornAtMs, nowMs), isNew: false };
  } catch {
    return begun;
  }
}
