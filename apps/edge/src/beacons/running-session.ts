import { randomUUID } from "node:crypto";
import type { BeaconTokens } from "./beacon-tokens.ts";

/** How long after its expiry a token still proves its session. A laptop that has slept for longer starts a new session. */
const PROOF_GRACE_MS = 3_600_000;

/** What a play call sends to prove the session that it continues. */
export interface RequestedSession {
  sessionId?: string | undefined;
  /** The last token of the session's beacons. */
  beaconToken?: string | undefined;
}

/** The media that a play call requests. A session continues only with a call for the same media that must pass the same checks. */
export interface ContinuedMedia {
  clientId: string;
  video: string;
  /**
   * Whether the plugin makes the call: its sessions start without some checks of our own player, such as the one for an exhausted
   * budget.
   */
  isPlugin: boolean;
  /** Whether a user of the client previews the video. */
  isPreview: boolean;
}

/** A session with its id and birth. */
export interface RunningSession {
  sessionId: string;
  bornAtMs: number;
  /**
   * Whether this call started the session. The birth alone does not tell, since a renewal can follow within the same millisecond.
   */
  isNew: boolean;
}

/**
 * Returns the session that a play call continues, or a new one. Peers know the session id, so it proves nothing: the call must also
 * send the token that an edge issued for this session and video. Otherwise it gets a new id and a birth of now, so that no caller
 * can backdate a birth or take over another session.
 */
export function continueSession(
  { sessionId, beaconToken }: RequestedSession,
  media: ContinuedMedia,
  tokens: Pick<BeaconTokens, "verify">,
  nowMs = Date.now(),
): RunningSession {
  const opened = { sessionId: randomUUID(), bornAtMs: nowMs, isNew: true };
  if (sessionId === undefined || beaconToken === undefined) return opened;
  try {
    const claims = tokens.verify(beaconToken, PROOF_GRACE_MS);
    const isProven =
      claims.sessionId === sessionId &&
      claims.clientId === media.clientId &&
      claims.video === media.video &&
      // Only tokens of the plugin contain where media come from.
      (claims.isElsewhere !== undefined) === media.isPlugin &&
      (claims.isPreview ?? false) === media.isPreview;
    if (!isProven) return opened;
    return { sessionId, bornAtMs: Math.min(claims.bornAtMs, nowMs), isNew: false };
  } catch {
    return opened;
  }
}
