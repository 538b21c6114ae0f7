import { isAhead } from "./ahead.ts";
import { serverNeedMs, serverTakesMs, slackMs } from "./deadline.ts";
import { holds } from "./holdings.ts";
import { isFetching, isHolder, isQuick, isTrusted, offers, ownWorth, somePeer, worthOf } from "./peers.ts";
import { rankPeers, scoreOf } from "./rendezvous.ts";
import type { PeerView, SwarmState, Want } from "./state.ts";
import * as TUNING from "./tuning.ts";

/** Peers are allowed by the rules and there are enough viewers. */
export function isSwarming(state: SwarmState): boolean {
  const { rules, audience } = state;
  return rules.enabled && rules.maxPeers > 0 && (audience === null || audience >= rules.viewerThreshold);
}

/** It would be too late to ask the server any later. */
export function isUrgent(state: SwarmState, want: Want, nowMs: number): boolean {
  return slackMs(state, want, nowMs) <= serverNeedMs(state, want);
}

/** Whether what nobody has been asked for is to come from the server now. */
export function isServerTurn(state: SwarmState, want: Want, nowMs: number): boolean {
  if (want.isServerOnly || !isSwarming(state)) return true;
  // One after the other: together they would all come when the last one is there.
  if (isAhead(want) && isReading(state)) return false;
  if (isUrgent(state, want, nowMs) && !hasQuickPeer(state, want, nowMs)) return true;
  const waitedMs = nowMs - want.sinceMs;
  // While the playhead moves, the deadline comes near by itself.
  if (!isAhead(want) && !state.playhead.isMoving && waitedMs > TUNING.waitMaxMs) return true;
  const isConnecting = nowMs < state.connectingUntilMs;
  if (isAlone(state)) return !isConnecting || state.audience === 1;
  if (isConnecting || somePeer(state, (peer) => mayGive(peer, want, nowMs))) return false;
  // Nobody could have it from here.
  if (isAhead(want) && ownWorth(state) === 0) return false;
  return waitedMs >= turnAfterMs(state, want, nowMs);
}

/**
 * A peer will have it here long before the server would: he has it, fetches it or wants it as well, and is quick. So it is
 * where many are behind one line that is full, as in an office: each who then asks the server himself fills it more.
 */
function hasQuickPeer(state: SwarmState, want: Want, nowMs: number): boolean {
  const { worst } = serverTakesMs(state, want);
  return somePeer(state, (peer, id) => {
    if (!isQuick(state, want, peer) || !isTrusted(peer, nowMs)) return false;
    if (offers(peer, want)) return (want.notBefore[id] ?? 0) <= nowMs;
    return isFetching(peer, want, worst, nowMs) || holds(peer.want, want);
  });
}

export const isAlone = (state: SwarmState): boolean => !somePeer(state, () => true);

const isReading = ({ wants }: SwarmState): boolean =>
  Object.values(wants).some(({ pieces }) => pieces.some(({ peerId }) => peerId === ""));

/** He has the segment and behaves, fetches it, or his channel has just opened and his list is on the way. */
const mayGive = (peer: PeerView, want: Want, nowMs: number): boolean =>
  isHolder(peer, want, nowMs) ||
  isFetching(peer, want, TUNING.fetchingTrustMs, nowMs) ||
  (!peer.isKnown && nowMs - peer.openedAtMs < TUNING.peerSilenceMs);

/** When it is our turn to fetch what nobody has: at once after the settling time, later for each backup before us. */
function turnAfterMs(state: SwarmState, want: Want, nowMs: number): number {
  const rank = Math.max(localRank(state, want), hiddenRank(state, want));
  const settleMs = Math.max(TUNING.settleMs, slackMs(state, want, nowMs) * TUNING.settleOfSlack);
  return settleMs + TUNING.backupStepMs * Math.log2(1 + rank);
}

/** How many of those we know, and who want it too, come before us. */
function localRank(state: SwarmState, want: Want): number {
  const contenders = [{ id: state.selfId, weight: ownWorth(state) }];
  for (const id in state.peers) {
    const peer = state.peers[id];
    if (peer && holds(peer.want, want)) contenders.push({ id, weight: worthOf(state, peer) });
  }
  return rankPeers(want.segment, contenders).indexOf(state.selfId);
}

/**
 * How many come before us in a swarm that we see only a part of: our peers are taken for a sample of it. So it is a few
 * in the whole swarm who fetch, not one in every neighbourhood, and the copies reach the others hop by hop.
 */
function hiddenRank(state: SwarmState, want: Want): number {
  const ids = Object.keys(state.peers);
  const hidden = (state.audience ?? 1) - 1 - ids.length;
  if (hidden <= 0) return 0;
  const score = scoreOf(want.segment, state.selfId, ownWorth(state));
  let before = 0;
  for (const id of ids) {
    const peer = state.peers[id];
    if (peer && holds(peer.want, want)) before += 1 - Math.exp(-worthOf(state, peer) * score);
  }
  return Math.floor(((before / ids.length) * hidden) / TUNING.seeds);
}
