import { UPLINK_UNKNOWN } from "../protocol/index.ts";
import { fetchKey, holdsSegment } from "./holdings.ts";
import type { PeerView, SwarmState, Want } from "./state.ts";
import * as TUNING from "./tuning.ts";

export const createPeerView = (openedAtMs: number, isNear: boolean | undefined): PeerView => ({
  have: {},
  want: {},
  fetching: {},
  isKnown: false,
  openedAtMs,
  isNear,
  penalty: 0,
  penaltyAtMs: 0,
  uplinkKbps: UPLINK_UNKNOWN,
  bytesPerSec: 0,
  unansweredRequests: 0,
});

export function setPeer(state: SwarmState, peerId: string, change: Partial<PeerView>): SwarmState {
  const peer = state.peers[peerId];
  return peer ? { ...state, peers: { ...state.peers, [peerId]: { ...peer, ...change } } } : state;
}

export function penaltyOf(peer: PeerView, nowMs: number): number {
  if (peer.penalty === 0) return 0;
  return peer.penalty * 0.5 ** ((nowMs - peer.penaltyAtMs) / TUNING.penaltyHalfLifeMs);
}

export const isTrusted = (peer: PeerView, nowMs: number): boolean =>
  penaltyOf(peer, nowMs) <= TUNING.maxPenalty;

export function penalizePeer(state: SwarmState, peerId: string, points: number, nowMs: number): SwarmState {
  const peer = state.peers[peerId];
  if (!peer) return state;
  return setPeer(state, peerId, { penalty: penaltyOf(peer, nowMs) + points, penaltyAtMs: nowMs });
}

/** Returns the assumed uplink rate of a peer, in kbps. The peer's own claim is used as long as its transfers confirm it. */
export function assumedUplinkKbps(state: SwarmState, peer: PeerView): number {
  if (peer.unansweredRequests >= TUNING.maxUnansweredRequests) return 0;
  return effectiveKbps(state, peer.uplinkKbps);
}

export const ownUplinkKbps = (state: SwarmState): number => effectiveKbps(state, state.reportedKbps);

/**
 * Returns the rate to assume for a peer. An unmeasured peer counts as average. Otherwise it would never receive a request, and
 * would never be measured.
 */
function effectiveKbps(state: SwarmState, kbps: number): number {
  if (kbps !== UPLINK_UNKNOWN) return Math.min(TUNING.maxUplinkKbps, kbps);
  let sum = 0;
  let count = 0;
  for (const { uplinkKbps } of Object.values(state.peers)) {
    if (uplinkKbps === UPLINK_UNKNOWN || uplinkKbps === 0) continue;
    sum += Math.min(TUNING.maxUplinkKbps, uplinkKbps);
    count += 1;
  }
  return count > 0 ? sum / count : TUNING.uplinkUnknownKbps;
}

/** Returns the expected rate of a peer, in bytes per second. Until a peer at the same site is measured, no limit is assumed. */
export function paceOf(state: SwarmState, peer: PeerView): number {
  const isUnknown = peer.isNear && peer.uplinkKbps === UPLINK_UNKNOWN;
  return (
    peer.bytesPerSec || Math.max(1, isUnknown ? TUNING.maxUplinkKbps : assumedUplinkKbps(state, peer)) * 125
  );
}

/** Returns whether a peer has a segment and an uplink to send it. */
export const offersSegment = (peer: PeerView, want: Want): boolean =>
  peer.uplinkKbps !== 0 && holdsSegment(peer.have, want);

/** Returns whether any peer fulfils the condition. */
export function anyPeer(
  state: SwarmState,
  test: (peer: PeerView, id: string) => boolean | undefined,
): boolean {
  return Object.entries(state.peers).some(([id, peer]) => test(peer, id));
}

/** Returns whether the peer has the segment and is reliable. */
export const isHolder = (peer: PeerView, want: Want, nowMs: number): boolean =>
  offersSegment(peer, want) && isTrusted(peer, nowMs);

/** Returns whether any peer has the segment, whether or not it is busy. */
export const hasHolder = (state: SwarmState, want: Want, nowMs: number): boolean =>
  anyPeer(state, (peer) => isHolder(peer, want, nowMs));

/** Returns whether a peer's fetch from the server started within this time. */
export const isFetching = ({ fetching }: PeerView, want: Want, forMs: number, nowMs: number): boolean =>
  nowMs - (fetching[fetchKey(want)] ?? Number.NEGATIVE_INFINITY) < forMs;
