import { anyPeer, isFetching, isHolder } from "./peers.ts";
import { endPiece, remainderOf, setWant } from "./pieces.ts";
import { scoreOf } from "./rendezvous.ts";
import type { PeerView, SwarmState, Transition, Want } from "./state.ts";
import * as TUNING from "./tuning.ts";
import { isServerTurn } from "./turn.ts";
import { abandonWant, recordServerTimes } from "./wants.ts";

/**
 * Viewers of a site who open a video at the same time start fetching before they are connected, and share the site's line. If the
 * server would still take a while, a viewer cancels the server's transfer in favour of a peer on site, unless half of the segment
 * has already arrived. This peer either has the segment, or is the first in the order among those that fetch it. The line then
 * carries the missing bytes only once, and they arrive sooner.
 */
export function concedeToPeer(state: SwarmState, want: Want, nowMs: number): Transition {
  const still: Transition = { state, effects: [] };
  const [piece] = want.pieces;
  // A viewer concedes only once. A viewer who returns to the server stays with it.
  if (piece?.peerId !== "" || want.received.length > 0 || !want.isVerifiable) return still;
  const { at, sinceMs, startsAtMs } = piece;
  const rest = remainderOf(want, piece, 0, nowMs);
  const score = (id: string) => scoreOf(want.segment, id, 1);
  const isBefore = (peer: PeerView, id: string) =>
    at < rest.bytes &&
    isFetching(peer, want, TUNING.fetchingTrustMs, nowMs) &&
    score(id) < score(state.selfId);
  const isBetter = (peer: PeerView, id: string) =>
    peer.isNear && (isHolder(peer, want, nowMs) || isBefore(peer, id));
  if (rest.ms < TUNING.concedeAboveMs || !anyPeer(state, isBetter)) return still;
  const conceded = { ...endPiece(want, piece), isAnnounced: false };
  // The waiting time is estimated from the server's previous responses.
  const pace = { latencyMs: startsAtMs - sinceMs, bytes: at, durationMs: nowMs - startsAtMs };
  const next = setWant(recordServerTimes(state, pace), conceded);
  if (isServerTurn(next, conceded, nowMs)) return still;
  return { state: next, effects: abandonWant(state, { type: "abandon", segment: want.segment }).effects };
}
