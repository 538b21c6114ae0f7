import type { Announcement, SegmentId } from "../protocol/index.ts";
import { hashText } from "./rendezvous.ts";
import type { PeerView, SwarmState, Want } from "./state.ts";
import { TUNING } from "./tuning.ts";

export const createPeerView = (openedAtMs: number): PeerView => ({
  isKnown: false,
  openedAtMs,
  have: new Set(),
  fetching: new Map(),
  want: new Set(),
  penalty: 0,
  penaltyAtMs: 0,
});

export function penaltyOf(peer: PeerView, nowMs: number): number {
  return peer.penalty * 0.5 ** ((nowMs - peer.penaltyAtMs) / TUNING.penaltyHalfLifeMs);
}

export function punish(state: SwarmState, peerId: string, points: number, nowMs: number): SwarmState {
  const peer = state.peers[peerId];
  if (!peer) return state;
  const penalty = penaltyOf(peer, nowMs) + points;
  return { ...state, peers: { ...state.peers, [peerId]: { ...peer, penalty, penaltyAtMs: nowMs } } };
}

/** Applies what a peer said of its segments. */
export function applyAnnouncements(
  peer: PeerView,
  entries: readonly Announcement[],
  nowMs: number,
): PeerView {
  const have = new Set(peer.have);
  const fetching = new Map(peer.fetching);
  const want = new Set(peer.want);
  for (const { segment, holding } of entries) {
    have.delete(segment);
    fetching.delete(segment);
    want.delete(segment);
    if (holding === "have") have.add(segment);
    if (holding === "fetching") fetching.set(segment, nowMs);
    if (holding === "want") want.add(segment);
  }
  return { ...peer, isKnown: true, have, fetching, want };
}

/** How many segments we are taking from a peer now. */
function loadOf(state: SwarmState, peerId: string): number {
  return Object.values(state.wants).filter(({ source }) => source.via === "peer" && source.peerId === peerId)
    .length;
}

/**
 * The peer to ask for a segment: it has it, is not busy with us, has behaved; among equals each viewer picks another,
 * so that nobody carries the swarm.
 */
export function pickHolder(state: SwarmState, want: Want, nowMs: number): string | undefined {
  const holders = Object.entries(state.peers)
    .filter(([id, peer]) => peer.have.has(want.segment) && (want.notBefore[id] ?? 0) <= nowMs)
    .map(([id, peer]) => ({ id, penalty: penaltyOf(peer, nowMs), load: loadOf(state, id) }))
    .filter(({ penalty }) => penalty <= TUNING.penaltyMax)
    .map((holder) => ({ ...holder, tie: hashText(`${want.segment}|${state.selfId}|${holder.id}`) }));
  holders.sort((a, b) => a.load - b.load || Math.round(a.penalty - b.penalty) || a.tie - b.tie);
  return holders[0]?.id;
}

/** A peer that behaves has the segment, busy or not. */
export function hasHolder(state: SwarmState, segment: SegmentId, nowMs: number): boolean {
  return Object.values(state.peers).some(
    (peer) => peer.have.has(segment) && penaltyOf(peer, nowMs) <= TUNING.penaltyMax,
  );
}

export function isFetchedByPeer(state: SwarmState, segment: SegmentId, nowMs: number): boolean {
  return Object.values(state.peers).some(
    (peer) => nowMs - (peer.fetching.get(segment) ?? Number.NEGATIVE_INFINITY) < TUNING.fetchingTrustMs,
  );
}

/** Those who want the segment now, without us. */
export function listWanters(state: SwarmState, segment: SegmentId): string[] {
  return Object.entries(state.peers)
    .filter(([, peer]) => peer.want.has(segment))
    .map(([id]) => id);
}
