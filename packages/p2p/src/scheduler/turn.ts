import { expectedBytes, serverMs, serverNeedMs, slackMs } from "./deadline.ts";
import { holdsSegment } from "./holdings.ts";
import { hasPendingRequest } from "./peer-requests.ts";
import {
  anyPeer,
  assumedUplinkKbps,
  hasHolder,
  isFetching,
  isHolder,
  isTrusted,
  offersSegment,
  ownUplinkKbps,
  paceOf,
} from "./peers.ts";
import { missingBytes } from "./pieces.ts";
import { countBefore, scoreOf } from "./rendezvous.ts";
import type { PeerView, SwarmState, Want } from "./state.ts";
import * as TUNING from "./tuning.ts";

/** Returns whether the rules allow peers and there are enough viewers. */
export function isSwarming(state: SwarmState): boolean {
  const { rules, audience } = state;
  return rules.enabled && rules.maxPeers > 0 && (audience === null || audience >= rules.viewerThreshold);
}

/**
 * Returns whether a segment must be requested from the server now to be in time. While the playhead stands still, segments that the
 * player has not requested are not due. Otherwise, viewers joining a live would fetch the first two segments from the server,
 * although their peers had both.
 */
export function isUrgent(state: SwarmState, want: Want, nowMs: number): boolean {
  const isDue = !want.isPrefetch || state.playhead.isMoving;
  return isDue && slackMs(state, want, nowMs) <= serverNeedMs(state, want);
}

/** Returns whether unassigned bytes must be requested from the server now. */
export function isServerTurn(state: SwarmState, want: Want, nowMs: number): boolean {
  if (want.isServerOnly || !isSwarming(state)) return true;
  // Segments are prefetched one at a time. In parallel, all of them would arrive only with the last one.
  if (want.isPrefetch && (isFetchingFromServer(state) || isSiteFetching(state, nowMs))) return false;
  if (isUrgent(state, want, nowMs) && !hasQuickPeer(state, want, nowMs)) return true;
  const waitedMs = nowMs - want.sinceMs;
  // While the playhead moves, the wait needs no limit, because the deadline approaches anyway.
  if (!want.isPrefetch && !state.playhead.isMoving && waitedMs > TUNING.maxWaitMs) return true;
  const hasMet = nowMs >= state.connectingUntilMs;
  if (hasNoPeers(state)) return hasMet || state.audience === 1;
  if (!hasMet || anyPeer(state, (peer) => canServe(peer, want, nowMs))) return false;
  // A viewer who cannot upload does not prefetch, because no peer could get the segment from them.
  if (want.isPrefetch && ownUplinkKbps(state) === 0) return false;
  return waitedMs >= turnDelayMs(state, want, nowMs);
}

/**
 * Returns whether a peer will deliver this long before the server would, as far as both times are known. The peer has, fetches or
 * needs the segment and is fast, counted from the time of the next possible request to it. This is the case when many viewers share
 * one saturated line, as in an office, where each viewer who also uses the server adds to the load.
 */
function hasQuickPeer(state: SwarmState, want: Want, nowMs: number): boolean {
  const { usual, worst } = serverMs(state, want);
  if (state.server.sampleMs === 0) return false;
  const bytes = missingBytes(want, expectedBytes(state, want));
  const uploadMs = (peer: PeerView, id: string) =>
    Math.max(0, (want.notBefore[id] ?? 0) - nowMs) + (bytes / paceOf(state, peer)) * 1000;
  return anyPeer(
    state,
    (peer, id) =>
      uploadMs(peer, id) * TUNING.fastPeerFactor <= usual &&
      isTrusted(peer, nowMs) &&
      ((offersSegment(peer, want) && !hasPendingRequest(state, id)) ||
        isFetching(peer, want, worst, nowMs) ||
        // If a peer has the segment, other viewers that need it request it from that peer as well; otherwise, viewers that are still
        // connecting do not start.
        (holdsSegment(peer.want, want) &&
          (peer.isNear || nowMs >= state.connectingUntilMs) &&
          !hasHolder(state, want, nowMs))),
  );
}

export const hasNoPeers = (state: SwarmState): boolean => !anyPeer(state, () => true);

const isFetchingFromServer = ({ wants }: SwarmState): boolean =>
  Object.values(wants).some(({ pieces }) => pieces.some(({ peerId }) => peerId === ""));

/** Returns whether a peer at this viewer's site is fetching from the server over the same line. Peers elsewhere do not count. */
const isSiteFetching = ({ peers }: SwarmState, nowMs: number): boolean => {
  const all = Object.values(peers);
  const begun = all.flatMap(({ fetching }) => Object.values(fetching));
  return all.every(({ isNear }) => isNear) && begun.some((atMs) => nowMs - atMs < TUNING.fetchingTrustMs);
};

/**
 * Returns whether a reliable peer has the segment, whether a peer fetches it, or whether a channel has just opened and its
 * announcement is on the way.
 */
const canServe = (peer: PeerView, want: Want, nowMs: number): boolean =>
  isHolder(peer, want, nowMs) ||
  isFetching(peer, want, TUNING.fetchingTrustMs, nowMs) ||
  (!peer.isKnown && nowMs - peer.openedAtMs < TUNING.peerSilenceMs);

/**
 * Returns the delay until this viewer fetches a segment that no peer has. It consists of the settling time and a delay for each
 * backup ahead of this viewer.
 */
function turnDelayMs(state: SwarmState, want: Want, nowMs: number): number {
  const rank = Math.max(countLocalRank(state, want), estimateHiddenRank(state, want));
  const settleMs = Math.max(TUNING.settleMs, slackMs(state, want, nowMs) * TUNING.settleOfSlack);
  return settleMs + TUNING.backupStepMs * Math.log2(1 + rank);
}

/** Counts the known peers that also need the segment and come before this viewer. */
function countLocalRank(state: SwarmState, want: Want): number {
  const others = Object.entries(state.peers)
    .filter(([, peer]) => holdsSegment(peer.want, want))
    .map(([id, peer]) => ({ id, weight: assumedUplinkKbps(state, peer) }));
  return countBefore(want.segment, { id: state.selfId, weight: ownUplinkKbps(state) }, others);
}

/**
 * Estimates how many viewers of the whole swarm come before this one, taking its peers as a sample. A few viewers of the whole
 * swarm therefore fetch, rather than one in every neighbourhood, and copies reach the others hop by hop.
 */
function estimateHiddenRank(state: SwarmState, want: Want): number {
  const peers = Object.values(state.peers);
  const hidden = (state.audience ?? 1) - 1 - peers.length;
  if (hidden <= 0) return 0;
  const score = scoreOf(want.segment, state.selfId, ownUplinkKbps(state));
  let before = 0;
  for (const peer of peers) {
    if (holdsSegment(peer.want, want)) before += 1 - Math.exp(-assumedUplinkKbps(state, peer) * score);
  }
  return Math.floor(((before / peers.length) * hidden) / TUNING.seedCount);
}
