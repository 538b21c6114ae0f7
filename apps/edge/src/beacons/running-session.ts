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

/** The media of a call. A session is continued only by a call for the same media that has to pass the same checks. */
export interface ContinuedMedia {
  clientId: string;
  video: string;
  /** Whether the plugin calls, whose sessions start without the checks of our own player, such as an exhausted budget. */
  isPlugin: boolean;
  /** Whether a user of the client previews the video. */
  isPreview: boolean;
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
