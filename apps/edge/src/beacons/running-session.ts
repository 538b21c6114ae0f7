import { randomUUID } from "node:crypto";
import type { BeaconTokens } from "./beacon-tokens.ts";

/** How long after its expiry a token still proves its session. A laptop that has slept for longer starts a new session. */
const PROOF_GRACE_MS = 3_600_000;

/** What a play call reports about the session that it continues. */
export interface RequestedSession {
  sessionId?: string | undefined;
  /** The last token of the session's beacons. */
  beaconToken?: string | undefined;
}

/** A session with its id and birth. */
export interface RunningSession {
  sessionId: string;
  bornAtMs: number;
  /** Whether this call started the session: its birth alone is not enough, since a renewal can follow within the same millisecond. */
  isNew: boolean;
}

/**
 * The session that a play call continues, or a new one. The session id is no proof, since peers know it: without the token that an edge
 * issued for this session and video, the call gets a new id and counts as born now. A birth can therefore be neither backdated nor taken
 * over from another session.
 */
export function continueSession(
  { sessionId, beaconToken }: RequestedSession,
  watched: { clientId: string; video: string },
  tokens: Pick<BeaconTokens, "verify">,
  nowMs = Date.now(),
): RunningSession {
  const opened = { sessionId: randomUUID(), bornAtMs: nowMs, isNew: true };
  if (sessionId === undefined || beaconToken === undefined) return opened;
  try {
    const claims = tokens.verify(beaconToken, PROOF_GRACE_MS);
    const isProven =
      claims.sessionId === sessionId &&
      claims.clientId === watched.clientId &&
      claims.video === watched.video;
    if (!isProven) return opened;
    return { sessionId, bornAtMs: Math.min(claims.bornAtMs, nowMs), isNew: false };
  } catch {
    return opened;
  }
}
